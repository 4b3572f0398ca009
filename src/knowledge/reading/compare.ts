import { readFileSync } from "node:fs";
import type { Passage } from "../../core/evidence.ts";
import type { Reading } from "../../core/port.ts";
import { parseWords } from "../../core/words.ts";
import { findTerms, held, stem, type Term, tokens } from "../text/term.ts";
import { compareValues, readValue, type Value } from "../text/value.ts";
import type { Judged } from "./candidate.ts";
import { divide } from "./divide.ts";
import { toExcerpt } from "./excerpt.ts";
import { findSpans, type Typed } from "./span.ts";
import { inEnglish } from "./tongue.ts";

/** A question that sets two named things against each other: by dates, by numbers, or by what both are said to be. */
type Comparison = { sides: [string, string]; by: "date" | "number" | "both"; most: boolean; about: Term[] };

/** What a side says: the value, and the sentence that it stands in. */
type Fact = { judged: Judged; words: string; value: Value };

type Words = Record<"early" | "late" | "much" | "little" | "starts", string[]>;
let known: Words | undefined;

const began = "(?:the (?:birth|forming|formation|founding|release|publication|start|opening|creation) of )?";
const proper = `${began}(?:[Tt]he\\s)?(?:["“][^"”]+["”]|\\p{Lu}[^,?]*?)`;
const choices = [
  new RegExp(`^(?<head>.+?)[,:]\\s*(?<a>${proper}),?\\s+or\\s+(?<b>${proper})$`, "u"),
  new RegExp(
    `^(?:[Bb]etween|[Oo]f)\\s+(?<a>${proper})\\s+and\\s+(?<b>${proper}),\\s*(?<head>(?:which|who|what)\\b.+)$`,
    "u",
  ),
  new RegExp(`^(?<head>\\p{Lu}\\P{Lu}+?)\\s(?<a>${proper})\\s+or\\s+(?<b>${proper})$`, "u"),
];
const run = "(?:[Tt]he\\s)?\\p{Lu}[^\\s,]*(?:\\s(?:(?:of|the|and|from|von|van|de|in|for|to)\\s)*\\p{Lu}[^\\s,]*)*";
const both = [
  new RegExp(`^(?:[Aa]re|[Ww]ere)\\s(?<a>${run}?)\\s+and\\s+(?<b>.+?)\\sboth\\s(?<head>.+)$`, "u"),
  new RegExp(`^(?:[Aa]re|[Ww]ere)\\sboth\\s(?<a>${run}?)\\s+and\\s+(?<b>${run})\\s(?<head>.+)$`, "u"),
];
/** How likely a comparison is answered by what both sides say, and by what one of them does. */
const told = 0.85;
const halfTold = 0.2;
/** How far from a number the noun may stand that it counts, in characters. */
const beside = 30;

/** Reads a comparison off a question's words; null for any other. Pure. */
function findComparison(question: string): Comparison | null {
  const text = question.replace(/[?\s]+$/u, "").trim();
  for (const pattern of choices) {
    const { head, a, b } = pattern.exec(text)?.groups ?? {};
    if (!head || !a || !b) continue;
    const words = tokens(head);
    const has = (kind: keyof Words) => words.some((word) => orders()[kind].includes(word));
    const by = has("early") || has("late") ? "date" : has("much") || has("little") ? "number" : null;
    if (by === null) continue;
    const said = new Set(Object.values(orders()).flatMap((list) => (list === orders().starts ? [] : list)));
    const about = findTerms(head).filter(({ word }) => !said.has(word) && !/^(?:which|who|what|came)$/.test(word));
    return { sides: [bare(a), bare(b)], by, most: has("late") || has("much"), about };
  }
  const { head, a, b } = both.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups) ?? {};
  if (!head || !a || !b || /\bsame\b/.test(head)) return null;
  return {
    sides: [bare(a), bare(b)],
    by: "both",
    most: true,
    about: findTerms(head).filter(({ word }) => word !== "both"),
  };
}

/**
 * Answers a comparison from what each side's own sentences say; null where it is none, or neither side says anything. Where
 * one side is silent that is the reason why there is no answer.
 */
export function compare(question: string, judged: readonly Judged[], passages: readonly Passage[]): Reading | null {
  const [asked] = [question, ...inEnglish(question)].flatMap((each) => findComparison(each) ?? []);
  // Whose directors are to be compared is not said of the films themselves.
  if (!asked || divide(question)?.join === "further") return null;
  const facts = asked.sides.map((side) => factOf(asked, side, sentencesOf(side, judged, passages)));
  const found = facts.filter((fact) => fact !== null);
  const excerpts = found.map(({ judged: one }) => toExcerpt(one, passages[one.passage]!));
  const [left, right] = facts;
  if (found.length === 0) return null;
  if (!left || !right) {
    const silent = asked.sides[left ? 1 : 0];
    if (asked.by === "both") return null;
    const reason = `nothing found says of ${silent} what is to be compared`;
    return { excerpts, short: null, sure: halfTold, missing: [], reason };
  }
  const order = asked.by === "both" ? 1 : compareValues(left.value, right.value);
  if (order === null) return null;
  const rests = found.map(({ words }, excerpt) => ({ excerpt, words }));
  const first = asked.most ? order > 0 : order < 0;
  const text = asked.by === "both" ? "Yes" : asked.sides[first ? 0 : 1];
  const reason = asked.by === "both" ? "both are said to be so" : `${left.words} against ${right.words}`;
  return { excerpts, short: { text, share: 1, rests }, sure: told, missing: [], reason, joint: true };
}

