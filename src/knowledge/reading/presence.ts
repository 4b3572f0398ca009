import { distance } from "fastest-levenshtein";
import { languageOf } from "../text/language.ts";
import { findTerms, held, stemsOf, tokens } from "../text/term.ts";

/** Names inside a sentence begin with a capital; in German every noun does. */
const capital = /(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}\p{N}]+(?:-\p{Lu}[\p{L}\p{N}]+)*/gu;
/** A number with what is joined to it; German joins a noun to names ("UTF-8-Modus"). */
const numeral = /(?<![\p{L}\p{N}.])\p{L}*\p{N}[\p{L}\p{N}]*(?:[.:_-](?!\p{Lu}\p{Ll})[\p{L}\p{N}]+)*/gu;
const codelike =
  /(?<![\p{L}\p{N}-])--[a-z][\w-]+|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|(?<!\p{L})\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;
/** "Version 6": a number that is one of a version, which another 6 is not. */
const versioned = /(?<!\p{L})(?:versi[oó]n|release) v?\p{N}+(?![\p{L}\p{N}]|\.\p{N})/giu;
/** "(1) … (2) …": what parts of a question are told apart by. */
const enumerator = /(?<=^|\s)(?:\(\p{N}\)|\p{N}\))(?=\s)/gu;
const quoted = /(?<=[`"“«])[^`"“”«»]{2,60}(?=[`"”»])/gu;

/**
 * The words of a question that have to stand where it is answered: numbers and versions, names, words shaped like code, what is
 * quoted. A question about version 2 is not answered by a sentence about version 1. Pure.
 */
export function exactWords(question: string): string[] {
  const shapes = languageOf(question) === "de" ? [numeral, codelike, quoted] : [numeral, codelike, quoted, capital];
  const said = question.replace(enumerator, " ");
  const versions = said.match(versioned) ?? [];
  const rest = said.replace(versioned, " ");
  const found = shapes.flatMap((shape) => rest.match(shape) ?? []);
  return [...new Set([...versions, ...found])].filter((word) => word !== "I");
}

/** Where what is told ends and what is asked begins. */
const clause = /(?<=[\p{L}\p{N}"')][.!;:])\s+|\s+[–—-]\s+|,\s+(?:but|aber|mais|pero)\s+/u;

/**
 * Those of the exact words of a question that stand in the clause that asks, and versions: what is told before it says where one comes from, and
 * need not stand where it is answered. Pure.
 */
export function askedWords(question: string): string[] {
  const clauses = question.trim().split(clause);
  const asking = clauses.findLast((each) => each.endsWith("?"));
  if (asking === undefined || clauses.length === 1) return exactWords(question);
  const versions = exactWords(question).filter((word) => word.search(versioned) === 0);
  return [...new Set([...exactWords(asking), ...versions])];
}

/** Those of the exact words that a text lacks; but for numbers, a typing error or another form of the word is none. Pure. */
export function missingIn(words: readonly string[], text: string): string[] {
  const plain = plainly(text);
  const there = new Set(tokens(text));
  const stems = stemsOf(text);
  return words.filter((word) => {
    if (word.search(versioned) === 0) return !holdsVersion(plain, plainly(word));
    // "mp3s" are several of mp3.
    if (/\p{N}/u.test(word))
      return ![word, word.replace(/(?<=\p{N})s$/u, "")].some((one) => holdsNumeral(plain, plainly(one)));
    return !findTerms(word).every((term) => held(stems, term) > 0 || near(term.word, there));
  });
}

function plainly(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d)[,_](?=\d{3})/g, "");
}

/** Whether a number, or a word with one, stands in a text as a whole: joined as in "pep8" or apart as in "PEP 8". */
function holdsNumeral(text: string, word: string): boolean {
  const pattern = word
    .split(/(?<=\p{L})(?=\p{N})|[_-]/u)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("[\\s_-]?0{0,4}");
  return new RegExp(`(?<![\\p{N}])(?<!\\p{N}\\.)0{0,4}${pattern}(?![\\p{N}]|\\.\\p{N})`, "u").test(text);
}

/** Whether a text has a version by its number: behind that word, a name or "v", as "6", "6.x" or "6.0.0". */
function holdsVersion(text: string, version: string): boolean {
  const number = /\p{N}+$/u.exec(version)![0];
  const before = "(?:(?:versi[oó]n|release)s?\\W{0,3}v?|(?<!\\p{L})v|\\p{L}[\\p{L}\\p{N}.+#-]* )";
  return new RegExp(`${before}0*${number}(?:\\.[0x])*(?![\\p{L}\\p{N}]|\\.\\p{N})`, "u").test(text);
}

/** Letters of a word from which on one may be wrong, and from which on two. */
const loose = { one: 5, two: 7 };

function near(word: string, others: ReadonlySet<string>): boolean {
  if (word.length < loose.one) return false;
  const most = word.length < loose.two ? 1 : 2;
  for (const other of others)
    if (Math.abs(other.length - word.length) <= most && distance(word, other) <= most) return true;
  return false;
}
