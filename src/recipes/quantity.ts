import { anchorReader, isAnchored } from "../core/anchor.ts";
import { lazy } from "../core/lazy.ts";
import { plainly, type Words } from "./data.ts";
import type { Builtin, Reading } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** The phrases `number`, `stretch` (of lines: "10-20"), `size` (in bytes) and `expression` (arithmetic up to the end of the question). */
export function quantityPhrases(words: Words, question: string): Record<string, Builtin> {
  return {
    number(tokens, at) {
      const token = tokens[at];
      const value = token && !token.quoted ? numberOf(token.lower, words) : undefined;
      const isArticle = token !== undefined && words.articles.includes(token.lower);
      const times = words.multiples[tokens[at + 1]?.lower ?? ""];
      if (value !== undefined && times) return [{ end: at + 2, cost: 0, value: value * times }];
      return value === undefined || isArticle ? [] : [{ end: at + 1, cost: 0, value }];
    },
    stretch(tokens, at) {
      const found = tokens[at]?.quoted ? null : /^(\d{1,6})[-–](\d{1,6})$/.exec(tokens[at]?.lower ?? "");
      const value = found && { from: Number(found[1]), to: Number(found[2]), edge: "start" };
      return value ? [{ end: at + 1, cost: 0, value }] : [];
    },
    size: (tokens, at) => sizes(tokens, at, words),
    expression: (tokens, at) => expression(tokens, at, question, words),
  };
}

function numberOf(lower: string, words: Words): number | undefined {
  const digits = plainDigits(lower, words);
  if (/^\d+$/.test(digits)) return Number(digits);
  return Object.hasOwn(words.numbers, lower) ? words.numbers[lower] : undefined;
}

/** A number with a point before its decimals and without marks between its thousands. */
function plainDigits(lower: string, { decimal }: Words): string {
  if (decimal === ".") return lower.replaceAll(",", "");
  return lower.replace(/(?<=^\d{1,3}(?:\.\d{3})*)\.(?=\d{3}(?:\.\d{3})*(?!\d))/g, "").replace(",", ".");
}

/** "10 KB", "10KB", "1.5 MB", "500 bytes": a whole number of bytes. */
function sizes(tokens: Token[], at: number, words: Words): Reading[] {
  const found = /^(\d+(?:\.\d+)?)([a-z]*)$/.exec(plainDigits(tokens[at]?.lower ?? "", words));
  const count = found ? Number(found[1]) : numberOf(tokens[at]?.lower ?? "", words);
  if (count === undefined) return [];
  const unit = found?.[2] || tokens[at + 1]?.lower || "";
  const bytes = Object.hasOwn(words.sizes, unit) ? Math.round(count * words.sizes[unit]! * 1e6) / 1e6 : Number.NaN;
  return Number.isInteger(bytes) ? [{ end: found?.[2] ? at + 1 : at + 2, cost: 0, value: bytes }] : [];
}

const signs = new WeakMap<Words, ((text: string) => string)[]>();

/** What puts the signs of arithmetic in the place of words, each compiled for the first text that may hold its words. */
function signsOf(words: Words): ((text: string) => string)[] {
  const anchorsOf = anchorReader();
  const putting = ([pattern, by]: [string, string]) => {
    const anchors = anchorsOf(pattern);
    const found = lazy(() => new RegExp(pattern, "gu"));
    return (text: string) => (isAnchored(anchors, text) ? text.replace(found(), by) : text);
  };
  const known = signs.get(words) ?? words.arithmetic.map(putting);
  signs.set(words, known);
  return known;
}

/** Arithmetic up to the end of the question: digits, signs and brackets, or signs as words. */
function expression(tokens: Token[], at: number, question: string, words: Words): Reading[] {
  const first = tokens[at];
  if (!first) return [];
  const { decimal, letters } = words;
  const raw = question.slice(first.start, tokens.at(-1)!.end + (question[tokens.at(-1)!.end] === ")" ? 1 : 0));
  const start = question[first.start - 1] === "(" ? `(${raw}` : raw;
  const spoken = signsOf(words).reduce((said, put) => put(said), plainly(start.toLowerCase(), letters));
  const text = (
    decimal === "," ? spoken.replace(/(\d),(?=\d)/g, "$1.") : spoken.replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1")
  )
    .replace(/×/g, "*")
    .replace(/÷/g, "/")
    .replace(/−/g, "-")
    .replace(/\*\*/g, "^")
    .replace(/[\s=?]+$/, "")
    .trim();
  const fits =
    /^[\d\s.+\-*/^()%]+$/.test(text) &&
    /\d\s*\)?\s*[-+*/^%]\s*\(?\s*-?[\d(.]/.test(text) &&
    !/\d\s+\d/.test(text) &&
    !/[-+*/^(]$/.test(text);
  return fits && !/^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(text) ? [{ end: tokens.length, cost: 0, value: text }] : [];
}
