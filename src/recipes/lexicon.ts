import { isSigns } from "../language/signs.ts";
import type { Kind, Words } from "./data.ts";
import { globOf } from "./filter.ts";
import type { Builtin, Reading } from "./grammar.ts";
import { quantityPhrases } from "./quantity.ts";
import { kindPhrases, namesOf, type Sorts } from "./sorts.ts";
import { timePhrases, timeWords } from "./time.ts";
import type { Token } from "./tokens.ts";

const pathLike = /^[^\s/"'`<>|?*:;,!=&#$%^{}()[\]][^\s"'`<>|?*:;,!=&]*$/;
/** Names that begin with a dot and are no extensions. */
const dotfile = /^\.(?:git\w+|env|\w+rc|\w+ignore|\w+config|htaccess|profile)$/;
/** Names that begin with a dot and are those of folders. */
const dotfolder =
  /^\.(?:github|gitlab|gitea|circleci|vscode|idea|husky|changeset|storybook|devcontainer|cargo|venv|tox|yarn)\/?$/;
const mail = /^[\w.+-]+@[\w-]+\.(?:com|org|net|edu|io|dev|de|fr|uk)$/;
const extension = /[^./]\.[A-Za-z][A-Za-z0-9]{0,9}$/;

/** The phrases that code recognises: names, texts, numbers, sizes, dates. `now` is in milliseconds since 1970. */
export function lexicon(words: Words, kinds: Kind[], question: string, now: number): Record<string, Builtin> {
  const sorts = namesOf(kinds, words);
  const tests = testsOf(words, sorts);
  return {
    ...namePhrases(words, sorts, tests),
    ...textPhrases(words, sorts, tests),
    ...kindPhrases(sorts, words),
    ...quantityPhrases(words, question),
    ...timePhrases(words, now),
  };
}

type Tests = {
  /** Not a word that the grammar of the language is made of, nor one that names no thing in particular. */
  isPlain(token: Token): boolean;
  isName(token: Token): boolean;
  /** Written as the name of a file: with an extension, or as a dotfile. */
  isFile(token: Token): boolean;
};

function testsOf(words: Words, { extensions }: Sorts): Tests {
  const functions = new Set(words.functionWords);
  const vague = new Set(words.vague);
  const folders = new Set(words.folders);
  const isPlain = ({ lower }: Token) => !functions.has(lower) && !vague.has(lower);
  const isDotfile = (text: string) =>
    /^(?:.*\/)?\.[A-Za-z][\w.-]+$/.test(text) && !extensions.has(text.slice(1).toLowerCase());
  return {
    isPlain,
    isName: (token) =>
      token.quoted ||
      (pathLike.test(token.text) && (isPlain(token) || folders.has(token.lower)) && !/^\d+$/.test(token.text)),
    isFile: ({ text, quoted }) =>
      !mail.test(text) &&
      (quoted || pathLike.test(text)) &&
      !text.endsWith("/") &&
      (extension.test(text) || isDotfile(text)),
  };
}

/** Names of files, folders, modules and symbols. */
function namePhrases(words: Words, sorts: Sorts, { isPlain, isName, isFile }: Tests): Record<string, Builtin> {
  const folders = new Set(words.folders);
  const isNamedDir = (token: Token) => isName(token) && (!isFile(token) || dotfolder.test(token.text));
  const isCommon = ({ quoted, lower }: Token) => !quoted && folders.has(lower);
  const notions = new Set(words.notions);
  const isOther = ({ lower, quoted }: Token) =>
    !quoted && (timeWords(words).has(lower) || Object.hasOwn(words.sizes, lower) || notions.has(lower));
  const isFolder = (token: Token) => isNamedDir(token) && !isOther(token);
  const path = (fits: (token: Token) => boolean) => (token: Token) => (fits(token) ? normal(token.text) : undefined);
  return {
    dirname: folderNames(isFolder, folders, sorts),
    ...one("name", path(isName)),
    ...one(
      "anyname",
      path((token) => isName(token) && !token.text.endsWith("/")),
    ),
    ...one(
      "plainthing",
      path((token) => !token.quoted && isFolder(token)),
    ),
    ...one(
      "quotedthing",
      path((token) => token.quoted && isNamedDir(token)),
    ),
    ...one("nonplace", ({ quoted, lower, text }) => {
      const name = !quoted && lower.startsWith("non-") ? text.slice(4) : "";
      return name.includes("/") || folders.has(name.toLowerCase()) ? { in: { name: normal(name) } } : undefined;
    }),
    ...one("commonfolder", path(isCommon)),
    ...one(
      "slashname",
      path((token) => isNamedDir(token) && token.text.includes("/")),
    ),
    ...one(
      "slashfile",
      path((token) => isNamedDir(token) && /\/./.test(token.text) && !token.text.endsWith("/")),
    ),
    ...one(
      "commonpath",
      path((token) => {
        if (token.quoted || token.lower.startsWith("non-") || !isNamedDir(token)) return false;
        const isKinds = token.lower.split("/").every((name) => sorts.names.has(name));
        return !isKinds && (token.text.includes("/") || isCommon(token));
      }),
    ),
    filename: spaced(isFile, (token) => !token.quoted && isName(token)),
    ...one("stem", ({ quoted, lower, text }) =>
      !quoted && words.stems.includes(lower.split("-")[0]!) ? text : undefined,
    ),
    ...one("symbol", (token) => (isPlain(token) || token.quoted ? identifier(token.text) : undefined)),
    ...one("codeword", ({ quoted, text }) =>
      quoted || /[(_$]|[a-z][A-Z]|\d/.test(text) ? identifier(text) : undefined,
    ),
    ...one("module", (token) =>
      token.quoted || (isPlain(token) && /^[@\w.][\w@/.:~-]*$/.test(token.text)) ? token.text : undefined,
    ),
  };
}

/** More than a phrase that names the sort outright, less than "in python" as "written in Python". */
const doubtful = 1.5;

/** Names of folders. One that a sort of file has too means the sort where no folder has it. */
function folderNames(isFolder: (token: Token) => boolean, common: Set<string>, { names, extensions }: Sorts): Builtin {
  const isOther = ({ text, lower }: Token) =>
    /^(?:non-|\d+[a-z]*$)/i.test(text) || (lower.startsWith(".") && extensions.has(lower.slice(1)));
  return (tokens, at) => {
    const token = tokens[at];
    if (!token || !isFolder(token) || (!token.quoted && isOther(token))) return [];
    const { text, lower, quoted } = token;
    if (quoted || text.includes("/")) return [{ end: at + 1, cost: 0, value: { name: normal(text), sure: true } }];
    const sort = common.has(lower) ? undefined : names.get(lower);
    return [{ end: at + 1, cost: sort ? doubtful : 0, value: sort ? { name: text, sort } : { name: text } }];
  };
}

/** Texts that stand for themselves, patterns, globs and extensions. */
function textPhrases({ unspoken }: Words, sorts: Sorts, { isPlain, isFile }: Tests): Record<string, Builtin> {
  const rawText = ({ lower, text, quoted }: Token) =>
    !quoted && (/^(?:,|'s)$/.test(lower) || unspoken.includes(lower)) ? undefined : text;
  return {
    ...one("quoted", ({ quoted, text }) => (quoted ? text : undefined)),
    ...one("raw", rawText),
    ...one("affix", (token) => (!token.quoted && isSigns(token.text) ? undefined : rawText(token))),
    ...one("mark", ({ quoted, text }) => (quoted ? undefined : /^(TODO|FIXME)s?$/.exec(text)?.[1])),
    loose: loose(
      (token) => !token.quoted && token.lower !== "," && !/^-|^\/.+\/$|\*/.test(token.text) && isPlain(token),
      isFile,
    ),
    ...one("glob", ({ text }) => (isGlob(text, sorts) ? globOf(text) : undefined)),
    ...one("ext", ({ text }) =>
      /^\.(?:d\.|test\.|spec\.)?[A-Za-z0-9+]{1,10}$/.test(text) && !dotfile.test(text) && !dotfolder.test(text)
        ? { name: `*${text}` }
        : undefined,
    ),
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
  const trimmed = path.trim();
  return trimmed.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "") || trimmed;
}

function identifier(text: string): string | undefined {
  return /^([\p{L}_$#][\p{L}\p{N}_$]*)(?:\(\))?$/u.exec(text)?.[1];
}

/** Whether a word is a glob: with a star or choices, or the pattern of a name with an extension. No arithmetic. */
function isGlob(text: string, { extensions }: Sorts): boolean {
  if (/\s/.test(text) || /^[\d.+*/^()%=-]+$/.test(text)) return false;
  if (/\*|\{.*,.*\}/.test(text)) return true;
  return /\?.|\[.+\]/.test(text) && extensions.has(/\.(\w+)$/.exec(text)?.[1] ?? "");
}

/** The name of a file: one word, or less naturally up to three of which the last has the extension. */
function spaced(ends: (token: Token) => boolean, fits: (token: Token) => boolean): Builtin {
  return (tokens, at) => {
    for (let end = at; end < at + 3 && tokens[end]; end++) {
      const token = tokens[end]!;
      const part = tokens.slice(at, end + 1);
      const value = normal(part.map(({ text }) => text).join(" "));
      if (ends(token) && (end === at || !token.quoted)) return [{ end: end + 1, cost: 3 * (end - at), value }];
      if (!fits(token)) return [];
    }
    return [];
  };
}

/** One to three words that stand for themselves, one where it stands alone; each word beyond the first makes it less natural. */
function loose(fits: (token: Token) => boolean, isAlone: (token: Token) => boolean): Builtin {
  return (tokens, at) => {
    const readings: Reading[] = [];
    const text: string[] = [];
    for (let end = at; end < at + 3 && tokens[end] && fits(tokens[end]!); end++) {
      if (end > at && (isAlone(tokens[at]!) || isAlone(tokens[end]!))) break;
      text.push(tokens[end]!.text);
      readings.push({ end: end + 1, cost: end - at, value: text.join(" ") });
    }
    return readings;
  };
}
