import { isUtf8 } from "node:buffer";
import type { Field } from "../../core/field.ts";
import { kindOf } from "../../fields/kinds.ts";
import { readFields } from "../../fields/read.ts";
import { type Note, ParseError } from "../store/failure.ts";
import { formatOf, parseBlocks } from "../text/block.ts";
import { readSymbols, type SymbolSource, type Symbols, sectioned } from "../text/symbol.ts";
import { type Chunk, chunkOutline, type Outline } from "./chunk.ts";
import { isRow, type Prepared, prepare, prepareRow } from "./document.ts";
import { type FileFormat, isText, isVerbatim } from "./format.ts";

/** A file to be parsed: its text, or its bytes where its format is not text. `hash` is the SHA-256 of the file. */
export type Source = {
  path: string;
  format: FileFormat;
  hash: string;
  size: number;
  text?: string;
  bytes?: Uint8Array;
  /** What loads the module by which source code is cut at its declarations; its address where another process parses. */
  symbols?: SymbolSource["load"] | string | undefined;
};

/** Some of a file's documents; the last step may hold a note about what could not be read. */
export type Parsed = { documents: Prepared[]; note: Note | null };

/** Documents that are handed on at once. */
const batch = 500;

/** Reads a file's documents, in order and in batches. Throws ParseError for what can't be read. */
export async function* parse(source: Source, _signal?: AbortSignal): AsyncGenerator<Parsed> {
  if (source.format === "corpus") {
    const lines = corpusLines(source);
    if (lines) {
      yield* rows(lines);
      return;
    }
  }
  const { outline, note, symbols } = await outlineOf(source);
  const { chunks: all, ...whole } = chunkOutline(source.path, outline);
  const chunked = { ...whole, chunks: all.filter(({ text }) => !isEncoded(text)) };
  // The file has no lines for what was made of its bytes.
  if (!isText(source.format) && !isVerbatim(source.format)) for (const chunk of chunked.chunks) chunk.lines = [0, 0];
  const left = all.length - chunked.chunks.length;
  const message = `${left} passages of ${source.path} are data written as letters, such as base64, without words to be found by.`;
  const fields = await fieldsOf(source);
  const said = isVerbatim(source.format) ? null : fieldPassage(fields);
  if (said) chunked.chunks.unshift(said);
  yield {
    documents: [prepare(chunked, source.hash, { symbols: [], modules: [], ...symbols, fields })],
    note: note ?? (left > 0 ? { code: "encoded", message } : null),
  };
}

/** What a document says of itself, in its text or in its properties. */
async function fieldsOf(source: Source): Promise<Field[]> {
  const { path, format } = source;
  if (isText(format)) return readFields(path, textOf(source) ?? "").fields;
  const { readProperties } = await import("./formats/properties.ts");
  return (await readProperties(path, bytesOf(source)))?.fields ?? [];
}

/** What stands in no passage of its text, as one: the fields that say more than the title. */
function fieldPassage(fields: Field[]): Chunk | null {
  const known = fields.filter(({ key }) => kindOf(key) !== undefined && kindOf(key)?.kind !== "tool");
  if (known.every(({ key }) => kindOf(key)?.kind === "title")) return null;
  const lines = known.flatMap((field) => field.lines ?? []);
  const text = known.map(({ name, text }) => `${name}: ${text.slice(0, longestShown)}`).join("\n");
  return { heading: "", lines: [Math.min(...lines, lines[0] ?? 0), Math.max(0, ...lines)], lead: 0, parent: -1, text };
}

/** Characters of a field that stand in the passage. */
const longestShown = 1_000;

/** Characters of data that is written as letters: a shorter stretch may be a key or a checksum, which somebody may ask for. */
const leastEncoded = 1_000;
const run = /[A-Za-z0-9+/_=-]{60,}/g;
/** What paths, names of tests and settings are made of, and base64 is not. */
const spelled = /^(?:[A-Za-z]{2,}|\d+)(?:[/_=+-]+(?:[A-Za-z]{2,}|\d+))*[/_=+-]*$/;

