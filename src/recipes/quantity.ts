import type { Words } from "./data.ts";
import type { Builtin, Reading } from "./grammar.ts";
import type { Token } from "./tokens.ts";

/** The phrases `number`, `size` (in bytes) and `expression` (arithmetic up to the end of the question). */
export function quantityPhrases(words: Words, question: string): Record<string, Builtin> {
  return {
    number(tokens, at) {
      const token = tokens[at];
      const value = token && !token.quoted ? numberOf(token.lower, words) : undefined;
      const isArticle = token?.lower === "a" || token?.lower === "an";
      const times = { hundred: 100, thousand: 1000 }[tokens[at + 1]?.lower ?? ""];
      if (value !== undefined && times) return [{ end: at + 2, cost: 0, value: value * times }];
      return value === undefined || isArticle ? [] : [{ end: at + 1, cost: 0, value }];
    },
    size: (tokens, at) => sizes(tokens, at, words),
    expression: (tokens, at) => expression(tokens, at, question),
  };
}

function numberOf(lower: string, words: Words): number | undefined {
  if (/^\d+(?:[,.]\d{3})*$/.test(lower) && !/^\d+\.\d{3}$/.test(lower)) return Number(lower.replaceAll(",", ""));
  return Object.hasOwn(words.numbers, lower) ? words.numbers[lower] : undefined;
}

/** "10 KB", "10KB", "1.5 MB", "500 bytes": a whole number of bytes. */
function sizes(tokens: Token[], at: number, words: Words): Reading[] {
  const found = /^(\d+(?:\.\d+)?)([a-z]*)$/.exec(tokens[at]?.lower.replaceAll(",", "") ?? "");
  const count = found ? Number(found[1]) : numberOf(tokens[at]?.lower ?? "", words);
  if (count === undefined) return [];
  const unit = found?.[2] || tokens[at + 1]?.lower || "";
  const bytes = Object.hasOwn(words.sizes, unit) ? count * words.sizes[unit]! : Number.NaN;
  return Number.isInteger(bytes) ? [{ end: found?.[2] ? at + 1 : at + 2, cost: 0, value: bytes }] : [];
}

const signs: Record<string, string> = {
  plus: "+",
  minus: "-",
  times: "*",
  over: "/",
  x: "*",
  "×": "*",
  "÷": "/",
  "−": "-",
};

/** Arithmetic up to the end of the question: digits, signs and brackets, or signs as words. */
function expression(tokens: Token[], at: number, question: string): Reading[] {
  const first = tokens[at];
  if (!first) return [];
  const raw = question.slice(first.start, tokens.at(-1)!.end + (question[tokens.at(-1)!.end] === ")" ? 1 : 0));
  const start = question[first.start - 1] === "(" ? `(${raw}` : raw;
  const text = start
    .toLowerCase()
    .replace(/\b(?:multiplied|divided) by\b/g, (words) => (words.startsWith("m") ? "*" : "/"))
    .replace(/\bto the power of\b/g, "^")
    .replace(/ squared\b/g, "^2")
    .replace(/ cubed\b/g, "^3")
    .replace(/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent) of\b/g, "$1 / 100 *")
    .replace(/(?<![a-z])(plus|minus|times|over|x)(?![a-z])/g, (word) => signs[word]!)
    .replace(/[×÷−]/g, (sign) => signs[sign]!)
    .replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1")
    .replace(/\*\*/g, "^")
    .replace(/^(?:the )?product of (.+) and (.+)$/, "$1*$2")
    .replace(/ (?:for me|please)[?.!]*$/, "")
    .replace(
      /(?:[=?]| (?:is|be|how much|what|equals?|makes?|gives?|yields?|come to|comes to|amounts? to|add up to))+\s*$/,
      "",
    )
    .trim();
  const fits =
    /^[\d\s.+\-*/^()%]+$/.test(text) && /\d\s*\)?\s*[-+*/^%]\s*\(?\s*-?[\d(.]/.test(text) && !/\d\s+\d/.test(text);
  return fits && !/^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(text) ? [{ end: tokens.length, cost: 0, value: text }] : [];
}
