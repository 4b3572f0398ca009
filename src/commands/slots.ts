import type { Words } from "./data.ts";
import type { Take } from "./pattern.ts";
import type { Token } from "./phrase.ts";

/** What each type of slot accepts: the values of one token, or null. */
type Accept = (token: Token) => string[] | null;

/** The types that hold lists, the type of their members, and the word that joins those: by default "and" or "or". */
const many: Record<string, [member: string, joiner?: "and" | "or"]> = {
  places: ["place"],
  globs: ["glob"],
  patterns: ["pattern"],
  names: ["name"],
  filenames: ["filename"],
  operands: ["operand"],
  qfiles: ["qfile"],
  places2: ["path2"],
  modes: ["mode"],
  treepaths: ["treepath"],
  texts: ["text"],
  alltexts: ["text", "and"],
  anytexts: ["text", "or"],
  letters: ["letter"],
  suffixes: ["suffix"],
};

/** Fills the slots of patterns from tokens. A list type takes several tokens with commas, "and" or "or" between them. */
export function taker(words: Words, known: ReadonlySet<string>): Take {
  const one = { ...values(words), ...pieces(words, known) };
  const accept = (type: string) => {
    const found = one[type];
    if (found === undefined) throw new SyntaxError(`no slot of type ${type}`);
    return found;
  };
  return (type, tokens, at) => {
    const [member, joiner] = many[type] ?? [type];
    const found = list(accept(member), tokens, at, joiner);
    return many[type] ? found : found.slice(0, 1);
  };
}