/** Whether a run of characters is data: letters and digits mixed as no name mixes them. */
const isData = (one: string) => /[A-Za-z]/.test(one) && /\d/.test(one) && !spelled.test(one);

/** Whether a passage is data written as letters, in lines or in one, such as base64 or hexadecimal, without a word beside it. */
function isEncoded(text: string): boolean {
  if (text.length < leastEncoded) return false;
  const rest = text.replace(run, (one) => (isData(one) ? " " : one));
  return rest.length < 0.1 * text.length && !/(?<![\p{L}\p{N}+/=_-])\p{L}{3,}(?![\p{L}\p{N}+/=_-])/u.test(rest);
}

/** A document's text in blocks, read as what it is. */
async function outlineOf(source: Source): Promise<{ outline: Outline; note: Note | null; symbols?: Symbols }> {
  const { format, path } = source;
  if (format === "pdf") return (await import("./formats/pdf.ts")).readPdf(bytesOf(source));
  const read = readers[format];
  if (read) return { outline: await read(bytesOf(source)), note: null };
  const text = textOf(source);
  if (text === null) throw new ParseError("binary", `${path} is no text, and of no other format that Ergo reads.`);
  if (format === "html") return { outline: await (await import("./formats/html.ts")).readHtml(text), note: null };
  if (format === "captions") return { outline: (await import("./formats/captions.ts")).readCaptions(text), note: null };
  if (format === "csv") return { outline: (await import("./formats/csv.ts")).readCsv(text), note: null };
  const form = formatOf(path);
  const blocks = parseBlocks(text, form);
  if (form !== "code" || !source.symbols) return { outline: { text, blocks, format: form }, note: null };
  const symbols = await readSymbols(source.symbols, path, text);
  return { outline: { text, blocks: sectioned(text, blocks, symbols.symbols), format: form }, note: null, symbols };
}

/** What reads bytes that are no text. */
const readers: Partial<Record<FileFormat, (bytes: Uint8Array) => Promise<Outline>>> = {
  docx: async (bytes) => (await import("./formats/docx.ts")).readDocx(bytes),
  pptx: async (bytes) => (await import("./formats/pptx.ts")).readPptx(bytes),
  xlsx: async (bytes) => (await import("./formats/xlsx.ts")).readXlsx(bytes),
  odf: async (bytes) => (await import("./formats/odf.ts")).readOdf(bytes),
  epub: async (bytes) => (await import("./formats/epub.ts")).readEpub(bytes),
};

function bytesOf({ bytes, text }: Source): Uint8Array {
  return bytes ?? Buffer.from(text ?? "");
}

function textOf({ text, bytes }: Source): string | null {
  if (text !== undefined) return text;
  if (!bytes || !isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

function* rows(lines: () => Iterable<[line: string, n: number]>): Generator<Parsed> {
  let documents: Prepared[] = [];
  for (const [line, number] of lines()) {
    const row = prepareRow(line, number);
    if (row) documents.push(row);
    if (documents.length < batch) continue;
    yield { documents, note: null };
    documents = [];
  }
  yield { documents, note: null };
}

/** The lines of a corpus, or null where a line is no document of one. */
function corpusLines(source: Source): (() => Iterable<[string, number]>) | null {
  const bytes = source.bytes ?? Buffer.from(source.text ?? "");
  if (!isUtf8(bytes)) return null;
  const lines = () => linesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let any = false;
  for (const [line] of lines()) {
    if (!isRow(line)) return null;
    any = true;
  }
  return any ? lines : null;
}

/** The lines that hold anything, with their numbers from 1, one at a time: a corpus may be longer than a string can be. */
function* linesIn(bytes: Buffer): Generator<[line: string, n: number]> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let number = 1; from < bytes.length; number++) {
    const found = bytes.indexOf(10, from);
    const to = found < 0 ? bytes.length : found;
    const line = bytes.toString("utf8", from, to).trim();
    if (line !== "") yield [line, number];
    from = to + 1;
  }
}