/** The sentences about a side, those of a passage of its name first, each in its order. */
function sentencesOf(side: string, judged: readonly Judged[], passages: readonly Passage[]): Judged[] {
  const name = nameKey(side);
  const own = judged.filter(({ passage }) => {
    const title = nameKey(passages[passage]!.title);
    return title === name || title.endsWith(` ${name}`);
  });
  const opened = judged.filter(({ text }) => nameKey(text).startsWith(`${name} `));
  const naming = judged.filter(({ text }) => ` ${nameKey(text)} `.includes(` ${name} `));
  const inOrder = (list: Judged[]) => list.toSorted((a, b) => a.passage - b.passage || a.at - b.at);
  return [...new Set([...inOrder(own), ...inOrder(opened), ...inOrder(naming)])].filter(
    ({ span }) => span.kind !== "code",
  );
}

function factOf(asked: Comparison, side: string, sentences: Judged[]): Fact | null {
  if (asked.by === "both") return saidOf(asked.about, side, sentences);
  const life = lifeOf(asked, sentences);
  if (life) return life;
  const tells = asked.about.length > 0 ? asked.about : asked.by === "date" ? starts() : [];
  const kind = asked.by === "date" ? "date" : "number";
  for (const judged of sentences) {
    if (asked.about.length > 0 && !asked.about.some((term) => held(judged.stems, term) > 0)) continue;
    const spans = findSpans(judged.text).filter((span) => span.kind === kind && !inside(span, side, judged.text));
    const counted = kind === "date" ? spans : spans.filter((span) => counts(span, judged.text, asked.about.at(-1)));
    const best = nearest(judged.text, counted, tells, asked.about.length === 0);
    const value = best && readValue(best.text, kind);
    if (best && value) return { judged, words: best.text, value };
  }
  return null;
}

/** When somebody was born or died, where that is all that is asked and the dates stand behind the name: "(1 May 1872 – 9 June 1931)". */
function lifeOf({ by, about }: Comparison, sentences: Judged[]): Fact | null {
  const dies = about.some((term) => term.stem === stem("died"));
  if (by !== "date" || !about.every((term) => ["died", "born"].some((word) => term.stem === stem(word)))) return null;
  for (const judged of sentences) {
    const [, born, died] = /\(([^()]*?\d{3,4})\s*[–—-]\s*([^()–—-]*?\d{3,4})\)/u.exec(judged.text) ?? [];
    const words = (dies ? died : born)?.replace(/^.*[;,]\s(?=\d)/u, "").trim();
    const value = words && readValue(words, "date");
    if (words && value) return { judged, words, value };
  }
  return null;
}

/** Whether the noun that is counted stands beside a number: "28 members", "a population of 12,000". */
function counts({ from, to }: Typed, text: string, noun: Term | undefined): boolean {
  const near = tokens(text.slice(Math.max(0, from - beside), to + beside)).map(stem);
  return noun !== undefined && near.includes(noun.stem);
}

/** The span nearest to any of the terms; the first one where none of them stands there and `free`. */
function nearest(text: string, spans: Typed[], terms: Term[], free: boolean): Typed | undefined {
  const places = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].flatMap((match) =>
    terms.some((term) => held(new Set([stem(match[0].toLowerCase())]), term) > 0) ? [match.index] : [],
  );
  if (places.length === 0) return free ? spans[0] : undefined;
  const gap = ({ from }: Typed) => Math.min(...places.map((place) => Math.abs(from - place) + (from < place ? 20 : 0)));
  return spans.toSorted((a, b) => gap(a) - gap(b) || b.text.length - a.text.length)[0];
}

/** The opening sentence of a side, if it says all that both are asked to be. */
function saidOf(about: Term[], side: string, sentences: Judged[]): Fact | null {
  const judged = sentences.find(({ at }) => at === 0) ?? sentences[0];
  if (!judged || about.length === 0) return null;
  if (!about.every((term) => held(judged.stems, term) > 0) || !/\b(?:is|was|are|were)\b/.test(judged.text)) return null;
  return { judged, words: judged.text.includes(side) ? side : judged.text, value: { low: 0, high: 0, unit: "" } };
}

function inside({ from, to }: Typed, side: string, text: string): boolean {
  const at = text.indexOf(side);
  return at >= 0 && from >= at && to <= at + side.length;
}

/** Verbs by which things begin, as terms. */
function starts(): Term[] {
  return orders().starts.map((word) => ({ word, stem: stem(word), parts: [], frame: false }));
}

function bare(side: string): string {
  return side
    .replace(/^the (?:birth|forming|founding|release|publication|start|opening|creation) of (?:the )?/iu, "")
    .replace(/["“”]/gu, "")
    .trim();
}

function nameKey(text: string): string {
  return tokens(text.replace(/\s*\([^)]*\)/gu, "").replace(/^[Tt]he\s/u, "")).join(" ");
}

function orders(): Words {
  const file = new URL("../../../data/knowledge/orders.json", import.meta.url);
  known ??= parseWords<Words>(readFileSync(file, "utf8"));
  return known;
}
