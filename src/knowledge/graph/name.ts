import { type Dated, datesIn, isCalendar, nameWords } from "../text/date.ts";
import { findNames, isDigits, isYear, keyOf, type Span, textOf } from "../text/entity.ts";
import type { Language } from "../text/language.ts";
import { type Prose, proseOf } from "../text/prose.ts";
import { type Thing, thingOf, vocabularyOf } from "../text/thing.ts";
import { marks, numberOf, readWords, type Vocabulary } from "../text/word.ts";
import { notionsIn, notionsOf } from "./notion.ts";

/** A passage as its words. `places` says where each begins; `leads` marks those that open a sentence, an item or a cell. */
export type Reading = {
  prose: Prose;
  dates: Dated[];
  words: number[];
  places: number[];
  leads: Uint8Array;
  /** Words of the heading that the passage begins with: [from, to). */
  head: Span;
  vocabulary: Vocabulary;
};

/**
 * A thing that prose names, with its words. It is `sure` unless it is a lone word that has its capital from its place and
 * stands nowhere else in the document: then it names something only if another document says so.
 */
export type Name = Span & { thing: Thing; at: number; sure: boolean };

/** How much more often each word of a document has a capital than not, where no sentence begins. */
type Balance = Map<number, number>;

const bullet = /\n[ \t]*(?:[-*+•>#]|\d{1,3}[.)])\s|\||["“«]/;
const joining = new Set(["and", "with", "et", "y", "und", "or", "ou", "oder", "in", "at", "on", "to"]);
const prepositions = new Set(["of", "in", "at", "for", "on", "to"]);
let parts: Set<string> | undefined;
const contracted = /['’](?:ll|ve|re|m|d|t)$/;

/** The passages of a document as words. */
export function readPassages(passages: { text: string; heading: string }[], language: Language): Reading[] {
  const vocabulary = vocabularyOf(language);
  return passages.map(({ text, heading }) => {
    const prose = proseOf(text);
    const dates = datesIn(prose.text);
    const places: number[] = [];
    const words = readWords(withoutDates(prose.text, dates), vocabulary, language, places);
    const leads = new Uint8Array(words.length);
    const items = bullet.test(prose.text);
    for (let at = 0; at < words.length; at += 1) {
      const broken = (words[at]! & marks.broken) !== 0 || at === 0;
      const before = at === 0 ? 0 : places[at - 1]!;
      if (words[at]! & marks.opens || (items && broken && bullet.test(prose.text.slice(before, places[at]!))))
        leads[at] = 1;
    }
    return { prose, dates, words, places, leads, head: headOf(prose.text, heading, places), vocabulary };
  });
}

/**
 * What each passage of a document names. `subject` is the document's title, by which it may be named in short; `headings` are
 * those of its sections.
 */
export function namesIn(readings: Reading[], language: Language, subject: Thing | null, headings: string[]): Name[][] {
  const balance = balanceOf(readings);
  const lasts = new Map<string, Thing | null>();
  if (subject) shorten(subject, lasts);
  const notions = notionsOf(readings, headings, language);
  return readings.map((reading) => {
    const found = spansOf(reading, balance, language).map((span) => nameOf(reading, span, balance, lasts));
    const dates = reading.dates.map(({ thing, from }): Name => ({ thing, at: from, sure: true, from: 0, to: 0 }));
    return [...found, ...notionsIn(reading, notions), ...dates];
  });
}

/** The text of a name as a title or a heading might give it. */
function nameOf(reading: Reading, span: Span, balance: Balance, lasts: Map<string, Thing | null>): Name {
  const { words, places, leads, vocabulary } = reading;
  const at = places[span.from]!;
  const key = ofOne(keyOf(words, span, vocabulary), reading.prose.text, at);
  if (span.to - span.from > 1) {
    const thing = thingOf("thing", key);
    if (span.to - span.from <= 3) shorten(thing, lasts);
    return { thing, at, sure: true, ...span };
  }
  if (isYear(key)) return { thing: thingOf("date", key), at, sure: true, ...span };
  const whole = lasts.get(key);
  if (whole) return { thing: whole, at, sure: true, ...span };
  // A word that stands alone before any longer name does not stand for that.
  lasts.set(key, null);
  const sure = leads[span.from] === 0 || (balance.get(numberOf(words[span.from]!)) ?? 0) > 0;
  return { thing: thingOf("thing", key), at, sure, ...span };
}

/** "APIs" are of the kind that an "API" is. */
function ofOne(key: string, text: string, at: number): string {
  return key.endsWith("s") && /^\p{Lu}{2,}s(?![\p{L}\p{N}])/u.test(text.slice(at, at + 12)) ? key.slice(0, -1) : key;
}

/** A person's last name stands for the whole one, as long as no other name ends so. */
function shorten(thing: Thing, lasts: Map<string, Thing | null>): void {
  const parts = thing.key.split(" ");
  const last = parts.at(-1)!;
  if (parts.length < 2 || parts.length > 3 || /^\d/.test(last) || prepositions.has(parts.at(-2)!)) return;
  const known = lasts.get(last);
  if (known === undefined) lasts.set(last, thing);
  else if (known !== null && known.id !== thing.id) lasts.set(last, null);
}

function balanceOf(readings: Reading[]): Balance {
  const balance: Balance = new Map();
  for (const { words, leads, head } of readings) {
    for (let at = 0; at < words.length; at += 1) {
      const capital = (words[at]! & marks.capital) !== 0;
      if (capital && (leads[at] === 1 || (at >= head.from && at < head.to))) continue;
      const number = numberOf(words[at]!);
      balance.set(number, (balance.get(number) ?? 0) + (capital ? 1 : -1));
    }
  }
  return balance;
}

/** The stretches of words that name something, from left to right, the longer before the shorter. */
function spansOf(reading: Reading, balance: Balance, language: Language): Span[] {
  const { words, vocabulary } = reading;
  const found = findNames(words, 0, words.length, vocabulary)
    .filter((span) => !joins(words, span, vocabulary))
    .map((span) => trimmed(reading, span, balance))
    .filter((span) => span.to > span.from && names(reading, span, balance, language))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let outer: Span = { from: -1, to: -1 };
  return found.filter((span) => {
    if (span.from >= outer.to) {
      outer = span;
      return true;
    }
    // Of "Mayor of Lisbon" it is Lisbon that is named too.
    return span.to === outer.to && span.from > outer.from;
  });
}

/** Whether a stretch joins two names: "Anna and Otto", "Anna Reis in Lisbon", "the Zoo of 1995". Its sides stand alone too. */
function joins(words: number[], { from, to }: Span, vocabulary: Vocabulary): boolean {
  if (isYear(textOf(words[to - 1]!, vocabulary)) && to - from > 2 && (words[to - 2]! & marks.capital) === 0)
    return true;
  for (let at = from + 1; at < to - 1; at += 1) if (joining.has(textOf(words[at]!, vocabulary))) return true;
  return false;
}

/** Without what has its capital only because a sentence begins: "Using Cargo", "Members of the Senate". */
function trimmed(reading: Reading, { from, to }: Span, balance: Balance): Span {
  const { words, leads, vocabulary } = reading;
  const capital = (at: number) => (words[at]! & marks.capital) !== 0;
  const common = (at: number) => {
    if (leads[at] === 0) return false;
    const own = balance.get(numberOf(words[at]!)) ?? 0;
    return (
      own < 0 ||
      (own === 0 && prepositions.has(textOf(words[at + 1]!, vocabulary))) ||
      contracted.test(textOf(words[at]!, vocabulary))
    );
  };
  let first = from;
  if (to - first > 1 && common(first)) {
    first += 1;
    while (first < to && !capital(first)) first += 1;
  }
  return { from: first, to: versioned(reading, to) };
}

/** With the whole of a version's number: "Python 3.12". */
function versioned({ words, places, prose, vocabulary }: Reading, to: number): number {
  let end = to;
  const number = (at: number) => isDigits(textOf(words[at]!, vocabulary));
  while (end < words.length && number(end - 1) && number(end)) {
    if (!/^\d+\.$/.test(prose.text.slice(places[end - 1]!, places[end]!))) break;
    end += 1;
  }
  return end;
}

function names(reading: Reading, { from, to }: Span, balance: Balance, language: Language): boolean {
  const { words, head, vocabulary } = reading;
  const own = (at: number) => balance.get(numberOf(words[at]!)) ?? 0;
  const heading = from < head.to && from >= head.from;
  if (to - from > 1) {
    // "Figure 2", "See Chapter 4"
    const part = reading.leads[from] === 1 && !isPart(words[from]!, vocabulary) ? from + 1 : from;
    if (isPart(words[part]!, vocabulary) && onlyNumbers(words, part + 1, to, vocabulary)) return false;
    for (let at = from; at < to; at += 1) {
      if (words[at]! & marks.capital && (heading ? own(at) > 0 : own(at) >= 0)) return true;
    }
    return false;
  }
  const word = textOf(words[from]!, vocabulary);
  if (isYear(word)) return isDated(reading, from);
  if (word.length < 2 || /^\d/.test(word) || contracted.test(word) || isCalendar(word)) return false;
  if (isPart(words[from]!, vocabulary)) return false;
  // A German noun has a capital whatever it names.
  if (language === "de" && !isAcronym(reading, from)) return false;
  return heading ? own(from) > 0 : own(from) >= 0;
}

/** Whether a word is what parts of texts are called. */
function isPart(marked: number, vocabulary: Vocabulary): boolean {
  parts ??= new Set(nameWords().parts);
  return parts.has(textOf(marked, vocabulary));
}

function onlyNumbers(words: number[], from: number, to: number, vocabulary: Vocabulary): boolean {
  for (let at = from; at < to; at += 1) if (!isDigits(textOf(words[at]!, vocabulary))) return false;
  return true;
}

function isAcronym({ prose, places }: Reading, at: number): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}\p{N}])/u.test(prose.text.slice(places[at]!, places[at]! + 20));
}

