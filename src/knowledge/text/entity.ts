import { marks, numberOf, type Vocabulary } from "./word.ts";

/** A stretch of words that may name something: half-open, in words. */
export type Span = { from: number; to: number };

/** Words that join the parts of one name when capitals stand on both sides. */
const connectors = new Set(
  "of the de la le du des del della di da do dos van von der den zu and for in on at to a an al el bin ibn y et & with".split(
    " ",
  ),
);
/** Capitalised words that begin a sentence or a question without naming anything. */
const openers = new Set(
  "although however since after before when while if as despite during following according both another today later also then thus therefore meanwhile unlike like many most some several two three four five first second".split(
    " ",
  ),
);
const longest = 12;

/** Runs of capitalised words with what joins them, without an article in front; years alone. */
export function findNames(words: ArrayLike<number>, from: number, to: number, vocabulary: Vocabulary): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < to; at += 1) {
    const word = textOf(words[at]!, vocabulary);
    if (!(words[at]! & marks.capital)) {
      if (isYear(word)) spans.push({ from: at, to: at + 1 });
      continue;
    }
    if (saysNothing(words[at]!, vocabulary)) continue;
    const end = runEnd(words, at, to, vocabulary);
    spans.push(...partsOf(words, at, end, vocabulary));
    at = end - 1;
  }
  return spans;
}

/** Whether a word is a year between 1000 and 2099. */
export function isYear(word: string): boolean {
  return word.length === 4 && /^(?:1\d|20)\d\d$/.test(word);
}

/** Whether a word is nothing but digits. */
export function isDigits(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) < 48 || word.charCodeAt(at) > 57) return false;
  return word !== "";
}

/** Where the words that open a text stop naming its subject: before "is", "was", a bracket or a comma. */
export function openingName(words: ArrayLike<number>, from: number, to: number, vocabulary: Vocabulary): Span | null {
  let first = from;
  while (first < to && ["the", "a", "an", "in"].includes(textOf(words[first]!, vocabulary))) first += 1;
  for (let at = first; at < Math.min(to, first + 10); at += 1) {
    const word = textOf(words[at]!, vocabulary);
    const verb = ["is", "was", "are", "were", "refers", "has", "became"].includes(word);
    if (at > first && (verb || words[at]! & marks.broken)) return { from: first, to: at };
  }
  return null;
}

/** The words of a span as a key: two spans of one key name the same thing. */
export function keyOf(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): string {
  let key = textOf(words[from]!, vocabulary);
  for (let at = from + 1; at < to; at += 1) key += ` ${textOf(words[at]!, vocabulary)}`;
  return key;
}

export function textOf(marked: number, vocabulary: Vocabulary): string {
  return vocabulary.words[numberOf(marked)]!;
}

/** A word that only its place at the start of a sentence, or its kind, gives a capital. */
function saysNothing(marked: number, vocabulary: Vocabulary): boolean {
  const number = numberOf(marked);
  if (vocabulary.stems[number] === -1) return true;
  return (marked & marks.opens) !== 0 && openers.has(vocabulary.words[number]!);
}

/** The end of the run that begins with a capitalised word: the last capital or number that nothing breaks off. */
function runEnd(words: ArrayLike<number>, start: number, limit: number, vocabulary: Vocabulary): number {
  let end = start + 1;
  for (let at = end; at < limit && at - start < longest && !(words[at]! & marks.broken); at += 1) {
    const word = textOf(words[at]!, vocabulary);
    if (words[at]! & marks.capital || isDigits(word)) end = at + 1;
    else if (!connectors.has(word) || at - end >= 2) break;
  }
  return end;
}

/** A run as one name, and where "and" stands in it its sides too. */
function partsOf(words: ArrayLike<number>, from: number, to: number, vocabulary: Vocabulary): Span[] {
  const parts: Span[] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    const splits = at === to || ["and", "with", "et", "y"].includes(textOf(words[at]!, vocabulary));
    if (!splits) continue;
    if (at > start) parts.push(...trimmed(words, { from: start, to: at }, vocabulary));
    start = at + 1;
  }
  return parts.length > 1 ? [...parts, { from, to }] : parts;
}

/** Without an article in front or a connector behind; with a preposition between, its sides too. */
function trimmed(words: ArrayLike<number>, { from, to }: Span, vocabulary: Vocabulary): Span[] {
  while (from < to && connectors.has(textOf(words[from]!, vocabulary))) from += 1;
  while (to > from && connectors.has(textOf(words[to - 1]!, vocabulary))) to -= 1;
  if (from === to) return [];
  const spans = [{ from, to }];
  for (let at = from + 1; at < to - 1; at += 1) {
    if (!["of", "in", "at", "for", "on", "to"].includes(textOf(words[at]!, vocabulary))) continue;
    const after = textOf(words[at + 1]!, vocabulary) === "the" ? at + 2 : at + 1;
    if (at > from) spans.push({ from, to: at });
    if (after < to) spans.push({ from: after, to });
    break;
  }
  return spans;
}
