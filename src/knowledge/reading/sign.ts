import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { alike, stem, type Term, tokens } from "../text/term.ts";
import { findSpans, type Kind, type Typed } from "./span.ts";
import type { Sort, Want } from "./want.ts";

/** A sentence that may hold the answer: `text` without markup; `passage` is its place; `trust` is the score of that. */
export type Told = {
  text: string;
  raw: string;
  title: string;
  score: number;
  own: number;
  whole: number;
  passage: number;
  trust: number;
};

/** A span of a sentence (`told` is its place) with the values of its signs. */
export type Sighted = Typed & { told: number; signs: Float64Array };

/** A question as it is asked of spans. */
export type Asking = { want: Want; terms: (Term & { weight: number })[]; question: string };

const sorts: Sort[] = ["person", "place", "group", "work", "date", "number", "code", "kind", "other"];
const kinds: Kind[] = ["name", "date", "number", "quoted", "code", "phrase"];
const leads = [
  "by",
  "in",
  "at",
  "on",
  "of",
  "from",
  "to",
  "is",
  "as",
  "called",
  "since",
  "until",
  "with",
  "and",
  "other",
];
const lead: Record<string, string> = {
  is: "is",
  are: "is",
  was: "is",
  were: "is",
  be: "is",
  became: "is",
  named: "called",
  called: "called",
  near: "at",
  into: "to",
  or: "and",
};
const plainSigns = [
  "score",
  "rank",
  "best",
  "passage",
  "own",
  "whole",
  "trust",
  "near",
  "nearest",
  "stays",
  "asked",
  "title",
  "often",
  "spread",
  "length",
  "long",
  "first",
  "brackets",
  "noun",
  "nounBeside",
  "people",
  "full",
  "unit",
  "isA",
  "after",
  "clause",
  "listed",
  "unlisted",
] as const;

/** The names of the signs, in the order of their values. */
export const signNames: readonly string[] = [
  ...plainSigns,
  ...sorts.flatMap((sort) => kinds.map((kind) => `${sort} ${kind}`)),
  ...["person", "place", "date", "other"].flatMap((sort) => leads.map((word) => `${sort} after ${word}`)),
];
const at = new Map(signNames.map((name, place) => [name, place]));

/** How far words reach each other: about a clause. */
const reach = 5;

type Token = { stem: string; from: number; to: number };

let places: Map<string, Set<string>> | undefined;

