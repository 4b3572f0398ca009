import { data, type Language } from "./data.ts";
import type { Builtin } from "./grammar.ts";
import { lexicon } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

/**
 * What a word stands for where it is no word of the question itself; `pair`: the word for two, which may count nothing ("either of
 * the two"); `sum`: an expression of arithmetic; `size`: of bytes, with its unit; `unknown`: a word that no wording has;
 * `foreign`: one that only what asks for something else has.
 */
export const sorts = [
  "quoted",
  "file",
  "folder",
  "kind",
  "ending",
  "date",
  "number",
  "pair",
  "todo",
  "code",
  "sum",
  "size",
  "unknown",
  "foreign",
] as const;
export type Sort = (typeof sorts)[number];

/**
 * A thing that a question names, as it stands there; `folder` without the marks around it. `isLoose`: it may as well name nothing, as
 * "test" does not in "for a test I need the largest file".
 */
export type Mark = { sort: Sort; text: string; isLoose?: boolean };
/**
 * A question with what it names masked: its words and, for each thing named, `<sort>`; equal things are one mark. `words` is the
 * same with words that no wording has as they stand.
 */
export type Masked = { shape: string[]; words: string[]; marks: Mark[] };

/**
 * Which words are known, those of them that no wording has, only what asks for something else (`foreign`), beside which a name is one of a folder,
 * after which it is one of a place, and near which one of a kind; `everyday`: names of kinds and folders that are words as well.
 */
export type Known = Record<"words" | "foreign" | "folders" | "places" | "files" | "everyday", ReadonlySet<string>>;

/** Masks what a question names: quoted texts, files, folders, kinds, endings, dates, numbers, sums, names of code. Pure. */
export function mask(tokens: Token[], question: string, language: Language, known: Known, now: number): Masked {
  const find = finder(tokens, question, language, known, now);
  const shape: string[] = [];
  const plain: string[] = [];
  const marks: Mark[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = find(at);
    if (found) {
      const text = found.text ?? question.slice(tokens[at]!.start, tokens[found.end - 1]!.end);
      const { sort, end, isLoose, word = `<${sort}>` } = found;
      if (!marks.some((mark) => mark.sort === sort && mark.text === text))
        marks.push({ sort, text, ...(isLoose ? { isLoose } : {}) });
      shape.push(word);
      plain.push(sort === "unknown" || sort === "foreign" ? tokens[at]!.lower : `<${sort}>`);
      at = end;
      continue;
    }
    const word = tokens[at++]!.lower;
    if (word === ",") continue;
    shape.push(word);
    plain.push(word);
  }
  return { shape, words: plain, marks };
}

/** `word` is how it stands among the words of the question, where that is not as its sort. */
type Found = { sort: Sort; end: number; text?: string; isLoose?: boolean; word?: string };

