import { readdirSync, readFileSync } from "node:fs";
import type { Query } from "../core/observation.ts";
import type { Route } from "../core/route.ts";
import { bare } from "../core/words.ts";
import { madeOf } from "../system/made.ts";
import type { Phrases } from "./grammar.ts";
import type { Said } from "./said.ts";

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
  /** Letters that are compared as others; where there are any, accents don't count either. */
  letters: Record<string, string>;
  contractions: Record<string, string>;
  /** What is written without its end before the next word: "l" in "l'extension" is "le". */
  elisions: Record<string, string>;
  /** Words that may be joined to the one before them by a hyphen: "docs-Ordner" is "docs" and "Ordner". */
  joined: string[];
  numbers: Record<string, number>;
  /** Numbers that are articles too, and so count nothing by themselves. */
  articles: string[];
  /** What a number before them is taken times. */
  multiples: Record<string, number>;
  /** The mark before decimals; the other one of comma and point may group thousands. */
  decimal: "." | ",";
  /** What stands for signs in arithmetic: a pattern, and what it is replaced by. */
  arithmetic: [pattern: string, by: string][];
  /** Bytes a unit. */
  sizes: Record<string, number>;
  units: Record<string, "minute" | "hour" | "day" | "week" | "fortnight" | "month" | "year">;
  months: Record<string, number>;
  weekdays: Record<string, number>;
  /** Days by how many they are from today. */
  days: Record<string, number>;
  /** Which week, month or year: 0 the present one, -1 the one before. Words before it, and words after it. */
  which: Record<string, number>;
  whichAfter: Record<string, number>;
  /** Words that may stand between a number and its unit: "7 derniers jours". */
  past: string[];
  /** Other words that say when something was, and so name no folder. */
  whens: string[];
  /** Words within dates: "the" 5th "of" March "at" 12:30; what may follow a day's number. */
  the: string[];
  of: string[];
  at: string[];
  ordinal: string;
  /** Whether "05/03/2024" is the fifth of March; where it may be either, it is no date. */
  dayFirst: boolean;
  /** How sorts of file are called here, beside the names that they have everywhere. */
  kinds: Record<string, { names?: string[]; nouns?: string[] }>;
  /** What follows the name of a sort in one word: "JSON-files"; `plurals`: "pys" are .py files. */
  compounds: { ends: string; plurals: boolean };
  /** A pattern in questions which of two things is more so, not whether one is. */
  either: string;
  /** Patterns in questions for several of a ranking: what is left out first, what says one, what says several. */
  several?: { without: string; one: string; many: string };
  /** File names that are written without an extension. */
  stems: string[];
  /** Names that are folders without being called so. */
  folders: string[];
  functionWords: string[];
  /** Words that name a thing rather than stand for themselves: "files that contain errors" asks for no text. */
  vague: string[];
  /** Words that stand after "in" and name no folder: "in use", "in general". */
  notions: string[];
  /** Words of talk around a question, beside `functionWords`. */
  talk: string[];
  /** Words that ask for a change where a question begins with them: no recipe answers it. */
  orders: string[];
  /** Words that are no text by themselves after "the text". */
  unspoken: string[];
};

export type Tongue = Route["language"];
/** A language: its words, how it answers, its phrases, and how each recipe is asked for, by the recipe's id. */
export type Language = { language: Tongue; words: Words; say: Said; phrases: Phrases; recipes: Record<string, Asked> };

/** How a recipe is asked for in one language, and what it says. */
export type Asked = {
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
  sees: Query["see"][];
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
  | "lines"
  | "measure"
  | "choice"
  | "expression"
  | "claim";

const root = new URL("../../data/", import.meta.url);
let loaded: { recipes: Recipe[]; kinds: Kind[] } | undefined;
const languages = new Map<Tongue, Language>();
export const tongues = ["en", "fr", "es", "de"] as const satisfies readonly Tongue[];

/** The recipes and kinds that ship with Ergo, read once. */
export function data(): { recipes: Recipe[]; kinds: Kind[] } {
  loaded ??= {
    recipes: readdirSync(new URL("recipes/", root))
      .filter((name) => name.endsWith(".json") && name !== "schema.json")
      .sort()
      .flatMap((name) => (read(`recipes/${name}`) as { recipes: Recipe[] }).recipes),
    kinds: (read("kinds.json") as { kinds: Kind[] }).kinds,
  };
  return loaded;
}

/** The phrases of a language, read once. English stands beside the recipes themselves. Users' words are looked up in `words` and `say` alone. */
export function speak(tongue: Tongue): Language {
  let language = languages.get(tongue);
  if (!language) {
    const { words, say, ...given } = parsed[tongue]();
    language = { ...given, words: bare(words), say: bare(say) };
    if (tongue === "en") language.recipes = Object.fromEntries(data().recipes.map(({ id, en }) => [id, en]));
    languages.set(tongue, language);
  }
  return language;
}

const parsed = Object.fromEntries(
  tongues.map((tongue) => [tongue, madeOf(`phrases.${tongue}`, [`phrases/${tongue}.json`], () => parse(tongue))]),
) as Record<Tongue, () => Language>;

/** A language as its file holds it, with all that questions are compared with in plain letters. */
function parse(tongue: Tongue): Language {
  const text = readFileSync(new URL(`phrases/${tongue}.json`, root), "utf8");
  const given = JSON.parse(text) as Language;
  const { letters } = given.words;
  if (Object.keys(letters).length === 0) return given;
  const plain = JSON.parse(plainly(text, letters)) as Language;
  const recipes = Object.entries(given.recipes ?? {}).map(([id, asked]) => {
    return [id, { ...asked, patterns: plain.recipes[id]!.patterns }];
  });
  const words = { ...plain.words, letters };
  return { ...given, words, phrases: plain.phrases, recipes: Object.fromEntries(recipes) };
}

/** A text in the letters that words are compared in: as it is where `letters` is empty, else without accents. */
export function plainly(text: string, letters: Record<string, string>): string {
  const pairs = Object.entries(letters);
  if (pairs.length === 0) return text;
  const put = pairs.reduce((other, [letter, by]) => other.replaceAll(letter, by), text.normalize("NFC"));
  return put.normalize("NFD").replace(/\p{M}/gu, "");
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}
