import { isUtf8 } from "node:buffer";
import { type Chunked, chunk } from "./chunk.ts";
import { isRow, type Prepared, prepare, prepareRow } from "./document.ts";
import type { FileFormat } from "./format.ts";

/** A file to be parsed: its text, or its bytes where its format is not text. `hash` is the SHA-256 of the file. */
export type Source = {
  path: string;
  format: FileFormat;
  hash: string;
  size: number;
  text?: string;
  bytes?: Uint8Array;
};

/** Why a file, or a part of it, has no text. */
export type Note = { code: string; message: string };

/** Some of a file's documents; the last step may hold a note about what could not be read. */
export type Parsed = { documents: Prepared[]; note: Note | null };

/** A file that can't be read as what it is. */
export class ParseError extends Error {
  override readonly name = "ParseError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

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
  const text = textOf(source);
  if (text !== null) {
    yield { documents: [prepare(outlined(source, text), source.hash)], note: null };
    return;
  }
  throw new ParseError("binary", `${source.path} is no text, and of no other format that Ergo reads.`);
}

function outlined({ path }: Source, text: string): Chunked {
  return chunk(path, text);
}

function textOf({ text, bytes }: Source): string | null {
  if (text !== undefined) return text;
  if (!bytes || !isUtf8(bytes)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

function* rows(lines: () => Iterable<[line: string, number: number]>): Generator<Parsed> {
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
function* linesIn(bytes: Buffer): Generator<[line: string, number: number]> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let number = 1; from < bytes.length; number++) {
    const found = bytes.indexOf(10, from);
    const to = found < 0 ? bytes.length : found;
    const line = bytes.toString("utf8", from, to).trim();
    if (line !== "") yield [line, number];
    from = to + 1;
  }
}
