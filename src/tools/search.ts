import type { Matches, Pattern } from "../core/observation.ts";
import { compileRegex } from "./regex.ts";

/** How many matching lines are shown, and how many characters of each. */
const shownLines = 10;
const shownCharacters = 200;

/** What is found in a text: whether, and on which lines (from 1, ascending). Patterns are not empty. */
type Found = { found: boolean; lines: number[] };

/** What is looked for in the text of a file, whatever its language. */
type TextPattern = Exclude<Pattern, { kind: "code" }>;

/**
 * Looks for a pattern in a whole text. A match counts on the line on which it begins; a regular expression counts on every
 * line that it matches taken alone. Lines end in LF, and a CR before it belongs to the end. Lines are shown as they stand
 * in `shown` of the text, which has the same lines.
 */
export async function searchText(
  text: string,
  pattern: TextPattern,
  shown: (text: string) => string = (whole) => whole,
): Promise<Pick<Matches, "found" | "lines" | "first">> {
  const { found, lines } = await find(text, pattern);
  const length = pattern.kind === "line" ? Infinity : shownCharacters;
  return { found, lines: lines.length, first: found ? show(shown(text), lines.slice(0, shownLines), length) : [] };
}

/** Whether every line that matches is shown as it stands, and whole. */
export function isShownWhole(text: string, { first }: Pick<Matches, "first">): boolean {
  const whole = show(
    text,
    first.map(({ line }) => line),
    Infinity,
  );
  return whole.every((one, index) => one.text === first[index]!.text);
}

/** The words and characters of a text. */
export function countWords(text: string): { words: number; characters: number } {
  let words = 0;
  for (const _ of text.matchAll(/\P{White_Space}+/gu)) words++;
  let characters = text.length;
  for (const _ of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) characters--;
  return { words, characters };
}

async function find(text: string, pattern: TextPattern): Promise<Found> {
  switch (pattern.kind) {
    case "literal":
      return findLiteral(text, pattern.text);
    case "word":
      return findWord(text, pattern.text);
    case "quote":
      return findQuote(text, pattern.text);
    case "line":
      return findLine(text, Number(pattern.text));
    case "regex":
      return findRegex(text, pattern.text, pattern.flags);
  }
}

function findLine(text: string, number: number): Found {
  const all = linesOf(text).length;
  const line = number < 0 ? all + 1 + number : number;
  const found = line >= 1 && line <= all;
  return { found, lines: found ? [line] : [] };
}

/** `fits` says whether an occurrence at an offset counts. */
function findLiteral(text: string, wanted: string, fits: (at: number) => boolean = () => true): Found {
  const lines: number[] = [];
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(wanted); at !== -1; ) {
    if (!fits(at)) {
      at = text.indexOf(wanted, at + 1);
      continue;
    }
    for (let end = text.indexOf("\n", start); end !== -1 && end < at; end = text.indexOf("\n", start)) {
      line++;
      start = end + 1;
    }
    lines.push(line);
    const end = text.indexOf("\n", at);
    at = end === -1 ? -1 : text.indexOf(wanted, end + 1);
  }
  return { found: lines.length > 0, lines };
}

/** Whole words, whatever their case. Folding neither adds nor removes line breaks, so line numbers stay. */
function findWord(text: string, wanted: string): Found {
  const folded = fold(text);
  const word = fold(wanted);
  const opens = startsWithWord.test(word);
  const closes = endsWithWord.test(word);
  return findLiteral(folded, word, (at) => {
    const before = opens && endsWithWord.test(folded.slice(Math.max(0, at - 2), at));
    const after = closes && startsWithWord.test(folded.slice(at + word.length, at + word.length + 2));
    return !before && !after;
  });
}

const startsWithWord = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
const endsWithWord = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u;

/** Case folding by full case mapping; the two small sigmas are one letter. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Equal after NFC with every run of white space as one space. A line break joins with nothing in NFC, so each line can be
 * folded alone, which keeps track of where it went. */
function findQuote(text: string, wanted: string): Found {
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let spaced = false;
  for (const line of text.split(/(?<=\n)/)) {
    const folded = foldSpace(line);
    const piece: string = spaced && folded.startsWith(" ") ? folded.slice(1) : folded;
    starts.push(length);
    pieces.push(piece);
    length += piece.length;
    if (piece !== "") spaced = piece.endsWith(" ");
  }
  const whole = pieces.join("");
  const quote = foldSpace(wanted);
  const lines: number[] = [];
  for (let at = whole.indexOf(quote), line = 0; at !== -1; at = whole.indexOf(quote, at + 1)) {
    while (line + 1 < starts.length && starts[line + 1]! <= at) line++;
    if (lines.at(-1) !== line + 1) lines.push(line + 1);
  }
  return { found: lines.length > 0, lines };
}

function foldSpace(text: string): string {
  return text.normalize("NFC").replace(/\p{White_Space}+/gu, " ");
}

async function findRegex(text: string, source: string, flags: string): Promise<Found> {
  const regex = await compileRegex(source, flags);
  const lines: number[] = [];
  linesOf(text).forEach((line, index) => {
    if (regex.test(line)) lines.push(index + 1);
  });
  return { found: regex.test(text), lines };
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

function show(text: string, lines: number[], length: number): Matches["first"] {
  const first: Matches["first"] = [];
  let line = 1;
  let start = 0;
  for (const wanted of lines) {
    for (; line < wanted; line++) start = text.indexOf("\n", start) + 1;
    const end = text.indexOf("\n", start);
    const whole = text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "");
    first.push({ line, text: whole.slice(0, length).toWellFormed() });
  }
  return first;
}
