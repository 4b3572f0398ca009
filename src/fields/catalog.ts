import type { FieldType } from "../core/field.ts";

/** What the documents of a folder say of themselves, all together. */
export type Catalog = {
  keys: CatalogKey[];
  /** The files that are called so, by words as `callWords` gives them, parted by blanks. */
  called(words: string): string[];
  /** The files whose title or name holds all of some words by their stems (`stemOf`). */
  holding(stems: readonly string[]): string[];
  /** The fields of a file, in order, value by value. */
  fieldsOf(path: string): { name: string; key: string; value: string; meant: string; type: FieldType }[];
  /** Words that a number follows in the names of several files: "pep". */
  series: ReadonlySet<string>;
};

/** A key with its name as most write it, how many documents have it, and its values, the most frequent first. */
export type CatalogKey = { key: string; name: string; documents: number; values: CatalogValue[] };
type CatalogValue = { value: string; meant: string; type: FieldType };

/** What a question asks of fields. `any` are the fields of one meaning: each file has whichever it has. */
export type FieldQuestion =
  | { asks: "value"; of: { path: string; field: string }[] }
  | { asks: "whether"; path: string; field: string; value: string }
  | { asks: "count" | "list"; where: FieldTest[] };

/** A test of a file: it has a field, or one of some fields has a value, or lies in a time (ISO dates, `to` left out). */
export type FieldTest =
  | { has: string }
  | { any: string[]; value: string }
  | { field: string; from: string | null; to: string | null };
