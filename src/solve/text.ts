import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Option, Puzzle } from "./problem.ts";

/** Longer texts are no closed problem, nor are those with a longer sentence. */
const longest = { text: 6000, sentence: 800 };

/** Takes the options off a text; null for a text that is too long. */
export function puzzleOf(text: string): Puzzle | null {
  if (text.length > longest.text) return null;
  const folded = text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+/g, " ")
    .trim();
  const lines = folded.split("\n");
  const options: Option[] = [];
  while (lines.length > 1) {
    const line = lines.at(-1)!.trim();
    const marked = /^(\(?[A-Z]\)|[A-Z]\.|-)\s+(.+)$/.exec(line);
    if (line !== "" && !marked) break;
    if (marked) options.unshift({ mark: marked[1] === "-" ? "" : marked[1]!, text: marked[2]!.trim() });
    lines.pop();
  }
  if (options.length < 2) return { text: folded, options: [] };
  const last = lines.at(-1)?.trim() ?? "";
  if (/^(?:answer )?(?:options|choices)\s*:$/i.test(last)) lines.pop();
  return {
    text: lines
      .join("\n")
      .replace(/\s*\b(?:options|choices)\s*:\s*$/i, "")
      .trim(),
    options,
  };
}

/** Marks that a text may begin with and that say nothing of it. */
const lead = /^(?:(?:question|problem|q)\s*:\s*)/i;

/** The sentences of a text with what ends them, white space folded; a full stop after a month's short name or a letter ends none. */
export function sentencesOf(text: string): string[] {
  const folded = text.replace(lead, "").replace(/\s+/g, " ").trim();
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of folded.matchAll(/[.?!]+(?= |$)/g)) {
    const before = folded.slice(from, index);
    if (
      mark === "." &&
      /(?:^|[ (])(?:[A-Z]|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mr|mrs|ms|dr|st|vs)$/i.test(before)
    )
      continue;
    found.push(folded.slice(from, index + mark.length).trim());
    from = index + mark.length;
  }
  const rest = folded.slice(from).trim();
  return rest === "" ? found : [...found, rest];
}

/** The same, none where one is too long for a grammar. */
export function readableOf(text: string): string[] {
  const sentences = sentencesOf(text);
  return sentences.some(({ length }) => length > longest.sentence) ? [] : sentences;
}

/** A sentence without its last mark. */
export function bare(sentence: string): string {
  return sentence.replace(/[.?!:;,\s]+$/, "").trim();
}

/** The members of "a, b, and c" or "a and b"; null where one would be empty. */
export function membersOf(list: string): string[] | null {
  const parts = bare(list)
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    .map((part) => part.trim());
  return parts.every((part) => part !== "") ? parts : null;
}

/** A name of a thing without its article, in lower case. */
export function thing(text: string): string {
  return bare(text)
    .replace(/^(?:the|an?)\s+/i, "")
    .toLowerCase();
}

type Numbers = { cardinals: Record<string, number>; ordinals: Record<string, number> };
let numbers: Numbers | null = null;

function spelled(): Numbers {
  numbers ??= wordsOf<Numbers>("numbers");
  return numbers;
}

/** The whole number that digits or a word such as "twelve" or "twenty-one" write; null for anything else. */
export function numberOf(text: string): number | null {
  return numberIn(text, spelled().cardinals, /^\d{1,9}$/);
}

/** The place that "second", "twenty-first" or "3rd" names, from 1. */
export function ordinalOf(text: string): number | null {
  return numberIn(text, spelled().ordinals, /^\d{1,4}(?:st|nd|rd|th)$/);
}

function numberIn(text: string, words: Record<string, number>, digits: RegExp): number | null {
  const word = text.trim().toLowerCase();
  if (digits.test(word)) return Number.parseInt(word, 10);
  if (words[word] !== undefined) return words[word]!;
  const [tens, ones, ...more] = word.split(/[- ]/);
  const [large, small] = [spelled().cardinals[tens ?? ""], words[ones ?? ""]];
  if (more.length > 0 || large === undefined || small === undefined) return null;
  return large >= 20 && large < 100 && small >= 1 && small < 10 ? large + small : null;
}

/** Words of the solvers' grammars, kept as data. */
export function wordsOf<T>(name: string): T {
  return parseWords<T>(readFileSync(new URL(`../../data/solve/${name}.json`, import.meta.url), "utf8"));
}
