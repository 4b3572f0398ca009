import { hash } from "node:crypto";
import type { Field } from "../../core/field.ts";
import type { Json } from "../../core/journal.ts";
import { type Relations, relate } from "../graph/relate.ts";
import { type Language, languageOf, stemsIn } from "../text/language.ts";
import type { Symbols } from "../text/symbol.ts";
import { splitIdentifiers } from "../text/term.ts";
import { type Thing, thingCalled } from "../text/thing.ts";
import type { Chunk, Chunked } from "./chunk.ts";
import { chunkPlain } from "./chunk.ts";

/** What is known of a document besides its text. `doc` names it inside a corpus. */
type About = {
  doc: string | null;
  title: string;
  /** Whether the title is none that the document gives itself. */
  inferred: boolean;
  metadata: { [key: string]: Json | undefined } | null;
};

/** A document as it is stored. Hashes are SHA-256 in hexadecimal: of all that it was made of, and of `encoded` text. */
export type Prepared = About &
  Symbols & {
    language: Language;
    /** Whether it is source code. */
    code: boolean;
    hash: string;
    /** What it says of itself. */
    fields: Field[];
    /** What the document is about, by its title. */
    subject: Thing | null;
    chunks: PreparedChunk[];
  };
export type PreparedChunk = Indexed & { relations: Relations };
type Indexed = Chunk & { words: number; hash: string; postings: Postings };

/** The stems that a chunk is found by, separated by blanks. */
export type Postings = { title: string; heading: string; text: string };

/** Characters of a title that is inferred. */
const longestTitle = 60;

const noSymbols: Symbols = { symbols: [], modules: [] };

/** A document of one file, ready to be stored. `source` is the hash of what it was made of. */
export function prepare(
  chunked: Chunked,
  source: string,
  { fields = [], ...symbols }: Symbols & { fields?: Field[] } = noSymbols,
): Prepared {
  const { title, inferred, code, chunks } = chunked;
  const opening = chunks.slice(0, 20).map(({ text }) => text);
  const language = languageOf(opening.join("\n"));
  return related({
    doc: null,
    title,
    inferred,
    metadata: null,
    language,
    code,
    hash: source,
    fields,
    subject: inferred ? null : thingCalled(title, language),
    ...symbols,
    chunks: chunks.map((each) => indexed(each, { title, language })),
  });
}

/** A line of a corpus: an object with string `id` and `text`; null for any other. */
export function prepareRow(line: string, number: number): Prepared | null {
  const row = parseRow(line);
  if (!row) return null;
  const { id, text, title: given, ...rest } = row;
  const own = typeof given === "string" ? given.trim() : "";
  const title = own || openingOf(text);
  const language = languageOf(text);
  const chunks = chunkPlain(text).map((part, parent) => {
    const plain: Chunk = { heading: "", lines: [number, number], lead: 0, parent, text: part };
    return indexed(plain, { title, language });
  });
  const metadata = Object.keys(rest).length > 0 ? (rest as About["metadata"]) : null;
  const subject = thingCalled(title, language);
  return related({
    doc: id,
    title,
    inferred: own === "",
    metadata,
    language,
    code: false,
    hash: hash("sha256", line),
    fields: [],
    subject,
    ...noSymbols,
    chunks,
  });
}

/** Whether a line is an object with string `id` and `text`. */
export function isRow(line: string): boolean {
  return parseRow(line) !== null;
}

