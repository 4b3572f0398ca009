import { distance } from "fastest-levenshtein";
import type { Retrieved } from "../../core/evidence.ts";
import { type Language, languageOf, stemmerOf } from "../text/language.ts";
import type { Lexis } from "../text/lexis.ts";
import { alikeTo, findTerms } from "../text/term.ts";

type Respelled = NonNullable<Retrieved["respelled"]>;

/** Letters from which on a word may have one error, and two; of the parts of one that was written together. */
const least = { one: 5, two: 9, part: 3 };
/** What stands before a word and makes another one of it: "unreleased" is none that was meant to be "unrelated". */
const before = /^(?:un|re|non|pre|de|dis|mis|over|under|sub|out|up|in|im|anti|auto|multi|inter|co)(?=\p{L}{4})/u;
/** The share of a question's content words that may stay unknown, or so few: where more do, it speaks of something else. */
const strange = 0.5;
const fewest = 2;
/** What is quoted, is code or a path, or has a number with points stays as it is. */
const fixed = /[`"“«][^`"”»]*[`"”»]|\S*[./\\@:#_=-]\S*(?<![.:])|\S*\d+\.\d\S*/gu;

type Word = { text: string; key: string; from: number; to: number };
/** The words of a vocabulary by their first letter and length. */
type Sorted = Map<string, number[]>;
const sorted = new WeakMap<Lexis, Sorted>();

/**
 * Reads words that no text holds as the ones that it does: written together or apart ("cgroup v2", "cgroupv2"), or with an error or
 * two, as the closest word, the one in more passages first. Null where nothing is to be changed, or the question is in none of the
 * languages that are `spoken` in the texts. Only words of the same first letter and about the same length are compared.
 */
export function respell(lexis: Lexis, question: string, spoken: ReadonlySet<Language>): Respelled | null {
  const words = wordsOf(question);
  const content = new Set(findTerms(question).map(({ word }) => word));
  const unknown = words.filter(({ key }) => content.has(key) && !isKnown(lexis, key));
  if (unknown.length === 0 || !spoken.has(languageOf(question))) return null;
  // Where much is unknown, more than one error in a word is too much.
  const few = Math.max(fewest, strange * content.size);
  const errors = unknown.length > few ? 1 : 2;
  const changes: (Word & { as: string })[] = [];
  for (const word of unknown) {
    if (changes.some(({ to }) => to > word.from)) continue;
    const change = joined(lexis, words, word, question) ?? parted(lexis, word) ?? corrected(lexis, word, errors);
    if (change && !changes.some(({ to }) => to > change.from)) changes.push(change);
  }
  if (changes.length === 0 || unknown.length - changes.length > few) return null;
  let [text, at] = ["", 0];
  for (const { from, to, as } of changes) {
    text += question.slice(at, from) + as;
    at = to;
  }
  return { question: text + question.slice(at), words: changes.map(({ text: word, as }) => ({ word, as })) };
}

/** The share of a question's content words from which on those that no text holds tell that it asks of something else. */
const telling = 0.1;
/** Stems from which on a folder has so many words that it tells something to be none of them; a few notes lack most words. */
const rich = 2_000;
/** What an apostrophe that was left out would have set off: "whats", "dont". */
const unmarked = /(?:s|(?<=n)t)$/u;

/**
 * The content words of a question that stand in no text in any form, where they are more than a few in a long one; none where there are
 * few words at all, or of a question in a language that is not `spoken`.
 */
export function unheard(lexis: Lexis, question: string, spoken: ReadonlySet<Language>): string[] {
  if (lexis.heads.length <= rich || !spoken.has(languageOf(question))) return [];
  const content = findTerms(question).filter(({ frame }) => !frame);
  const words = new Map(wordsOf(question).map(({ key, text }) => [key, text]));
  const known = (key: string) =>
    [key, key.replace(before, ""), key.replace(unmarked, "")].some((form) => isKnown(lexis, form));
  const unknown = content.flatMap(({ word, stem }) => {
    const text = words.get(word);
    const like = alikeTo(stem).some((other) => isKnown(lexis, other));
    return text === undefined || known(word) || like ? [] : [text];
  });
  return unknown.length >= telling * content.length ? unknown : [];
}

function wordsOf(question: string): Word[] {
  const kept = question.replace(fixed, (found) => " ".repeat(found.length));
  return [...kept.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].flatMap(({ 0: text, index }) =>
    /['’]/.test(text) ? [] : [{ text, key: folded(text), from: index, to: index + text.length }],
  );
}

function folded(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

/** Whether a word stands in a passage, in some form; one that says nothing alone is known. */
function isKnown(lexis: Lexis, key: string): boolean {
  const { numbers, stems, roots } = lexis.vocabulary;
  const number = numbers.get(key);
  if (number !== undefined && stems[number]! < 0) return true;
  return stands(lexis, key) || holders(lexis, roots.get(stemmerOf("en")(key)) ?? -1) > 0;
}

/** Whether a word stands in a passage as it is: a vocabulary holds what questions brought as well. */
function stands(lexis: Lexis, key: string): boolean {
  return frequency(lexis, key) > 0;
}

/** The word and one beside it, as they are written together somewhere. */
function joined(lexis: Lexis, words: Word[], word: Word, question: string): (Word & { as: string }) | null {
  const at = words.indexOf(word);
  for (const [left, right] of [
    [word, words[at + 1]],
    [words[at - 1], word],
  ] as const) {
    if (!left || !right || question.slice(left.to, right.from) !== " ") continue;
    const as = left.key + right.key;
    if (!stands(lexis, as)) continue;
    return { text: `${left.text} ${right.text}`, key: as, from: left.from, to: right.to, as };
  }
  return null;
}

/** The word in two that both stand somewhere: where letters meet digits, else at the place where the rarer is the most frequent. */
function parted(lexis: Lexis, word: Word): (Word & { as: string }) | null {
  const { key } = word;
  let best: { as: string; count: number } | null = null;
  for (let at = 1; at < key.length; at += 1) {
    const [left, right] = [key.slice(0, at), key.slice(at)];
    const meets = /\p{L}$/u.test(left) !== /^\p{L}/u.test(right) || /^v\d+$/.test(right);
    if (!meets && Math.min(left.length, right.length) < least.part + 1) continue;
    const count = Math.min(frequency(lexis, left), frequency(lexis, right));
    if (count > (best?.count ?? 0)) best = { as: `${left} ${right}`, count };
  }
  return best && { ...word, as: best.as };
}

/** The closest word: of several, the one in most passages. A name, and a short word, may have one error. */
function corrected(lexis: Lexis, word: Word, errors: number): (Word & { as: string }) | null {
  const { key, text } = word;
  if (key.length < least.one || /\p{N}/u.test(key)) return null;
  const rest = key.replace(before, "");
  if (rest !== key && isKnown(lexis, rest)) return null;
  const most = key.length >= least.two && text === text.toLowerCase() ? errors : 1;
  let best: { as: string; errors: number; count: number } | null = null;
  for (let length = key.length - most; length <= key.length + most; length += 1)
    for (const place of sortedOf(lexis).get(`${key[0]}${length}`) ?? []) {
      const as = lexis.vocabulary.words[place]!;
      const found = errorsIn(key, as);
      if (found > Math.min(most, best?.errors ?? most)) continue;
      const count = frequency(lexis, as);
      if (!best || found < best.errors || count > best.count) best = { as, errors: found, count };
    }
  return best && { ...word, as: best.as };
}

/** Letters that are wrong, missing or too many; two that changed places are one error. */
function errorsIn(one: string, other: string): number {
  const errors = distance(one, other);
  if (errors !== 2 || one.length !== other.length) return errors;
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : 2;
}

/** In how many passages a word's stem stands. */
function frequency(lexis: Lexis, word: string): number {
  const { numbers, stems } = lexis.vocabulary;
  return holders(lexis, stems[numbers.get(word) ?? -1] ?? -1);
}

function holders({ heads }: Lexis, stem: number): number {
  return stem < 0 || stem >= heads.length - 1 ? 0 : heads[stem + 1]! - heads[stem]!;
}

function sortedOf(lexis: Lexis): Sorted {
  const known = sorted.get(lexis);
  if (known) return known;
  const made: Sorted = new Map();
  // What questions brought stands in no passage.
  for (const [place, word] of lexis.vocabulary.words.entries()) {
    if (word.length < least.one - 1 || frequency(lexis, word) === 0) continue;
    const key = `${word[0]}${word.length}`;
    const list = made.get(key);
    if (list) list.push(place);
    else made.set(key, [place]);
  }
  sorted.set(lexis, made);
  return made;
}
