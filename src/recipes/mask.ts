import { data, type Language } from "./data.ts";
import { lexicon } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

/**
 * What a word stands for where it is no word of the question itself; `pair`: the word for two, which may count nothing ("either of
 * the two"); `sum`: an expression of arithmetic; `unknown`: a word that no wording has.
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
  "unknown",
] as const;
export type Sort = (typeof sorts)[number];

/** A thing that a question names, as it stands there; `folder` without the marks around it. */
export type Mark = { sort: Sort; text: string };
/**
 * A question with what it names masked: its words and, for each thing named, `<sort>`; equal things are one mark. `words` is the
 * same with words that no wording has as they stand.
 */
export type Masked = { shape: string[]; words: string[]; marks: Mark[] };

/** Which words are known, beside which a name is one of a folder, and after which it is one of a place. */
export type Known = { words: ReadonlySet<string>; folders: ReadonlySet<string>; places: ReadonlySet<string> };

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
      if (!marks.some((mark) => mark.sort === found.sort && mark.text === text)) marks.push({ sort: found.sort, text });
      shape.push(`<${found.sort}>`);
      plain.push(found.sort === "unknown" ? tokens[at]!.lower : `<${found.sort}>`);
      at = found.end;
      continue;
    }
    const word = tokens[at++]!.lower;
    if (word === ",") continue;
    shape.push(word);
    plain.push(word);
  }
  return { shape, words: plain, marks };
}

type Found = { sort: Sort; end: number; text?: string };

function finder(tokens: Token[], question: string, { words, language }: Language, known: Known, now: number) {
  // In German every noun has a capital.
  const hasCapitals = language === "de";
  const read = lexicon(words, data().kinds, question, now);
  const functions = new Set([...words.functionWords, ...words.talk]);
  const said = (token: Token) => question.slice(token.start, token.end).replace(/\W+$/, "");
  const end = (name: string, at: number) => Math.max(0, ...read[name]!(tokens, at).map((one) => one.end));
  const is = (name: string, at: number) => end(name, at) > 0;
  const isWord = (token: Token) => functions.has(token.lower) || known.words.has(token.lower);
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
    if (is("commonpath", at)) return isCalled(at) || token.text.includes("/") || !isWord(token);
    return isCalled(at) && is("plainthing", at) && !isWord(token);
  };
  const articles = new Set([...words.articles, ...words.the, ...words.of]);
  /** The last word before it that is no article. */
  const before = (at: number): string => {
    const token = tokens[at - 1];
    return token && articles.has(token.lower) ? before(at - 1) : (token?.lower ?? "");
  };
  /** The longest expression of arithmetic that begins there. */
  const sumAt = (at: number): Found | null => {
    for (let end = /^[\d(.+-]/.test(tokens[at]!.text) ? tokens.length : 0; end > at; end -= 1) {
      const [found] = read.expression!(tokens.slice(0, end), at);
      // "3-5", "page 3/4" and "10%" are no sums.
      if (found && !/^\d+[-/]\d+$|[*/+-]$/.test(String(found.value).trim()))
        return { sort: "sum", end, text: String(found.value) };
    }
    return null;
  };
  return (at: number): Found | null => {
    const token = tokens[at]!;
    const one = (sort: Sort): Found => ({ sort, end: at + 1 });
    if (token.quoted) return one(/\s/.test(token.text) || read.filename!(tokens, at).length === 0 ? "quoted" : "file");
    if (token.lower === "," || token.lower === "'s") return null;
    const sum = sumAt(at);
    if (sum) return sum;
    const date = is("size", at) ? 0 : end("date", at);
    if (date > 0 && tokens.slice(at, date).some(({ text }) => /\d/.test(text))) return { sort: "date", end: date };
    if (is("ext", at) || /^\*\.\w{1,10}$/.test(token.text)) return one("ending");
    if (read.filename!(tokens, at).some((each) => each.end === at + 1)) return one("file");
    if (/^\d[\d.,]*$/.test(token.text)) return one("number");
    const number = Object.hasOwn(words.numbers, token.lower) ? words.numbers[token.lower]! : 0;
    if (number > 1) return one(number === 2 && functions.has(tokens[at - 1]?.lower ?? "") ? "pair" : "number");
    if (/^(?:TODO|FIXME)s?$/.test(said(token))) return one("todo");
    // What lies outside is a place too: no question is read as if it had not been named.
    if (/^[/~]/.test(token.text) || (is("commonpath", at) && isCalled(at))) return one("folder");
    const kind = Math.max(end("kind", at), end("kindstem", at));
    if (kind > 0 && isKind(at)) return { sort: "kind", end: kind };
    if (isFolder(at)) return one("folder");
    if (/[(_$@:\\]|\p{Ll}\p{Lu}|\d/u.test(token.text)) return one("code");
    if (isWord(token)) return null;
    if (/^\p{L}+(?:-\p{L}+)+$/u.test(token.text)) return one(known.places.has(before(at)) ? "folder" : "code");
    return one(known.places.has(before(at)) ? "folder" : "unknown");
  };
}