function finder(tokens: Token[], question: string, { words, language }: Language, known: Known, now: number) {
  // In German every noun has a capital.
  const hasCapitals = language === "de";
  const read = lexicon(words, data().kinds, question, now);
  const functions = new Set([...words.functionWords, ...words.talk]);
  const said = (token: Token) => question.slice(token.start, token.end).replace(/\W+$/, "");
  const end = (name: string, at: number) => Math.max(0, ...read[name]!(tokens, at).map((one) => one.end));
  const is = (name: string, at: number) => end(name, at) > 0;
  /** "yes/no" is no path. */
  const isWord = ({ lower }: Token) => known.words.has(lower) || lower.split("/").every((part) => functions.has(part));
  /** A kind whose name is a word as well has to be written as a name: "Go", "JSON". */
  const isKind = (at: number) => {
    const token = tokens[at]!;
    const isCapital = (hasCapitals ? /^\p{Lu}{2}/u : /^\p{Lu}/u).test(token.text);
    return !isWord(token) || (at > 0 && isCapital);
  };
  /** Whether a word beside it calls it a folder. */
  const isCalled = (at: number) => [tokens[at - 1], tokens[at + 1]].some((one) => one && known.folders.has(one.lower));
  const isFolder = (at: number) => {
    const token = tokens[at]!;
    if (is("commonpath", at)) return isCalled(at) || !isWord(token);
    return isCalled(at) && is("plainthing", at) && !isWord(token);
  };
  const articles = new Set([...words.articles, ...words.the, ...words.of]);
  /** The last word before it that is no article. */
  const before = (at: number): string => {
    const token = tokens[at - 1];
    return token && articles.has(token.lower) ? before(at - 1) : (token?.lower ?? "");
  };
  const isNearFiles = (at: number) => [-2, -1, 1, 2].some((step) => known.files.has(tokens[at + step]?.lower ?? ""));
  /** Whether what a kind is called too, as "tests", is a folder where it stands. */
  const isPlace = (at: number) =>
    words.folders.includes(tokens[at]!.text) && !isNearFiles(at) && (isCalled(at) || known.places.has(before(at)));
  return (at: number): Found | null => {
    const token = tokens[at]!;
    const one = (sort: Sort): Found => ({ sort, end: at + 1 });
    if (token.quoted) return one(/\s/.test(token.text) || read.filename!(tokens, at).length === 0 ? "quoted" : "file");
    if (token.lower === "," || token.lower === "'s") return null;
    const sum = sumAt(tokens, at, read.expression!);
    if (sum) return sum;
    if (is("size", at)) return { sort: "size", end: end("size", at) };
    const date = end("date", at);
    if (date > 0 && tokens.slice(at, date).some(({ text }) => /\d/.test(text))) return { sort: "date", end: date };
    if (is("ext", at) || /^\*\.\w{1,10}$/.test(token.text)) return one("ending");
    if (read.filename!(tokens, at).some((each) => each.end === at + 1)) return one("file");
    if (/^\d[\d.,]*$/.test(token.text)) return one("number");
    const number = Object.hasOwn(words.numbers, token.lower) ? words.numbers[token.lower]! : 0;
    if (number === 2 && functions.has(tokens[at - 1]?.lower ?? "")) return one("pair");
    if (number > 1) return { ...one("number"), isLoose: !isNearFiles(at) };
    if (/^(?:TODO|FIXME)s?$/.test(said(token))) return one("todo");
    // What lies outside is a place too: no question is read as if it had not been named.
    if (/^[/~]/.test(token.text) || (is("commonpath", at) && isCalled(at)) || isPlace(at)) return one("folder");
    const kind = Math.max(end("kind", at), end("kindstem", at));
    const isEveryday = known.everyday.has(token.lower);
    if (kind > 0 && isKind(at)) return { sort: "kind", end: kind, isLoose: isEveryday && !isNearFiles(at) };
    if (isFolder(at))
      return { ...one("folder"), isLoose: isEveryday && !isCalled(at) && !known.places.has(before(at)) };
    const isForeign = known.foreign.has(token.lower);
    if (/[(_$@:\\]|\p{Ll}\p{Lu}|\d/u.test(token.text)) return { ...one("code"), isLoose: isWord(token) && !isForeign };
    if (isForeign) return { ...one("foreign"), word: token.lower };
    if (isWord(token)) return null;
    if (/^\p{L}+(?:-\p{L}+)+$/u.test(token.text)) return one(known.places.has(before(at)) ? "folder" : "code");
    return one(known.places.has(before(at)) ? "folder" : "unknown");
  };
}

/** The longest expression of arithmetic that begins there. */
function sumAt(tokens: Token[], at: number, expression: Builtin): Found | null {
  for (let end = /^[\d(.+-]/.test(tokens[at]!.text) ? tokens.length : 0; end > at; end -= 1) {
    const [found] = expression(tokens.slice(0, end), at);
    // "3-5", "page 3/4", "6/5/2026." and "10%" are no sums.
    if (found && !/^\d+[-/]\d+(?:[-/]\d+)?\W*$|[*/+-]$/.test(String(found.value).trim()))
      return { sort: "sum", end, text: String(found.value) };
  }
  return null;
}