/** Spans of the sentences that are no part of the question, each with its signs. */
export function sightings(asking: Asking, told: readonly Told[]): Sighted[] {
  const asked = new Set(tokens(asking.question).map(stem));
  const read = told.map(({ text }) => tokensOf(text));
  const spans = told.flatMap(({ text, raw }, place) => {
    const marked = [...raw.matchAll(/`([^`\n]{1,80})`/g)].map(([, code]) => code!.trim());
    return findSpans(text, marked).map((span) => ({ ...span, told: place, key: tokens(span.text).join(" ") }));
  });
  const known = capitalised(told);
  const counts = new Map<string, { times: number; passages: Set<number> }>();
  for (const { key, told: place } of spans) {
    const seen = counts.get(key) ?? { times: 0, passages: new Set() };
    seen.times += 1;
    seen.passages.add(told[place]!.passage);
    counts.set(key, seen);
  }
  const places = read.map((words) => termPlaces(asking, words));
  return spans.flatMap(({ key, ...span }) => {
    const stems = key.split(" ").map(stem);
    if (key === "" || stems.every((word) => asked.has(word)) || !fits(asking.want, span)) return [];
    // The first word of a sentence is a name only where it is one elsewhere.
    if (span.from === 0 && span.kind === "name" && stems.length === 1 && !known.has(span.text)) return [];
    const { times, passages } = counts.get(key)!;
    const seen = { stems, asked, times, passages: passages.size, places: places[span.told]!, words: read[span.told]! };
    return [{ ...span, signs: signsOf(asking, told, span, seen) }];
  });
}

/** What a span has to be by its form, for the sorts where that is certain. */
const forms: Partial<Record<Sort, Kind[]>> = {
  person: ["name"],
  place: ["name"],
  group: ["name", "quoted"],
  work: ["name", "quoted"],
  date: ["date"],
  number: ["number"],
  code: ["code"],
};

/** Whether a span has a form that an answer of the sort can have. */
function fits({ sort }: Want, { kind }: Typed): boolean {
  return forms[sort]?.includes(kind) ?? true;
}

/** Words that are written with a capital inside a sentence or in a title. */
function capitalised(told: readonly Told[]): Set<string> {
  return new Set(
    told.flatMap(({ text, title }) => [
      ...(text.slice(1).match(/(?<=[\p{L},;] )\p{Lu}[\p{L}\p{N}-]+/gu) ?? []),
      ...title.split(" "),
    ]),
  );
}

type Seen = {
  stems: string[];
  asked: Set<string>;
  times: number;
  passages: number;
  places: { weight: number; at: number[] }[];
  words: Token[];
};

function signsOf({ want }: Asking, told: readonly Told[], span: Typed & { told: number }, seen: Seen): Float64Array {
  const { score, own, whole, passage, trust, text, title } = told[span.told]!;
  const { stems, asked, times, words } = seen;
  const values = new Float64Array(signNames.length);
  const set = (name: string, value: number) => {
    const place = at.get(name);
    if (place !== undefined) values[place] = value;
  };
  const from = words.findIndex((word) => word.to > span.from);
  const to = words.findLastIndex((word) => word.from < span.to);
  const near = nearness(seen.places, from, to);
  const before = words[from - 1];
  const beforeText = before ? text.slice(before.from, before.to).toLowerCase() : "";
  const inTitle = new Set(tokens(title).map(stem));
  set("score", score);
  set("rank", 1 / (1 + span.told));
  set("best", span.told === 0 ? 1 : 0);
  set("passage", 1 / (1 + passage));
  set("own", own);
  set("whole", whole);
  set("trust", trust);
  set("near", near.sum);
  set("nearest", near.least);
  set("stays", stems.filter((word) => asked.has(word)).length / stems.length);
  set("asked", stems.some((word) => asked.has(word)) ? 1 : 0);
  set("title", stems.every((word) => inTitle.has(word)) ? 1 : 0);
  set("often", Math.log(times));
  set("spread", Math.log(seen.passages));
  set("length", Math.min(1, stems.length / 6));
  set("long", stems.length > 5 ? 1 : 0);
  set("first", from === 0 ? 1 : 0);
  set("brackets", inBrackets(text, span) ? 1 : 0);
  const head = want.noun.at(-1);
  set("noun", head && stems.includes(head) ? 1 : 0);
  const beside = words.slice(Math.max(0, from - 3), from).concat(words.slice(to + 1, to + 3));
  set("nounBeside", head && beside.some((word) => word.stem === head) ? 1 : 0);
  set("people", want.sort === "person" && span.kind === "name" && looksLikePerson(span.text) ? 1 : 0);
  set("full", span.kind === "date" && stems.length > 1 === !want.noun.includes("year") ? 1 : 0);
  set("unit", span.kind === "number" && want.sort === "number" && /\p{L}|%/u.test(span.text) ? 1 : 0);
  set("isA", head && isA(told, span.text, head) ? 1 : 0);
  set("after", near.after);
  set("clause", near.same);
  const listed = head === undefined ? undefined : listFor(head);
  set(listed?.has(span.text) ? "listed" : "unlisted", listed ? 1 : 0);
  set(`${want.sort} ${span.kind}`, 1);
  const group = ["person", "place", "date"].includes(want.sort) ? want.sort : "other";
  const word = lead[beforeText] ?? (leads.includes(beforeText) ? beforeText : "other");
  set(`${group} after ${word}`, 1);
  return values;
}

/** Names of the places that a noun means: countries, states, continents. */
function listFor(noun: string): Set<string> | undefined {
  if (!places) {
    const file = new URL("../../../data/knowledge/places.json", import.meta.url);
    const data = parseWords<Record<string, string[]>>(readFileSync(file, "utf8"));
    const lists = Object.entries(data).filter(([, names]) => Array.isArray(names));
    places = new Map(lists.map(([name, names]) => [stem(name), new Set(names)]));
  }
  return places.get(noun);
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}_]+(?:['’.-][\p{L}\p{N}_]+)*/gu)].map((match) => ({
    stem: stem(tokens(match[0]).join("")),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function termPlaces({ terms }: Asking, words: Token[]): Seen["places"] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return terms.map((term) => ({
    weight: term.weight / total,
    at: words.flatMap((word, place) => (word.stem === term.stem || alike(word.stem, term.stem) ? [place] : [])),
  }));
}

/** How near the question's words stand: their weight, less with distance; the nearest; and whether they stand before. */
function nearness(places: Seen["places"], from: number, to: number) {
  let [sum, after, least, same] = [0, 0, 99, 0];
  for (const { weight, at } of places) {
    const gaps = at.map((place) => (place < from ? from - place : place > to ? place - to : 0));
    const gap = Math.min(...gaps);
    if (!Number.isFinite(gap)) continue;
    sum += weight / (1 + gap / reach);
    if (gap <= reach) same += weight;
    least = Math.min(least, gap);
    if (at.some((place) => place < from)) after += weight;
  }
  return { sum, after, same, least: least > 90 ? 0 : 1 / (1 + least) };
}

function inBrackets(text: string, { from, to }: Typed): boolean {
  return text.lastIndexOf("(", from) > text.lastIndexOf(")", from) && text.indexOf(")", to) >= 0;
}

function looksLikePerson(text: string): boolean {
  return (
    /^(?:\p{Lu}[\p{L}.'’-]*\s){1,3}(?:(?:van|von|de|da|bin|al|ibn|der|la)\s)*\p{Lu}[\p{L}.'’-]+$/u.test(text) &&
    !/\b(?:the|University|Company|Party|Inc|County|Street|River|Church|School|Act|War|League|Association|of)\b/.test(
      text,
    )
  );
}

/** Whether the first sentence about the span says that it is such a thing. */
function isA(told: readonly Told[], text: string, head: string): boolean {
  return told.some((other) => other.title.startsWith(text) && tokens(other.text).slice(0, 25).map(stem).includes(head));
}