/** Whether a number of four digits is a year: by the word before it, or by brackets of its own. */
function isDated({ prose, words, places, vocabulary }: Reading, at: number): boolean {
  const from = places[at]!;
  const text = prose.text;
  if (/\d[.,]?$/.test(text.slice(Math.max(0, from - 2), from)) || /^[.,]?\d/.test(text.slice(from + 4, from + 6)))
    return false;
  if (text[from - 1] === "(" && /^(?:\)|[-–,;])/.test(text.slice(from + 4))) return true;
  const gap = at === 0 ? null : text.slice(places[at - 1]!, from);
  return gap !== null && /^\S+ $/.test(gap) && nameWords().before.includes(textOf(words[at - 1]!, vocabulary));
}

function headOf(text: string, heading: string, places: number[]): Span {
  const own = heading.split(" > ").at(-1)!;
  const at = own === "" ? -1 : text.slice(0, 400).indexOf(own);
  if (at < 0) return { from: 0, to: 0 };
  const from = places.findIndex((place) => place >= at);
  const behind = places.findIndex((place) => place >= at + own.length);
  return from < 0 ? { from: 0, to: 0 } : { from, to: behind < 0 ? places.length : behind };
}

function withoutDates(text: string, dates: Dated[]): string {
  let rest = text;
  for (const { from, to } of dates) rest = `${rest.slice(0, from)}${"·".repeat(to - from)}${rest.slice(to)}`;
  return rest;
}
