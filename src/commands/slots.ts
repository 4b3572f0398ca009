import type { Words } from "./data.ts";
import type { Take } from "./pattern.ts";
import type { Token } from "./phrase.ts";

/** What each type of slot accepts: the values of one token, or null. */
type Accept = (token: Token) => string[] | null;

/** The types that hold lists, and the type of their members. */
const many: Record<string, string> = {
  places: "place",
  globs: "glob",
  patterns: "pattern",
  names: "name",
  operands: "operand",
  qfiles: "qfile",
  places2: "path2",
  modes: "mode",
  texts: "text",
};

/** Fills the slots of patterns from tokens. A list type takes several tokens with commas, "and" or "or" between them. */
export function taker(words: Words, known: ReadonlySet<string>): Take {
  const fresh = (token: Token) => token.kind === "word" && !known.has(token.base) && !/^\d+$/.test(token.text);
  const own = (token: Token) => token.kind === "quoted" || fresh(token);
  const pathLike = (token: Token) => /^[.~]{1,2}$|^[^\s]*\/|^~/.test(token.text) && !/^\w+:\/\/|\$/.test(token.text);
  const globLike = (token: Token) => /[*?[]|^\.\w|\w\.\w|\w_\w/.test(token.text) && token.kind !== "mark";
  const filed = (token: Token) =>
    token.kind !== "mark" &&
    !/[*?[\s]|^\.\w{1,5}$/.test(token.text) &&
    (pathLike(token) || /\w\.\w/.test(token.text)) &&
    !isNumber(token.text);
  const one: Record<string, Accept> = {
    n: ({ kind, text, base }) => {
      if (kind === "word" && /^\d+(\.\d+)?$/.test(text)) return [text];
      if (/^\d+\*\d+$/.test(text)) return [String(text.split("*").reduce((product, by) => product * Number(by), 1))];
      return words.numbers[base] === undefined ? null : [String(words.numbers[base])];
    },
    ordinal: ({ text, base }) => {
      const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(text)?.[1];
      return digits ? [digits] : words.ordinals[base] === undefined ? null : [String(words.ordinals[base])];
    },
    place: (token) => (token.kind !== "mark" && pathLike(token) && !/[*?[]/.test(token.text) ? [token.text] : null),
    path: (token) => (token.kind === "quoted" || filed(token) ? [token.text] : null),
    operand: (token) => (filed(token) ? [token.text] : null),
    qfile: (token) => ((own(token) && !globLike(token)) || filed(token) ? [token.text] : null),
    bare: (token) => (token.kind === "quoted" && !globLike(token) ? [token.text] : null),
    path2: (token) => (own(token) || filed(token) ? [token.text] : null),
    archive: (token) => (/\.(tar|tgz|tar\.\w+|zip|cpio)$/.test(token.text) ? [token.text] : null),
    fresh: (token) => (own(token) && !globLike(token) ? [token.text] : null),
    named: (token) =>
      token.kind === "quoted" || (token.kind === "word" && !words.generic.includes(token.base)) ? [token.text] : null,
    quoted: (token) => (token.kind === "quoted" ? [token.text] : null),
    text: (token) =>
      token.kind === "quoted" || ((fresh(token) || globLike(token)) && !token.text.includes("/")) ? [token.text] : null,
    text2: (token) =>
      own(token) || globLike(token) ? [token.text] : words.chars[token.base] ? [words.chars[token.base]!] : null,
    texta: (token) => (own(token) || globLike(token) ? [token.text] : null),
    user: (token) => (own(token) || token.base === "root" ? [token.text] : null),
    glob: (token) => (own(token) || globLike(token) ? [glob(token, words)] : null),
    pattern: (token) => (globLike(token) && !token.text.includes("/") ? [glob(token, words)] : null),
    name: (token) => ((token.kind === "quoted" || globLike(token)) && !token.text.includes("/") ? [token.text] : null),
    sort: (token) => words.sorts[token.text.toLowerCase()] ?? null,
    ending: ({ text }) => (/^\*?\.\w{1,5}$/.test(text) ? [text] : null),
    return: ({ text }) => (text === "\\r" ? [text] : null),
    sum: ({ kind, text }) => (kind === "quoted" && /^[\d\s.+*/^()-]+$/.test(text) && /\d/.test(text) ? [text] : null),
    char: (token) => {
      if (token.kind === "quoted") return token.text.length === 1 ? [token.text] : null;
      return words.chars[token.base] === undefined ? null : [words.chars[token.base]!];
    },
    charname: (token) => {
      if (token.kind === "quoted") return token.text.length === 1 || /^\\[nt]$/.test(token.text) ? [token.text] : null;
      return words.chars[token.base] === undefined ? null : [words.chars[token.base]!];
    },
    least: ({ text }) => (/^[0-7]{3,4}$/.test(text) ? [`-${text}`] : null),
    mode: ({ text }) => (/^[0-7]{3,4}$|^[ugoa]*[-+=][rwxXst]*(,[ugoa]*[-+=][rwxXst]*)*$/.test(text) ? [text] : null),
  };
  const accept = (type: string) => {
    const found = one[type];
    if (found === undefined) throw new SyntaxError(`no slot of type ${type}`);
    return found;
  };
  return (type, tokens, at) =>
    many[type] ? list(accept(many[type]), tokens, at) : list(accept(type), tokens, at).slice(0, 1);
}

/** Every length of list that starts at `at`. */
function list(accept: Accept, tokens: Token[], at: number): { end: number; values: string[] }[] {
  const found: { end: number; values: string[] }[] = [];
  let values: string[] = [];
  for (let next = at; next < tokens.length; ) {
    const more = accept(tokens[next]!);
    if (more === null) break;
    values = [...values, ...more];
    found.push({ end: next + 1, values });
    const from = ++next;
    while (next < tokens.length && /^(,|and|or)$/.test(tokens[next]!.base)) next++;
    if (next === from) break;
  }
  return found;
}

/** ".txt" stands for the files that end so, unless it is the name of a well-known file. */
function glob(token: Token, words: Words): string {
  return /^\.[a-z0-9]{1,5}$/i.test(token.text) && !words.dotfiles.includes(token.text) ? `*${token.text}` : token.text;
}

function isNumber(text: string): boolean {
  return /^[\d.,]+$/.test(text);
}
