import { ErgoError } from "../core/error.ts";

/** A token of a claim with the offset of its first character. `mark` is punctuation or a comparison. */
export type Token =
  | { is: "mark"; text: string; at: number }
  | { is: "word"; text: string; at: number }
  | { is: "number"; text: string; at: number }
  | { is: "string"; value: string; at: number }
  | { is: "regex"; source: string; flags: string; at: number }
  | { is: "end"; at: number };

/** Splits a claim into tokens; the last one is "end". Throws CLAIM_SYNTAX. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const [token, end] = readToken(text, at);
    tokens.push(token);
    at = skipSpace(text, end);
  }
  tokens.push({ is: "end", at: text.length });
  return tokens;
}

/** CLAIM_SYNTAX at an offset; the message counts characters from 1. */
export function syntaxError(at: number, detail: string, hint: string): ErgoError {
  return new ErgoError("CLAIM_SYNTAX", { at: at + 1, detail, hint });
}

const space = /[ \t\r\n]*/y;
const word = /[A-Za-z][A-Za-z0-9_]*/y;
const number = /-?[0-9]+(?:\.[0-9]+)?/y;
const mark = /!=|<=|>=|[=<>(),:]/y;

/** What people write who are used to other languages. */
const advice: Record<string, string> = {
  "&": "write `and`",
  "|": "write `or`",
  "!": "write `not`, or `!=` between two values",
  "'": 'strings stand in double quotes: "README.md"',
  "`": 'strings stand in double quotes: "README.md"',
  "“": 'strings stand in plain double quotes: "README.md"',
  ".": "a number starts with a digit: 0.5",
  "-": "a minus sign stands directly before its digits: -3",
};

function readToken(text: string, at: number): [Token, end: number] {
  const first = text.charAt(at);
  if (first === '"') return readString(text, at);
  if (first === "/") return readRegex(text, at);
  const name = match(word, text, at);
  if (name) return [{ is: "word", text: name, at }, at + name.length];
  const digits = match(number, text, at);
  if (digits) return readNumber(text, at, digits);
  const sign = match(mark, text, at);
  if (sign) return [{ is: "mark", text: sign, at }, at + sign.length];
  const shown = String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw syntaxError(at, `unexpected ${JSON.stringify(shown)}`, advice[first] ?? 'a claim looks like lines("a.md") = 3');
}

function readNumber(text: string, at: number, digits: string): [Token, end: number] {
  const end = at + digits.length;
  if (/[\w.]/.test(text.charAt(end))) {
    throw syntaxError(end, `unexpected "${text.charAt(end)}" in a number`, "numbers are digits with at most one point");
  }
  return [{ is: "number", text: digits, at }, end];
}

function readString(text: string, at: number): [Token, end: number] {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) throw syntaxError(at, "the string does not end", 'close it with "');
  const raw = text.slice(at, end + 1);
  try {
    return [{ is: "string", value: JSON.parse(raw) as string, at }, end + 1];
  } catch (error) {
    const hint = 'strings are JSON: write \\n for a line break, \\\\ for a backslash, \\" for a quote';
    throw new ErgoError("CLAIM_SYNTAX", { at: at + 1, detail: "the string is not valid JSON", hint }, { cause: error });
  }
}

function readRegex(text: string, at: number): [Token, end: number] {
  let source = "";
  let end = at + 1;
  while (end < text.length && text[end] !== "/") {
    const size = text[end] === "\\" ? 2 : 1;
    const part = text.slice(end, end + size);
    source += part === "\\/" ? "/" : part;
    end += size;
  }
  if (end >= text.length) throw syntaxError(at, "the pattern does not end", "close it with /; write \\/ for a slash");
  const letters = match(word, text, end + 1);
  if (/[^ims]/.test(letters)) {
    throw syntaxError(end + 1, `unknown pattern flags "${letters}"`, "flags are i, m and s");
  }
  const flags = [...new Set(letters)].sort().join("");
  return [{ is: "regex", source, flags, at }, end + 1 + letters.length];
}

function skipSpace(text: string, at: number): number {
  return at + match(space, text, at).length;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