/** A document whose text is changed by `change`, such as to take secrets out; itself where nothing changes. */
export function rewritten(document: Prepared, change: (text: string) => string): Prepared {
  const title = change(document.title);
  let same = title === document.title;
  const chunks = document.chunks.map((chunk) => {
    const text = change(chunk.text);
    const heading = change(chunk.heading);
    if (text === chunk.text && heading === chunk.heading && title === document.title) return chunk;
    same = false;
    return indexed({ ...chunk, text, heading }, { title, language: document.language });
  });
  const fields = document.fields.map((field) => changed(field, change));
  if (same && fields.every((field, at) => field === document.fields[at])) return document;
  const { inferred, doc, language } = document;
  const subject = inferred && doc === null ? null : thingCalled(title, language);
  const symbols = document.symbols.map((symbol) => ({ ...symbol, name: change(symbol.name) }));
  const modules = document.modules.map(({ module, line }) => ({ module: change(module), line }));
  return related({ ...document, title, subject, fields, symbols, modules, chunks });
}

function changed(field: Field, change: (text: string) => string): Field {
  const text = change(field.text);
  const values = field.values.map((value) => ({ ...value, text: change(value.text), as: change(value.as) }));
  const same = text === field.text && values.every((value, at) => value.text === field.values[at]!.text);
  return same ? field : { ...field, text, values, shown: field.shown?.map(change) ?? null };
}

/** With what its passages name and how that is related, which is told by the document as a whole. */
function related(document: Omit<Prepared, "chunks"> & { chunks: Indexed[] }): Prepared {
  const relations = relate(document);
  return { ...document, chunks: document.chunks.map((chunk, at) => ({ ...chunk, relations: relations[at]! })) };
}

function indexed(chunk: Chunk, { title, language }: { title: string; language: Language }): Indexed {
  const { heading, text } = chunk;
  const stems = stemsIn(text, language);
  const postings = { ...placeStems(title, heading, language), text: textStems(text, stems, language) };
  return { ...chunk, words: stems.length, hash: hashOf(title, heading, text), postings };
}

/** The postings of a chunk as they were when it was stored: to take them out again. */
export function postingsOf(chunk: { title: string; heading: string; text: string; language: Language }): Postings {
  const { title, heading, text, language } = chunk;
  return { ...placeStems(title, heading, language), text: textStems(text, stemsIn(text, language), language) };
}

/** The SHA-256 of what an encoder sees of a chunk. */
export function hashOf(title: string, heading: string, text: string): string {
  return hash("sha256", encoded(title, heading, text));
}

/** The text by which an encoder sees a chunk: its place, then its words. */
export function encoded(title: string, heading: string, text: string): string {
  const place =
    heading === "" || heading === title ? title : heading.startsWith(title) ? heading : `${title} > ${heading}`;
  return place === "" ? text : `${place}\n${text}`;
}

function parseRow(line: string): { id: string; text: string; title?: unknown } | null {
  if (!line.startsWith("{")) return null;
  try {
    const row = JSON.parse(line) as { id?: unknown; text?: unknown } | null;
    return typeof row?.id === "string" && typeof row.text === "string" ? (row as { id: string; text: string }) : null;
  } catch {
    return null;
  }
}

/** The name that a text opens with, else its first words. */
function openingOf(text: string): string {
  const start = text.trimStart().slice(0, 200).split("\n")[0] ?? "";
  const name =
    /^(?:(?:The|A|An)\s)?\p{Lu}[\p{L}\p{N}.'’-]*(?:\s(?:(?:of|the|and|de|la|von|van|for|in)\s)*[\p{Lu}\p{N}][\p{L}\p{N}.'’-]*)*/u;
  const found = name.exec(start)?.[0] ?? "";
  return (found.includes(" ") || found.length > 4 ? found : start.split(/\s+/).slice(0, 6).join(" ")).slice(
    0,
    longestTitle,
  );
}

function placeStems(title: string, heading: string, language: Language): Omit<Postings, "text"> {
  return { title: stemsIn(title, language).join(" "), heading: stemsIn(heading, language).join(" ") };
}

/** With the words that identifiers are made of, where the index would not find them: `HashMap` has "hash map". */
function textStems(text: string, stems: string[], language: Language): string {
  const parts = splitIdentifiers(text).flatMap(([, words]) => stemsIn(words.join(" "), language));
  return [...stems, ...parts].join(" ");
}
