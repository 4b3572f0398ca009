import { readFileSync } from "node:fs";
import { distance } from "fastest-levenshtein";
import { isSource } from "../../../core/declaration.ts";
import { parseWords } from "../../../core/words.ts";
import { stemmerOf } from "../../../knowledge/text/language.ts";
import { codeOf, type Look } from "./look.ts";

type Data = { passing: string[]; bare: string; alike: string[][] };
type Ready = { passing: Set<string>; bare: Set<string>; alike: string[][] };

let loaded: Ready | undefined;

function data(): Ready {
  if (loaded) return loaded;
  const { passing, bare, alike } = parseWords<Data>(
    readFileSync(new URL("../../../../data/code/naming.json", import.meta.url), "utf8"),
  );
  loaded = { passing: new Set(passing.flatMap((each) => each.split(" "))), bare: new Set(bare.split(" ")), alike };
  return loaded;
}

/** The words that a name is made of: `keepAliveTimeout`, `KEEP_ALIVE_TIMEOUT` and `keep-alive-timeout` have the same. */
export function partsOf(name: string): string[] {
  return (name.match(/\p{Lu}+(?![\p{Ll}])|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? []).map((each) => each.toLowerCase());
}

/** Whether a word can only be a name in code: it has capitals within, or underscores. */
export function isNameLike(word: string): boolean {
  return (
    /^[\p{L}_$#][\p{L}\p{N}_$]*$/u.test(word) &&
    /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|^_|^[A-Z][A-Z\d]{3,}$/u.test(word)
  );
}

/** Letters from which on a name may have one error, and two. */
const least = { one: 6, two: 10 };

/** The names that a word means: that name, else the same words written otherwise, else those with an error or two, the closest. */
export function namesLike(word: string, names: ReadonlySet<string>): string[] {
  if (names.has(word)) return [word];
  const flat = (name: string) => partsOf(name).join("");
  const wanted = flat(word);
  const same = [...names].filter((name) => flat(name) === wanted);
  if (same.length > 0) return same;
  const errors = wanted.length >= least.two ? 2 : wanted.length >= least.one ? 1 : 0;
  const near = [...names].flatMap((name) => {
    const own = flat(name);
    if (own[0] !== wanted[0] || Math.abs(own.length - wanted.length) > errors) return [];
    const far = distance(own, wanted);
    return far <= errors ? [{ name, far }] : [];
  });
  const closest = Math.min(...near.map(({ far }) => far));
  return near.filter(({ far }) => far === closest).map(({ name }) => name);
}

/** Words of a question that ask for something by what it is: each by its stem, with whether a name has to hold it; and the phrases that stand for others. */
export type Asked = {
  words: { text: string; stem: string; passing: boolean }[];
  groups: { group: number; words: number[] }[];
};

export function readAsked(text: string): Asked {
  const { passing, alike } = data();
  const stem = stemmerOf("en");
  const words = (text.normalize("NFC").match(/[\p{L}\p{N}']+/gu) ?? [])
    .flatMap((word) => (isNameLike(word) ? partsOf(word) : [word.toLowerCase().replace(/^[dl]'|'s$/g, "")]))
    .filter((word) => word !== "")
    .map((word) => ({ text: word, stem: stem(word), passing: passing.has(word) || word.length < 2 }));
  const groups = alike.flatMap((phrases, group) => {
    const held = phrases.flatMap((phrase) => {
      const parts = phrase.split(" ");
      const at = words.findIndex((_, from) => parts.every((part, index) => words[from + index]?.text === part));
      return at < 0 ? [] : parts.map((_, index) => at + index);
    });
    return held.length > 0 ? [{ group, words: [...new Set(held)] }] : [];
  });
  return { words, groups };
}

/**
 * The words of a question that a name holds; null where the name holds more than the question asks for, or nothing of it. A part of a name is
 * held by the same word, by two words written together, or by one that is alike.
 */
export function heldBy(name: string, { words, groups }: Asked): Set<number> | null {
  const { bare, alike } = data();
  const stem = stemmerOf("en");
  const held = new Set<number>();
  let own = 0;
  for (const part of partsOf(name)) {
    const root = stem(part);
    const found = words.flatMap((word, at) => {
      if (word.stem === root || (part.length >= least.one && distance(word.text, part) === 1)) return [at];
      return words[at + 1] && word.text + words[at + 1]!.text === part ? [at, at + 1] : [];
    });
    const like = groups.filter(({ group }) => alike[group]!.some((each) => each === part || stem(each) === root));
    const all = [...found, ...like.flatMap((each) => each.words)];
    if (all.length === 0 && !bare.has(part)) return null;
    if (found.some((at) => !words[at]!.passing)) own += 1;
    for (const at of all) held.add(at);
  }
  return own > 0 ? held : null;
}

/** The share of a question's words that are held, those aside that no name has to hold. */
export function shareOf({ words }: Asked, held: ReadonlySet<number>): number {
  const asked = words.flatMap(({ passing }, at) => (passing ? [] : [at]));
  return asked.length === 0 ? 0 : asked.filter((at) => held.has(at)).length / asked.length;
}

/** The words of a question that a path or the name of a type holds. */
export function aroundBy(name: string, { words }: Asked): Set<number> {
  const stem = stemmerOf("en");
  const parts = new Set(partsOf(name).map((part) => stem(part)));
  return new Set(words.flatMap((word, at) => (parts.has(word.stem) ? [at] : [])));
}

/** A name as the source files declare it: as it is, or else the only one that differs from it in upper and lower case alone. */
export async function declaredLike(look: Look, name: string): Promise<string | null> {
  const sources = look.universe.files.filter(isSource);
  const declared = new Set(
    (await codeOf(look, sources)).flatMap(({ facts }) => facts.defines.map((each) => each.name)),
  );
  if (declared.has(name)) return name;
  const lower = name.toLowerCase();
  const [one, ...others] = [...declared].filter((each) => each.toLowerCase() === lower);
  return one === undefined || others.length > 0 ? null : one;
}
