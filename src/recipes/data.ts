import { readdirSync, readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Phrases } from "./grammar.ts";

/** A sort of file: its extensions, or globs over names; `of` unites other sorts. */
export type Kind = {
  id: string;
  label: string;
  extensions?: string[];
  globs?: string[];
  of?: string[];
  /** How it is called before a noun: "TypeScript" in "TypeScript files". */
  names: string[];
  /** How it is called on its own: "images". */
  nouns?: string[];
};

/** The words of a language, from which phrases that code recognises are made. */
export type Words = {
  contractions: Record<string, string>;
  numbers: Record<string, number>;
  /** Bytes a unit. */
  sizes: Record<string, number>;
  units: Record<string, "minute" | "hour" | "day" | "week" | "fortnight" | "month" | "year">;
  months: Record<string, number>;
  weekdays: Record<string, number>;
  /** File names that are written without an extension. */
  stems: string[];
  /** Names that are folders without being called so. */
  folders: string[];
  functionWords: string[];
  /** Words that name a thing rather than stand for themselves: "files that contain errors" asks for no text. */
  vague: string[];
  /** Words that stand after "in" and name no folder: "in use", "in general". */
  abstract: string[];
  /** Words of a clause that tells why something is asked, and nothing about what. */
  telling: string[];
  /** Words that are put right where they are misspelt, and words that look like them and are right. */
  spelled: string[];
  lookalikes: string[];
};

/** The words of answers. A pair is the word for one and for many; a third word is the one after "does not". */
export type Said = {
  file: Pair;
  folder: Pair;
  source: Pair;
  line: Pair;
  byte: Pair;
  that: string;
  and: string;
  or: string;
  do: Pair;
  be: Pair;
  beNot: Pair;
  adjectives: Record<string, string>;
  in: string;
  directly: string;
  top: string;
  deep: string;
  literal: Verb;
  fold: Verb;
  word: Verb;
  regex: Verb;
  start: Verb;
  end: Verb;
  imports: Verb;
  defines: Verb;
  exports: Verb;
  lines: Record<string, string>;
  bytes: Record<string, string>;
  changed: { from: string; to: string; both: string };
  named: string;
  exact: string;
  rank: Record<"bytes" | "lines" | "modified", Pair>;
  ordinals: string[];
  missing: { file: string; folder: string };
  ignored: string;
  several: { file: string; folder: string };
  unread: Pair;
  wc: string;
  encodings: Record<string, string>;
  kindsOf: Record<string, Pair>;
};
type Pair = [one: string, many: string];
export type Verb = [one: string, many: string, bare: string];

export type Language = { language: string; words: Words; say: Said; phrases: Phrases };

/** How a recipe is asked for in one language, and what it says. */
type Asked = {
  patterns: (string | { ask: string | string[]; is: Record<string, unknown>; cost?: number })[];
  /** At least six, which match this recipe and no other. */
  examples: string[];
  say: Record<string, string>;
};

/** A question with a hole. */
export type Recipe = {
  id: string;
  /** What the question asks, in a sentence. */
  intent: string;
  /** The way in which the hole is filled. */
  form: string;
  /** The slots and their types. */
  slots: Record<string, SlotType>;
  /** The read-only looks that it may take. */
  sees: ("universe" | "entry" | "file" | "search" | "code")[];
  /** The claim that the answer asserts; "{…}" stands for a slot, a set, or what was measured. */
  claim: string;
  en: Asked;
};

export type SlotType =
  | "files"
  | "folders"
  | "file"
  | "path"
  | "text"
  | "symbol"
  | "rank"
  | "number"
  | "measure"
  | "choice"
  | "expression"
  | "claim";

const root = new URL("../../data/", import.meta.url);
let loaded: { recipes: Recipe[]; kinds: Kind[]; language: Language } | undefined;

/** The recipes, kinds and phrases that ship with Ergo, read once. */
export function data(): { recipes: Recipe[]; kinds: Kind[]; language: Language } {
  loaded ??= {
    recipes: readdirSync(new URL("recipes/", root))
      .filter((name) => name.endsWith(".json") && name !== "schema.json")
      .sort()
      .flatMap((name) => read<{ recipes: Recipe[] }>(`recipes/${name}`).recipes),
    kinds: read<{ kinds: Kind[] }>("kinds.json").kinds,
    language: read<Language>("phrases/en.json"),
  };
  return loaded;
}

function read<T>(path: string): T {
  return parseWords<T>(readFileSync(new URL(path, root), "utf8"));
}
