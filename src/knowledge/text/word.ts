import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { type Language, languages, stemmerOf } from "./language.ts";

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

const pattern = /[\p{L}\p{N}]+(?:['’](?!s\b)\p{L}+)*/gu;
/** What may stand between two words of one name. */
const joins = /^(?:['’]s)?(?: |[-–] ?| [-–] |\/|)$/;
const ends = /[.!?:;]["”'’)]*\s|\n\s*\n|^\s*$/;
let stops: Map<Language, Set<string>> | undefined;

export function createVocabulary(): Vocabulary {
  return { words: [], numbers: new Map(), stems: [], roots: new Map(), forms: [] };
}

/** The words of a text as marked numbers; unknown words are added to the vocabulary. `places` gets where each begins. */
export function readWords(text: string, vocabulary: Vocabulary, language: Language, places?: number[]): number[] {
  const read: number[] = [];
  let last = 0;
  let before = "";
  for (const match of text.matchAll(pattern)) {
    const raw = match[0];
    const gap = text.slice(last, match.index);
    read.push(numberFor(raw, vocabulary, language) | marksOf(raw, gap, before));
    places?.push(match.index);
    last = match.index + raw.length;
    before = raw;
  }
  return read;
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
  // Most words are written as they are kept.
  const same = vocabulary.numbers.get(raw);
  if (same !== undefined) return same;
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

function marksOf(raw: string, gap: string, before: string): number {
  const first = raw.charCodeAt(0);
  const capital = (first >= 65 && first <= 90) || (first > 127 && /^\p{Lu}/u.test(raw));
  let found = capital ? marks.capital : 0;
  if (gap === " ") return found;
  // "G. Stanley", "St. Louis": the point of a short capitalised word ends nothing.
  const initial = gap === ". " && (/^\p{Lu}$/u.test(before) || /^(?:Dr|Mr|Mrs|Ms|St|Jr|Sr|Mt|Ft|vs|No)$/.test(before));
  if (!initial && !joins.test(gap)) found |= marks.broken;
  if (before === "" || (!initial && ends.test(gap))) found |= marks.opens;
  if (gap.endsWith("(") || gap.endsWith("[")) found |= marks.bracket;
  return found;
}