/** Slots of numbers, marks and other short values. */
function values(words: Words): Record<string, Accept> {
  return {
    n: ({ kind, text, base }) => {
      if (kind === "word" && /^\d+(\.\d+)?$/.test(text)) return [text];
      if (/^\d+\*\d+$/.test(text)) return [String(text.split("*").reduce((product, by) => product * Number(by), 1))];
      return words.numbers[base] === undefined ? null : [String(words.numbers[base])];
    },
    ordinal: ({ text, base }) => {
      const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(text)?.[1];
      return digits ? [digits] : words.ordinals[base] === undefined ? null : [String(words.ordinals[base])];
    },
    // A part of a word.
    wordy: ({ kind, text }) => (kind !== "mark" && /^[\p{L}\p{N}_]+$/u.test(text) ? [text] : null),
    letter: ({ kind, text }) => (kind === "word" && /^[a-z]$/i.test(text) ? [text] : null),
    sort: (token) => words.sorts[token.text.toLowerCase()] ?? null,
    suffix: ({ kind, text }) => (kind === "word" && /^\*?(\.\w+)+$/.test(text) ? [text] : null),
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
}

/** Slots of names, paths and texts. A word that no phrase knows is taken as such too. */
function pieces(words: Words, known: ReadonlySet<string>): Record<string, Accept> {
  const fresh = (token: Token) => token.kind === "word" && !known.has(token.base) && !/^\d+$/.test(token.text);
  const own = (token: Token) => token.kind === "quoted" || fresh(token);
  return {
    place: (token) => (token.kind !== "mark" && pathLike(token) && !/[*?[]/.test(token.text) ? [token.text] : null),
    treepath: (token) => (token.kind === "quoted" || pathLike(token) ? [token.text] : null),
    path: (token) => (token.kind === "quoted" || filed(token) ? [token.text] : null),
    operand: (token) => (filed(token) ? [token.text] : null),
    qfile: (token) => ((token.kind === "quoted" && !globLike(token)) || filed(token) ? [token.text] : null),
    bare: (token) => (token.kind === "quoted" && !globLike(token) ? [token.text] : null),
    path2: (token) => (own(token) || filed(token) ? [token.text] : null),
    archive: (token) => (/\.(tar|tgz|tar\.\w+|zip|cpio)$/.test(token.text) ? [token.text] : null),
    fresh: (token) => (own(token) && !globLike(token) ? [token.text] : null),
    named: (token) =>
      token.kind === "quoted" || (token.kind === "word" && !words.generic.includes(token.base)) ? [token.text] : null,
    quoted: (token) => (token.kind === "quoted" ? [token.text] : null),
    // What looks like the name of a file is one, unless it stands in quotes.
    text: (token) =>
      token.kind === "quoted" || (fresh(token) && !/[/*?]|^\.\w|\w\.\w/.test(token.text)) ? [token.text] : null,
    text2: (token) =>
      own(token) || globLike(token) ? [token.text] : words.chars[token.base] ? [words.chars[token.base]!] : null,
    texta: (token) => (own(token) || globLike(token) ? [token.text] : null),
    user: (token) => (own(token) || token.base === "root" ? [token.text] : null),
    glob: (token) => (own(token) || globLike(token) ? choices(glob(token, words)) : null),
    pattern: (token) =>
      token.kind === "word" && /[*?[]|^\.\w/.test(token.text) && !token.text.includes("/")
        ? choices(glob(token, words))
        : null,
    filename: ({ kind, text }) => (kind === "word" && /^[^*?[/]*\w\.\w/.test(text) && !isNumber(text) ? [text] : null),
    name: (token) => {
      if (token.text.includes("/")) return null;
      return token.kind === "quoted" ? [token.text] : globLike(token) ? [glob(token, words)] : null;
    },
  };
}

/** Words before a member of a list that do not change it, as in "a.txt and all of docs/". */
const determiner = /^(the|all|of|both|either)$/;

/** Every length of list that starts at `at`; with a `joiner`, only of members that it joins, "or" where there is none. */
function list(accept: Accept, tokens: Token[], at: number, joiner?: "and" | "or"): { end: number; values: string[] }[] {
  const joint = joiner === undefined ? /^(,|and|or)$/ : joiner === "and" ? /^(,|and)$/ : /^(,|or)$/;
  const found: { end: number; values: string[] }[] = [];
  let values: string[] = [];
  for (let next = at; next < tokens.length; ) {
    const more = accept(tokens[next]!);
    if (more === null) break;
    values = [...values, ...more];
    found.push({ end: next + 1, values });
    const from = ++next;
    while (next < tokens.length && joint.test(tokens[next]!.base)) next++;
    if (next === from) break;
    while (next < tokens.length && determiner.test(tokens[next]!.base) && accept(tokens[next]!) === null) next++;
  }
  return found;
}

/** ".txt" stands for the files that end so, unless it is the name of a well-known file. */
function glob(token: Token, words: Words): string {
  return /^\.[a-z0-9]{1,5}$/i.test(token.text) && !words.dotfiles.includes(token.text) ? `*${token.text}` : token.text;
}

/** The globs that the choices of braces give: programs know no braces in the pattern of a name. Null for more than some. */
function choices(glob: string): string[] | null {
  const globs = [glob];
  for (let at = 0; at < globs.length && globs.length <= 50; ) {
    const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(globs[at]!) ?? [];
    if (whole === undefined || inner === undefined) at++;
    else globs.splice(at, 1, ...inner.split(",").map((each) => globs[at]!.replace(whole, () => each)));
  }
  return globs.length > 50 ? null : globs;
}

function isNumber(text: string): boolean {
  return /^[\d.,]+$/.test(text);
}

function pathLike({ text }: Token): boolean {
  return /^[.~]{1,2}$|^[^\s]*\/|^~/.test(text) && !/^\w+:\/\/|\$/.test(text);
}

function globLike({ kind, text }: Token): boolean {
  return /[*?[]|^\.\w|\w\.\w|\w_\w/.test(text) && kind !== "mark";
}

/** Whether a token looks like the name or path of a file. */
function filed(token: Token): boolean {
  const { kind, text } = token;
  if (kind === "mark" || /[*?[\s]|^\.\w{1,5}$/.test(text) || isNumber(text)) return false;
  return pathLike(token) || /\w\.\w/.test(text);
}
