import { nameWords } from "../text/date.ts";
import { keyOf, type Span, textOf } from "../text/entity.ts";
import type { Language } from "../text/language.ts";
import { type Thing, thingOf, vocabularyOf } from "../text/thing.ts";
import { numberOf, readWords, type Vocabulary } from "../text/word.ts";
import type { Name, Reading } from "./name.ts";

/** Notions that a document sets off or heads its sections with, by their stems: they are named in small letters too. */
export type Notions = Map<string, Thing>;

/** Words of a notion, and how often its document speaks of it at least. */
const longest = 3;
const often = 3;

/** What is emphasised, or is a heading, and is spoken of again and again. */
export function notionsOf(readings: Reading[], headings: string[], language: Language): Notions {
  const found = new Map<string, { thing: Thing; said: number }>();
  let spoken: Set<number> | undefined;
  const add = (words: ArrayLike<number>, span: Span, vocabulary: Vocabulary) => {
    const size = span.to - span.from;
    if (size < 1 || size > longest || !tells(words, span, vocabulary)) return;
    const stems = stemsOf(words, span, vocabulary);
    if (found.has(stems)) return;
    spoken ??= spokenIn(readings);
    const key = singular(keyOf(words, span, vocabulary), vocabulary, spoken);
    found.set(stems, { thing: thingOf("thing", key), said: 0 });
  };
  const vocabulary = vocabularyOf(language);
  for (const heading of headings) {
    const words = readWords(heading.replace(/[*_`]/g, ""), vocabulary, language);
    if (words.length > 1) add(words, { from: 0, to: words.length }, vocabulary);
  }
  for (const { prose, words, places } of readings) {
    for (const { from, to } of prose.terms) {
      const first = places.findIndex((place) => place >= from);
      const last = places.findLastIndex((place) => place < to);
      if (first < 0 || last < first) continue;
      if (first < last || isIntroduced(prose.text, from, to)) add(words, { from: first, to: last + 1 }, vocabulary);
    }
  }
  if (found.size === 0) return new Map();
  for (const reading of readings) {
    for (const { stems } of matches(reading, found)) found.get(stems)!.said += 1;
  }
  return new Map([...found].filter(([, { said }]) => said >= often).map(([stems, { thing }]) => [stems, thing]));
}

function spokenIn(readings: Reading[]): Set<number> {
  const spoken = new Set<number>();
  for (const { words } of readings) for (const word of words) spoken.add(numberOf(word));
  return spoken;
}

/** Whether a word is emphasised as the name of a notion: "called *borrowing*", "*Ownership* is". */
function isIntroduced(text: string, from: number, to: number): boolean {
  const before = /(\p{L}+)\s+[*_]*$/u.exec(text.slice(Math.max(0, from - 20), from))?.[1];
  if (before && nameWords().introduces.includes(before.toLowerCase())) return true;
  return /^[*_]*\s+(?:is|are|means|refers to|est|sont|es|son|ist|sind|heißt)\b/.test(text.slice(to, to + 20));
}

/** A notion of many as that of one, where the document writes it so too. */
function singular(key: string, vocabulary: Vocabulary, spoken: Set<number>): string {
  const one = /^(.*[^s])s$/.exec(key)?.[1];
  const last = one?.split(" ").at(-1);
  const number = last === undefined ? undefined : vocabulary.numbers.get(last);
  return number !== undefined && spoken.has(number) ? one! : key;
}

/** Where a passage speaks of them. */
export function notionsIn(reading: Reading, notions: Notions): Name[] {
  if (notions.size === 0) return [];
  return matches(reading, notions).map(({ stems, from, to }) => ({
    thing: notions.get(stems)!,
    at: reading.places[from]!,
    sure: true,
    from,
    to,
  }));
}

function matches({ words, vocabulary }: Reading, notions: Map<string, unknown>): (Span & { stems: string })[] {
  const found: (Span & { stems: string })[] = [];
  // At most places no notion begins.
  const openings = new Set([...notions.keys()].map((stems) => Number.parseInt(stems, 10)));
  for (let from = 0; from < words.length; from += 1) {
    if (!openings.has(stemOf(words[from]!, vocabulary))) continue;
    for (let size = Math.min(longest, words.length - from); size > 0; size -= 1) {
      const span = { from, to: from + size };
      const stems = stemsOf(words, span, vocabulary);
      if (!notions.has(stems)) continue;
      found.push({ ...span, stems });
      from += size - 1;
      break;
    }
  }
  return found;
}

/** Words by their stems. */
function stemsOf(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): string {
  let key = "";
  for (let at = from; at < to; at += 1) key += `${stemOf(words[at]!, vocabulary)} `;
  return key;
}

/** The number of a word's stem; a word that says nothing alone stands for itself, below 0. */
function stemOf(word: number, vocabulary: Vocabulary): number {
  const number = numberOf(word);
  const stem = vocabulary.stems[number]!;
  return stem >= 0 ? stem : -1 - number;
}

/** Whether it holds a word of some length that says something, at both ends. */
function tells(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): boolean {
  const says = (at: number) =>
    vocabulary.stems[numberOf(words[at]!)]! >= 0 && textOf(words[at]!, vocabulary).length > 2;
  return says(from) && says(to - 1);
}
