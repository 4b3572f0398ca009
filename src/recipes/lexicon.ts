import type { Kind, Words } from "./data.ts";
import type { Builtin, Reading } from "./grammar.ts";
import { timePhrases, timeWords } from "./time.ts";
import type { Token } from "./tokens.ts";

const pathLike = /^[^\s/"'`<>|?*:;,!=&#$%^{}()[\]][^\s"'`<>|?*:;,!=&]*$/;
const extension = /[^./]\.[A-Za-z][A-Za-z0-9]{0,9}$/;

/** The phrases that code recognises: names, texts, numbers, sizes, dates. `now` is in milliseconds since 1970. */
export function lexicon(words: Words, kinds: Kind[], question: string, now: number): Record<string, Builtin> {
  const functions = new Set(words.functionWords);
  const vague = new Set(words.vague);
  const folders = new Set(words.folders);
  const sorts = namesOf(kinds);
  const plain = (token: Token) => !functions.has(token.lower) && !vague.has(token.lower);

  const isName = (token: Token) =>
    token.quoted ||
    (pathLike.test(token.text) && (plain(token) || folders.has(token.lower)) && !/^\d+$/.test(token.text));
  const isFile = ({ text, quoted, lower }: Token) =>
    (quoted || pathLike.test(text)) &&
    !text.endsWith("/") &&
    !/\s/.test(quoted ? "" : text) &&
    (extension.test(text) || (/^(?:.*\/)?\.[A-Za-z][\w.-]+$/.test(text) && !sorts.extensions.has(lower.slice(1))));

  return {
    ...one("quoted", (token) => (token.quoted ? token.text : undefined)),
    ...one("raw", (token) => (token.lower === "," || token.lower === "'s" ? undefined : token.text)),
    ...one("name", (token) => (isName(token) ? normal(token.text) : undefined)),
    ...one("anyname", (token) => (isName(token) && !token.text.endsWith("/") ? normal(token.text) : undefined)),
    ...one("thing", (token) => (isName(token) && !isFile(token) ? normal(token.text) : undefined)),
    ...one("filename", (token) => (isFile(token) ? normal(token.text) : undefined)),
    ...one("stem", (token) =>
      !token.quoted && words.stems.includes(token.lower.split("-")[0]!) ? token.text : undefined,
    ),
    ...one("commonfolder", (token) => (!token.quoted && folders.has(token.lower) ? normal(token.text) : undefined)),
    ...one("commonpath", (token) =>
      isName(token) &&
      !token.quoted &&
      !isFile(token) &&
      (token.text.includes("/") || (folders.has(token.lower) && !sorts.names.has(token.lower)))
        ? normal(token.text)
        : undefined,
    ),
    ...one("slashname", (token) =>
      isName(token) && !isFile(token) && token.text.includes("/") ? normal(token.text) : undefined,
    ),
    ...one("dirname", (token) => {
      if (!isName(token) || isFile(token) || timeWords(words).has(token.lower) || Object.hasOwn(words.sizes, token.lower)) return undefined;
      const sure = token.quoted || token.text.includes("/");
      if (!sure && sorts.names.has(token.lower) && !folders.has(token.lower)) return undefined;
      return sure ? { name: normal(token.text), sure } : { name: token.text };
    }),
    ...one("symbol", (token) => (plain(token) || token.quoted ? identifier(token.text) : undefined)),
    ...one("codeword", (token) =>
      token.quoted || /[(_$]|[a-z][A-Z]|\d/.test(token.text) ? identifier(token.text) : undefined,
    ),
    ...one("module", (token) =>
      token.quoted || (plain(token) && /^[@\w.][\w@/.:~-]*$/.test(token.text)) ? token.text : undefined,
    ),
    ...one("codetext", (token) =>
      !token.quoted && /^[^.,].*[._(:$#@/]|[a-z][A-Z]|^[A-Z][A-Z_]+$/.test(token.text) ? token.text : undefined,
    ),
    ...one("regex", (token) => (token.quoted ? token.text : slashed(token))),
    ...one("slashed", slashed),
    ...one("glob", (token) =>
      /\*|\{.*,.*\}/.test(token.text) && !/\s/.test(token.text) && !/^[\d.+*/^()%=-]+$/.test(token.text)
        ? globOf(token.text)
        : undefined,
    ),
    ...one("ext", (token) =>
      /^\.(?:d\.|test\.|spec\.)?[A-Za-z0-9+]{1,10}$/.test(token.text) ? { name: `*${token.text}` } : undefined,
    ),
    ...one("bareext", (token) =>
      /^[A-Za-z0-9+]{1,8}$/.test(token.text) && plain(token) ? { name: `*.${token.text}` } : undefined,
    ),
    ...one("nonkind", (token) => (token.lower.startsWith("non-") ? sorts.named(token.lower.slice(4)) : undefined)),
    ...one("number", ({ lower, quoted }) => (quoted ? undefined : numberOf(lower, words))),
    kind: longest(sorts.names),
    kindnoun: longest(sorts.nouns),
    loose: loose((token) => !token.quoted && token.lower !== "," && !token.text.startsWith("-") && plain(token)),
    size: (tokens, at) => sizes(tokens, at, words),
    expression: (tokens, at) => expression(tokens, at, question),
    ...timePhrases(words, now),
  };
}

function one(name: string, read: (token: Token) => unknown): Record<string, Builtin> {
  return {
    [name]: (tokens, at) => {
      const token = tokens[at];
      const value = token && read(token);
      return value === undefined ? [] : [{ end: at + 1, cost: 0, value }];
    },
  };
}

/** A path as it is compared: without "./" before it and "/" after it. */
function normal(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "") || path;
}

function identifier(text: string): string | undefined {
  return /^([\p{L}_$#][\p{L}\p{N}_$]*)(?:\(\))?$/u.exec(text)?.[1];
}

function slashed(token: Token): string | undefined {
  return token.quoted ? undefined : /^\/(.+)\/$/.exec(token.text)?.[1];
}

function globOf(text: string): { name: string } | { path: string } {
  const glob = text.replace(/^\.\//, "");
  if (!glob.includes("/")) return { name: glob };
  return glob.startsWith("**/") && !glob.slice(3).includes("/") ? { name: glob.slice(3) } : { path: glob };
}

/** The names by which kinds are called, each of up to three words. */
function namesOf(kinds: Kind[]) {
  const names = new Map<string, unknown>();
  const nouns = new Map<string, unknown>();
  const extensions = new Set<string>();
  for (const { id, names: called, nouns: alone = [], extensions: ends = [] } of kinds) {
    for (const name of called) names.set(name, { kind: id });
    for (const noun of alone) nouns.set(noun, { kind: id });
    for (const end of ends) extensions.add(end);
  }
  for (const end of extensions) if (!names.has(end)) names.set(end, { name: `*.${end}` });
  return { names, nouns, extensions, named: (name: string) => names.get(name) };
}

function longest(names: Map<string, unknown>): Builtin {
  return (tokens, at) => {
    for (let length = 3; length > 0; length--) {
      const part = tokens.slice(at, at + length);
      if (part.length < length || part.some(({ quoted }) => quoted)) continue;
      const value = names.get(part.map(({ lower }) => lower).join(" "));
      if (value !== undefined) return [{ end: at + length, cost: 0, value }];
    }
    return [];
  };
}

/** One to three words that stand for themselves; each word beyond the first makes it less natural. */
function loose(fits: (token: Token) => boolean): Builtin {
  return (tokens, at) => {
    const readings: Reading[] = [];
    const text: string[] = [];
    for (let end = at; end < at + 3 && tokens[end] && fits(tokens[end]!); end++) {
      text.push(tokens[end]!.text);
      readings.push({ end: end + 1, cost: end - at, value: text.join(" ") });
    }
    return readings;
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
    .replace(/(\d+(?:\.\d+)?)\s*(?:%|percent|per cent) of\b/g, "$1 / 100 *")
    .replace(/(?<![a-z])(plus|minus|times|over|x)(?![a-z])/g, (word) => signs[word]!)
    .replace(/[×÷−]/g, (sign) => signs[sign]!)
    .replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1")
    .replace(/\*\*/g, "^")
    .replace(/[=?]+\s*$/, "")
    .trim();
  const fits =
    /^[\d\s.+\-*/^()%]+$/.test(text) && /\d\s*\)?\s*[-+*/^%]\s*\(?\s*-?[\d(.]/.test(text) && !/\d\s+\d/.test(text);
  return fits && !/^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(text) ? [{ end: tokens.length, cost: 0, value: text }] : [];
}
