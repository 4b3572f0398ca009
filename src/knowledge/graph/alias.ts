import { type Initial, spelledBy } from "../text/acronym.ts";
import { nameWords } from "../text/date.ts";
import { keyOf, type Span, textOf } from "../text/entity.ts";
import { type Thing, thingOf } from "../text/thing.ts";
import { marks, numberOf } from "../text/word.ts";
import type { Name, Reading } from "./name.ts";

/** Two names of one thing, as a sentence gives them: the fuller one, and the other. */
export type Alias = { whole: Thing; other: Thing; at: number };

const brackets = /\(([^()\n]{2,90})\)/g;
const acronym = /^["“'*_]*(?:the\s)?["“'*_]*(\p{Lu}[\p{Lu}\p{N}]{1,7})s?["”'*_]*$/u;
let also: RegExp | undefined;
let cued: string[] | undefined;

/** "Global Interpreter Lock (GIL)", "GIL (global interpreter lock)", "X, also known as Y". */
export function aliasesIn(reading: Reading, names: Name[]): Alias[] {
  const { text } = reading.prose;
  const found: Alias[] = [];
  if (text.includes("(")) {
    for (const match of text.matchAll(brackets)) {
      const alias = bracketed(reading, match[1]!, match.index);
      if (alias) found.push({ ...alias, at: match.index });
    }
  }
  if (!cues().some((cue) => text.includes(cue))) return found;
  also ??= alsoPattern();
  for (const match of text.matchAll(also)) {
    const alias = between(reading, names, match.index, match.index + match[0].length);
    if (alias) found.push({ ...alias, at: match.index });
  }
  return found;
}

function bracketed(reading: Reading, inner: string, at: number): Omit<Alias, "at"> | null {
  const { words, places, vocabulary } = reading;
  const next = firstFrom(places, at);
  const short = acronym.exec(inner)?.[1];
  if (short) {
    const whole = spelledBefore(reading, next, short.toLowerCase());
    if (!whole) return null;
    const key = keyOf(words, whole, vocabulary);
    return { whole: thingOf("thing", key), other: thingOf("thing", short.toLowerCase()) };
  }
  // "GIL (global interpreter lock)"
  const before = next - 1;
  const word = before < 0 ? "" : textOf(words[before]!, vocabulary);
  const gap = before < 0 ? "" : reading.prose.text.slice(places[before]!, at);
  if (word.length < 2 || !/^\p{Lu}[\p{Lu}\p{N}]+ $/u.test(gap)) return null;
  const end = firstFrom(places, at + inner.length + 1);
  const whole = spelledBefore(reading, end, word);
  if (!whole || whole.from !== next) return null;
  return { whole: thingOf("thing", keyOf(words, whole, vocabulary)), other: thingOf("thing", word) };
}

/** The words before `end` whose initials these letters are. */
function spelledBefore({ words, places, prose, vocabulary }: Reading, end: number, letters: string): Span | null {
  const before: Initial[] = [];
  for (let at = end - 1; at >= 0 && before.length < 2 * letters.length; at -= 1) {
    if (at < end - 1 && /[.;:!?()]|\n\s*\n/.test(prose.text.slice(places[at]!, places[at + 1]!))) break;
    const isSmall = vocabulary.stems[numberOf(words[at]!)] === -1;
    before.push({ letter: textOf(words[at]!, vocabulary)[0]!, isSmall });
  }
  const size = spelledBy(before, [...letters].reverse().join(""));
  return size === null ? null : { from: end - size, to: end };
}

/** The names on both sides of what joins them, if nothing else stands there. */
function between({ prose, words }: Reading, names: Name[], from: number, to: number): Omit<Alias, "at"> | null {
  const { text } = prose;
  const plain = names.filter((name) => name.to > name.from && name.thing.kind === "thing");
  const before = plain.findLast(({ at }) => at < from);
  const after = plain.find(({ at }) => at >= to);
  if (!before || !after || before.thing.id === after.thing.id) return null;
  if (!/^[\s"“'*_]*(?:the\s)?$/i.test(text.slice(to, after.at))) return null;
  const tail = text.slice(before.at, from);
  const size = tail.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)?.length ?? 0;
  if (size !== before.to - before.from || !/[\p{L}\p{N}"”'*_)]\s*[,(]?\s*$/u.test(tail)) return null;
  if ((words[after.from]! & marks.capital) === 0) return null;
  const [whole, other] = sizeOf(after.thing) > sizeOf(before.thing) ? [after, before] : [before, after];
  return { whole: whole.thing, other: other.thing };
}

function sizeOf({ key }: Thing): number {
  return key.split(" ").length;
}

/** A word of each phrase that joins two names, by which most texts are told to hold none. */
function cues(): string[] {
  cued ??= [...new Set(nameWords().also.map((phrase) => phrase.split(" ").sort((a, b) => b.length - a.length)[0]!))];
  return cued;
}

function alsoPattern(): RegExp {
  const phrases = nameWords().also.map((phrase) => phrase.replaceAll(".", "\\.").replaceAll(" ", "\\s+"));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${phrases.sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}\\p{N}])`,
    "giu",
  );
}

/** The first word that begins at a place or behind it. */
function firstFrom(places: number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
