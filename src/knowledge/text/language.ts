import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseWords } from "../../core/words.ts";
import { kinds, kindsAt } from "./letter.ts";
import { createTable, type Table } from "./table.ts";

/** A language whose words are stemmed. */
export type Language = (typeof languages)[number];
export const languages = ["en", "fr", "es", "de"] as const;

/** The Snowball algorithms, by language. */
const algorithms: Record<Language, string> = { en: "english", fr: "french", es: "spanish", de: "german" };
/** How many words of a text tell its language, and the share of them that its stop words have at least. */
const sample = 2_000;
const share = 0.08;
/** Words that are kept with their stems. */
const kept = 200_000;

/** Stop words with the languages whose they are: one bit each. */
let stops: Map<string, number> | undefined;
const stemmers = new Map<Language, (word: string) => string>();
const pattern = /[\p{L}\p{N}_]+/gu;

/** Words as they are written somewhere, by their numbers, with what was worked out of each so far. */
type Written = {
  table: Table;
  lower: string[];
  stops: number[];
  stems: Record<Language, (string | undefined)[]>;
  /** The text that was read last, with its words: its language is told, then its stems. */
  last: string;
  words: number[] | null;
};

let written: Written | undefined;
/** The number of an owner's "'s". */
const owner = 0;
const underscore = 95;

/** The language whose stop words a text uses most; English where none stands out, as in tables and most code. */
export function languageOf(text: string): Language {
  const counts = languages.map(() => 0);
  const met: number[] = [];
  const all = stopsIn(text.slice(0, sample * 8));
  const seen = Math.min(all.length, sample);
  for (let at = 0; at < seen; at += 1) {
    for (let place = 0; all[at]! >> place > 0; place += 1) {
      if (((all[at]! >> place) & 1) === 0) continue;
      if (counts[place] === 0) met.push(place);
      counts[place]! += 1;
    }
  }
  // Of several with as many, the one that was met first.
  const best = met.reduce((most, place) => (counts[place]! > counts[most]! ? place : most), met[0] ?? 0);
  return counts[best]! >= share * seen ? languages[best]! : "en";
}

/** Words that a question has at least, so that its language can be told, and texts that are asked for theirs. */
const telling = { words: 4, texts: 4 };

/**
 * The language of a question where none of the texts that were found for it is in it, and theirs, that of the most; null where one is, or
 * the question is too short to tell. Pure.
 */
export function languagesApart(
  question: string,
  texts: readonly string[],
): { asked: Language; written: Language } | null {
  if ((question.match(pattern)?.length ?? 0) < telling.words || texts.length === 0) return null;
  const asked = languageOf(question);
  const theirs = texts.slice(0, telling.texts).map(languageOf);
  if (theirs.includes(asked)) return null;
  const counts = Map.groupBy(theirs, (language) => language);
  const [[written]] = [...counts].toSorted(([, a], [, b]) => b.length - a.length) as [[Language, Language[]]];
  return { asked, written };
}

/**
 * The stemmer of a language (Snowball), for words in lower case; accents are folded away after it. Each word is stemmed
 * once and kept.
 */
export function stemmerOf(language: Language): (word: string) => string {
  const known = stemmers.get(language);
  if (known) return known;
  const { newStemmer } = createRequire(import.meta.url)("snowball-stemmers") as {
    newStemmer(name: string): { stem(word: string): string };
  };
  const snowball = newStemmer(algorithms[language]);
  const stems = new Map<string, string>();
  const stem = (word: string) => {
    const before = stems.get(word);
    if (before !== undefined) return before;
    const bare = word.replace(/^_+(?=[^_])|(?<=[^_])_+$/g, "");
    const made = fold(/[\d_]/.test(bare) || bare.length < 3 ? bare : snowball.stem(bare));
    if (stems.size >= kept) stems.clear();
    stems.set(word, made);
    return made;
  };
  stemmers.set(language, stem);
  return stem;
}

/** The stems of the words of a text, in order, as the index of postings holds them; numbers and identifiers stay whole, without underscores around them. */
export function stemsIn(text: string, language: Language): string[] {
  const stem = stemmerOf(language);
  const { words, lower, stems } = readWritten(text);
  if (words) {
    const known = stems[language];
    const found: string[] = [];
    for (const word of words) {
      if (word === owner) continue;
      known[word] ??= stem(lower[word]!);
      found.push(known[word]);
    }
    return found;
  }
  const small = text.normalize("NFC").toLowerCase();
  return (small.includes("s") ? small.replace(/[’']s\b/g, "") : small).match(pattern)?.map(stem) ?? [];
}

/** Of each word of a text, the languages whose stop word it is: one bit each. */
function stopsIn(text: string): number[] {
  const { words, stops } = readWritten(text);
  if (words) return words.map((word) => stops[word]!);
  return (text.toLowerCase().match(pattern) ?? []).map(stopsOf);
}

/**
 * The words of a text, each by how it is written. They are null for a text that must be changed as a whole before its words
 * are told.
 */
function readWritten(text: string): Written {
  if (!written || written.lower.length >= kept) written = nothing();
  if (written.last !== text) [written.last, written.words] = [text, tokensIn(text, written)];
  return written;
}

function tokensIn(text: string, { table, lower, stops }: Written): number[] | null {
  const add = (word: string) => {
    const small = word.toLowerCase();
    stops.push(stopsOf(small));
    return lower.push(small) - 1;
  };
  const found: number[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? kindsAt(text, at) : 0;
    if ((kind & kinds.bound) !== 0) return null;
    if (kind !== 0 || text.charCodeAt(at) === underscore) continue;
    if (at > from) found.push(table.numberAt(text, from, at, add));
    if (isOwners(text, at)) {
      // What follows at once would belong to the word before.
      if (at + 2 < text.length && kindsAt(text, at + 2) !== 0) return null;
      found.push(owner);
      at += 1;
    }
    from = at + 1;
  }
  return found;
}

/** Whether "'s" stands at a place and nothing that goes on. */
function isOwners(text: string, at: number): boolean {
  const mark = text.charCodeAt(at);
  return (mark === 39 || mark === 0x2019) && /^[sS]\b/.test(text.slice(at + 1, at + 3));
}

function nothing(): Written {
  const stems = { en: [], fr: [], es: [], de: [] };
  return { table: createTable(), lower: ["s"], stops: [stopsOf("s")], stems, last: "", words: [] };
}

/** Whether a word in lower case is a stop word of one of the languages. */
export function isStopWord(word: string): boolean {
  return stopsOf(word) !== 0;
}

function stopsOf(word: string): number {
  stops ??= readStops();
  return stops.get(word) ?? 0;
}

function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "");
}

function readStops(): Map<string, number> {
  const file = new URL("../../../data/language/stopwords.json", import.meta.url);
  const data = parseWords<Record<Language, { words: string[] }>>(readFileSync(file, "utf8"));
  const found = new Map<string, number>();
  for (const [place, language] of languages.entries()) {
    for (const word of data[language].words) found.set(word, (found.get(word) ?? 0) | (1 << place));
  }
  return found;
}
