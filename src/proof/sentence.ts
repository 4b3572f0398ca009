import { empty, numberWords } from "./words.ts";

/**
 * A word, number or other unit of a sentence. `stem` is what is compared, `root` the stem without a prefix that turns
 * a word into its opposite. `marked`: a comma, colon, dash, semicolon or parenthesis stands before it. `owner`: "'s" stood behind it.
 * `range`: what a number with a bound stands for.
 */
export type Token = {
  text: string;
  stem: string;
  root: string;
  kind: "number" | "name" | "path" | "word";
  marked: boolean;
  owner?: true;
  range?: Range;
};

/** The numbers that a number with its bound stands for: "at least 90" from 90 on, "fewer than 50" those below, without it (`open`). */
export type Range = { from: number; to: number; open: boolean };

/** Splits text into sentences: at full stops before a space, at blank lines, list items, headings and table rows. */
export function splitSentences(text: string): string[] {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)]\s))|(?<=[.!?…][)"”»’']*)\s+(?=[^\p{Ll}])|(?<=[.!?]["”»]?)\n/u)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Text between quotation marks or backticks. */
export function quotesOf(sentence: string): string[] {
  const found = sentence.matchAll(/"([^"]+)"|“([^”]+)”|«\s*([^»]+?)\s*»|`([^`]+)`|„([^“”]+)[“”]/g);
  return [...found].map((groups) => foldSpace(groups.slice(1).find((group) => group !== undefined) ?? ""));
}

export function foldSpace(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** The units of a sentence in order, white space and punctuation dropped. "n't" and the "not" of "cannot" are words of their own. */
export function tokenizeSentence(sentence: string): Token[] {
  const tokens: Token[] = [];
  const plain = sentence.replace(/’/g, "'");
  let end = 0;
  for (const { 0: found, index } of plain.matchAll(units)) {
    const [first, ...more] = read(found);
    if (first) tokens.push({ ...first, marked: /[,;:()—–]| - /.test(plain.slice(end, index)) }, ...more);
    end = index + found.length;
  }
  return tokens;
}

/** A path or identifier with inner marks, a number with its marks, or a word. */
const units =
  /[\p{L}\p{N}_@~$.-]*[\p{L}\p{N}_](?:[/\\:#@][\p{L}\p{N}_@~$.-]*[\p{L}\p{N}_])+\/?|[~≈≤≥]?[-−]?\p{Nd}+(?:[.,:-]\p{Nd}+)*(?:%|\+(?![\p{L}\p{N}+]))?|[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:[.'-][\p{L}\p{N}_]+)*/gu;

function read(text: string): Token[] {
  if (/^[~≈≤≥]?[-−]?\p{Nd}/u.test(text) && !/\p{L}/u.test(text)) return [unit(text, numberStem(text), "number")];
  const lower = text.toLowerCase();
  const number = numberWords.get(lower);
  if (number) return [unit(text, number, "number")];
  if (/[/\\#@_$:]|\.\p{L}|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(text)) return [unit(text, text, "path")];
  const denied = /^(\p{L}+)n't$/u.exec(lower)?.[1];
  if (denied !== undefined) return [word(shortened.get(denied) ?? denied, false), word("n't", false)];
  if (lower === "cannot") return [word("can", false), word("not", false)];
  const plain = text.replace(/'s$/i, "");
  const token = word(plain, /^\p{Lu}/u.test(text));
  return [plain === text || empty.has(plain.toLowerCase()) ? token : { ...token, owner: true }];
}

/** What is left of a verb before "n't". */
const shortened = new Map([
  ["ca", "can"],
  ["wo", "will"],
  ["sha", "shall"],
]);

function unit(text: string, stem: string, kind: "number" | "path"): Token {
  return { text, stem, root: stem, kind, marked: false };
}

function word(text: string, capital: boolean): Token {
  const lower = text.toLowerCase();
  const kind = capital && !empty.has(lower) ? "name" : "word";
  return { text: lower, stem: stemOf(lower), root: stemOf(lower.replace(prefix, "")), kind, marked: false };
}

/** Prefixes that turn a word into its opposite. */
const prefix = /^(?:un|in|im|ir|il|dis|de|non-?|anti-?|mis)(?=\p{L}{3})/u;

/** 1,204 and 1204 are one number; a comma before two digits or less may be a decimal one and stays. 3.10 may be a version, which is not 3.1. */
function numberStem(text: string): string {
  const plain = text.replace("−", "-").replace(/,(?=\p{Nd}{3}(?:\D|$))/gu, "");
  return plain.replace(/^(-?\d+)\.0+$/, "$1");
}

/** A light stem: plural, past and -ing endings fall away where a word of three letters stays. */
export function stemOf(word: string): string {
  const stem = word
    .replace(/(?<=\p{L}{2})ies$/u, "y")
    .replace(/(?<=ss|sh|ch|x)es$/u, "")
    .replace(/(?<=\p{L}{2}[^s'u])s$/u, "")
    .replace(/(?<=\p{L}{3})(?:ing|ed)$/u, "")
    .replace(/(?<=\p{L}{3})e$/u, "");
  return /([b-df-hj-kmnp-rtv-z])\1$/.test(stem) && stem !== word ? stem.slice(0, -1) : stem;
}

/** Tokens as words of a sentence. */
export function textOf(tokens: readonly Pick<Token, "text">[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
