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
  /** The files that are called by the word of a series and a number. */
  inSeries(word: string): string[];
  /** The files that have fields. */
  paths: string[];
};

/** A key with its name as most write it, how many documents have it, and its values, the most frequent first. */
export type CatalogKey = { key: string; name: string; documents: number; values: CatalogValue[] };
type CatalogValue = { value: string; meant: string; type: FieldType };

/**
 * What a question asks of fields. `paths` of a value were found `by` what related documents say; where none are given, the value is asked of
 * the `first` ones. `any` and `fields` are those of one meaning: each file has whichever it has.
 */
export type FieldQuestion =
  | { asks: "value"; of: { path: string; field: string }[]; by: { path: string; field: string; value: string }[] }
  | { asks: "whether"; path: string; test: FieldTest }
  | { asks: "count" | "list"; where: FieldTest[]; scope: FieldScope }
  | { asks: "first"; first: First; where: FieldTest[]; scope: FieldScope; of: string[] }
  | { asks: "groups"; field: string; most: boolean; where: FieldTest[]; scope: FieldScope }
  | { asks: "order"; field: string; earlier: boolean; paths: [string, string] }
  | { asks: "shared"; fields: [string, string]; paths: [string, string]; all: boolean };

/** The files whose date in a field is the earliest or the latest. */
type First = { field: string; earliest: boolean };

/**
 * A test of a file: it has one of some fields, or one of them has a value or holds a word, or lies in a time (ISO dates, `to` left out). One that
 * is denied is asked of files that have a field of these where `told`, else of all that are meant.
 */
export type FieldTest =
  | { is: "has"; fields: string[] }
  | { is: "value"; fields: string[]; value: string }
  | { is: "holds"; field: string; text: string }
  | { is: "time"; fields: string[]; from: string | null; to: string | null }
  | { is: "or"; tests: FieldTest[] }
  | { is: "not"; test: FieldTest; told: string[] | null };

/** The files that are meant: any, all documents (each must have fields where the word for them is of one sort alone), those of a series or folder, by a glob without endings. */
export type FieldScope =
  | { is: "any" }
  | { is: "documents"; sort: boolean }
  | { is: "having"; field: string }
  | { is: "under"; glob: string };

/** Whether a test is of words that a field holds. */
export function ofWords(test: FieldTest): boolean {
  if (test.is === "or") return test.tests.some(ofWords);
  return test.is === "holds" || (test.is === "not" && ofWords(test.test));
}
