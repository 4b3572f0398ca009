import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseWords } from "../../core/words.ts";

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

/** The places of the languages whose stop words they are. */
let stops: Map<string, number[]> | undefined;
const stemmers = new Map<Language, (word: string) => string>();
const words = /[\p{L}\p{N}_]+/gu;

/** The language whose stop words a text uses most; English where none stands out, as in tables and most code. */
export function languageOf(text: string): Language {
  stops ??= readStops();
  const counts = languages.map(() => 0);
  const met: number[] = [];
  let seen = 0;
  for (const word of text
    .slice(0, sample * 8)
    .toLowerCase()
    .match(words) ?? []) {
    seen += 1;
    for (const place of stops.get(word) ?? []) {
      if (counts[place] === 0) met.push(place);
      counts[place]! += 1;
    }
    if (seen === sample) break;
  }
  // Of several with as many, the one that was met first.
  const best = met.reduce((most, place) => (counts[place]! > counts[most]! ? place : most), met[0] ?? 0);
  return counts[best]! >= share * seen ? languages[best]! : "en";
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
    const made = fold(/[\d_]/.test(word) || word.length < 3 ? word : snowball.stem(word));
    if (stems.size >= kept) stems.clear();
    stems.set(word, made);
    return made;
  };
  stemmers.set(language, stem);
  return stem;
}

/** The stems of the words of a text, in order, as the index of postings holds them; numbers and identifiers stay whole. */
export function stemsIn(text: string, language: Language): string[] {
  const stem = stemmerOf(language);
  const lower = text.normalize("NFC").toLowerCase();
  return (lower.includes("s") ? lower.replace(/[’']s\b/g, "") : lower).match(words)?.map(stem) ?? [];
}

function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "");
}

function readStops(): Map<string, number[]> {
  const file = new URL("../../../data/language/stopwords.json", import.meta.url);
  const data = parseWords<Record<Language, { words: string[] }>>(readFileSync(file, "utf8"));
  const found = new Map<string, number[]>();
  for (const [place, language] of languages.entries()) {
    for (const word of data[language].words) found.set(word, [...(found.get(word) ?? []), place]);
  }
  return found;
}
