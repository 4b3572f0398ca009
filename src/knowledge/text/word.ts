import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { type Language, languages, stemmerOf } from "./language.ts";
import { kinds, kindsAt, runEnd } from "./letter.ts";
import { createTable, type Table } from "./table.ts";

/** Marks of a word in running text, beside its number in the vocabulary: one unsigned integer holds both. */
export const marks = {
  /** It begins with a capital letter. */
  capital: 1 << 24,
  /** More than a blank, a hyphen or the point of an initial stands before it: no name reaches over it. */
  broken: 1 << 25,
  /** A sentence begins with it. */
  opens: 1 << 26,
  /** It stands right behind an opening bracket. */
  bracket: 1 << 27,
} as const;

/** The number of a word without its marks: at most 2^24 different words. */
export const numberOf = (marked: number): number => marked & 0xffffff;

/** Every form of a word that a corpus holds, numbered in order of appearance. */
export type Vocabulary = {
  words: string[];
  numbers: Map<string, number>;
  /** The number of each word's stem, in the language of the text that it was met in first; words that say nothing
   *  alone ("the", "which") have -1. */
  stems: number[];
  /** The stems, numbered in order of appearance, and back. */
  roots: Map<string, number>;
  forms: string[];
};

/** What may stand between two words of one name. */
const joins = /^(?:['’][sS])?(?: |[-–] ?| [-–] |\/|)$/;
const ends = /[.!?:;]["”'’)]*\s|\n\s*\n|^\s*$/;
let stops: Map<Language, Set<string>> | undefined;
/** The numbers of words as they are written, of each vocabulary. */
const tables = new WeakMap<Vocabulary, Table>();

export function createVocabulary(): Vocabulary {
  return { words: [], numbers: new Map(), stems: [], roots: new Map(), forms: [] };
}

/**
 * The words of a text as marked numbers; unknown words are added to the vocabulary. `places` gets where each begins. A
 * word is letters and numbers, with what an apostrophe joins to them ("l'eau", "don't") but for an owner's "'s".
 */
export function readWords(text: string, vocabulary: Vocabulary, language: Language, places?: number[]): number[] {
  const table = tableOf(vocabulary);
  const make = (raw: string) => numberFor(raw, vocabulary, language);
  const read: number[] = [];
  let [first, last] = [0, 0];
  for (let at = 0; at < text.length; ) {
    const end = wordEnd(text, at);
    if (end === at) {
      at += at === last && last > first && isApostrophe(text, at) && isOwners(text, at + 1) ? 2 : 1;
      continue;
    }
    const single = at === last + 1 && text.charCodeAt(last) === 32;
    const capital = isCapital(text, at) ? marks.capital : 0;
    const marked = single ? capital : capital | marksOf(text.slice(last, at), text.slice(first, last));
    read.push(table.numberAt(text, at, end, make) | marked);
    places?.push(at);
    [first, last] = [at, end];
    at = end;
  }
  return read;
}

/** Where a word ends that begins at a place; the place itself if none does. */
function wordEnd(text: string, from: number): number {
  let end = runEnd(text, from, kinds.letter | kinds.number);
  if (end === from) return from;
  for (;;) {
    if (!isApostrophe(text, end) || isOwners(text, end + 1)) return end;
    const next = runEnd(text, end + 1, kinds.letter);
    if (next === end + 1) return end;
    end = next;
  }
}

function isApostrophe(text: string, at: number): boolean {
  const mark = text.charCodeAt(at);
  return mark === 39 || mark === 0x2019;
}

/** Whether an "s" stands at a place and nothing that goes on; titles in capitals have "Boden'S". */
function isOwners(text: string, at: number): boolean {
  return (text.charCodeAt(at) === 115 || text.charCodeAt(at) === 83) && !/\w/.test(text[at + 1] ?? "");
}

function isCapital(text: string, at: number): boolean {
  const found = kindsAt(text, at);
  return (found & kinds.capital) !== 0 || ((found & kinds.half) !== 0 && /^\p{Lu}/u.test(text.slice(at, at + 2)));
}

function tableOf(vocabulary: Vocabulary): Table {
  const table = tables.get(vocabulary) ?? createTable();
  tables.set(vocabulary, table);
  return table;
}

/** A word in lower case without accents. */
function fold(raw: string): string {
  const lower = raw.toLowerCase();
  for (let at = 0; at < lower.length; at += 1) {
    if (lower.charCodeAt(at) > 127) return lower.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
  }
  return lower;
}

/** Whether a word says nothing alone. */
function isStop(word: string, language: Language): boolean {
  if (!stops) {
    const file = new URL("../../../data/language/stopwords.json", import.meta.url);
    const data = parseWords<Record<Language, { words: string[] }>>(readFileSync(file, "utf8"));
    stops = new Map(languages.map((one) => [one, new Set(data[one].words.map(fold))]));
  }
  return stops.get(language)!.has(word);
}

function numberFor(raw: string, vocabulary: Vocabulary, language: Language): number {
  const word = fold(raw);
  const known = vocabulary.numbers.get(word);
  if (known !== undefined) return known;
  const number = vocabulary.words.push(word) - 1;
  vocabulary.numbers.set(word, number);
  vocabulary.stems.push(isStop(word, language) ? -1 : rootOf(stemmerOf(language)(word), vocabulary));
  return number;
}

function rootOf(stem: string, { roots, forms }: Vocabulary): number {
  const known = roots.get(stem);
  if (known !== undefined) return known;
  roots.set(stem, forms.length);
  return forms.push(stem) - 1;
}

/** What a gap that is no single blank says of the word behind it; `before` is the word that it follows, "" at the start. */
function marksOf(gap: string, before: string): number {
  // "G. Stanley", "St. Louis": the point of a short capitalised word ends nothing.
  const initial = gap === ". " && (/^\p{Lu}$/u.test(before) || /^(?:Dr|Mr|Mrs|Ms|St|Jr|Sr|Mt|Ft|vs|No)$/.test(before));
  let found = !initial && !joins.test(gap) ? marks.broken : 0;
  if (before === "" || (!initial && ends.test(gap))) found |= marks.opens;
  if (gap.endsWith("(") || gap.endsWith("[")) found |= marks.bracket;
  return found;
}
