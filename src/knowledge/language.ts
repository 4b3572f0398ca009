import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseWords } from "../core/words.ts";

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

let stops: Map<string, Language[]> | undefined;
const stemmers = new Map<Language, (word: string) => string>();
const words = /[\p{L}\p{N}_]+/gu;

/** The language whose stop words a text uses most; English where none stands out, as in tables and most code. */
export function languageOf(text: string): Language {
  stops ??= readStops();
  const counts = new Map<Language, number>();
  let seen = 0;
  for (const [word] of text.slice(0, sample * 8).matchAll(words)) {
    seen += 1;
    for (const language of stops.get(word.toLowerCase()) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
    if (seen === sample) break;
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= share * seen ? best[0] : "en";
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

function readStops(): Map<string, Language[]> {
  const file = new URL("../../data/language/stopwords.json", import.meta.url);
  const data = parseWords<Record<Language, { words: string[] }>>(readFileSync(file, "utf8"));
  const found = new Map<string, Language[]>();
  for (const language of languages) {
    for (const word of data[language].words) found.set(word, [...(found.get(word) ?? []), language]);
  }
  return found;
}
