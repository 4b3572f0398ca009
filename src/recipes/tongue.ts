import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import { type Tongue, tongues } from "./data.ts";
import { mayKnow } from "./vocabulary.ts";

type Common = Record<Tongue, { letters: string; words: string[] }>;
let common: Record<Tongue, { letters: string; words: Set<string> }> | undefined;

/** What stands for itself, so that it says nothing of the language: quoted texts, paths, names with an extension. */
const named =
  /`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|›[^‹]*‹|(?<![\p{L}\p{N}])'[^']+'|\b(?:TODO|FIXME)s?\b|[^\s¿¡]*[\p{L}\p{N}*][/._]\S*/gu;

/**
 * The languages in the order in which a question is read: the one that most of its words without content belong to,
 * then English, then others that some belong to; where none do, those that may know one of
 * the words otherwise. It `seems` to be in those that have at least half as
 * many as the first. Names and quoted texts don't count.
 */
export function likeliest(question: string): { order: Tongue[]; seems: Tongue[] } {
  const known = commonWords();
  const text = question.replace(named, " ").toLowerCase();
  const words = text.match(/\p{L}+/gu) ?? [];
  const score = (tongue: Tongue) => {
    const letters = [...text].filter((letter) => known[tongue].letters.includes(letter)).length;
    return letters / 2 + words.reduce((sum, word) => sum + (known[tongue].words.has(word) ? 1 / speakers(word) : 0), 0);
  };
  const speakers = (word: string) => tongues.filter((tongue) => known[tongue].words.has(word)).length;
  const scores = new Map(tongues.map((tongue) => [tongue, score(tongue)]));
  const best = tongues.reduce((first, tongue) => (scores.get(tongue)! > scores.get(first)! ? tongue : first));
  const highest = scores.get(best)!;
  // One letter is no word of any language; a name or a number may be asked about in English without one.
  const long = words.filter((word) => word.length > 1);
  const isNamed = text !== question.toLowerCase() || /\d/.test(text);
  const isOpen = (tongue: Tongue) =>
    long.length === 0 ? isNamed && tongue === "en" : long.some((word) => mayKnow(tongue, word));
  const order = [...new Set<Tongue>([best, ...tongues])].filter((tongue) =>
    highest === 0 ? isOpen(tongue) : tongue === "en" || scores.get(tongue)! > 0,
  );
  return { order, seems: order.filter((tongue) => scores.get(tongue)! >= highest / 2) };
}

/** Whether a word, in plain letters or as it is written, has no content of its own in a language. */
export function isCommon(word: string, tongue: Tongue): boolean {
  return commonWords()[tongue].words.has(word);
}

function commonWords(): NonNullable<typeof common> {
  if (!common) {
    const given = parseWords<Common>(
      readFileSync(new URL("../../data/language/stopwords.json", import.meta.url), "utf8"),
    );
    const of = (tongue: Tongue) => ({ letters: given[tongue].letters, words: new Set(given[tongue].words) });
    common = { en: of("en"), fr: of("fr"), es: of("es"), de: of("de") };
  }
  return common;
}
