import type { Passage } from "../../core/evidence.ts";
import { languageOf } from "../text/language.ts";
import { findAsks, stem, tokens } from "../text/term.ts";
import type { Judged } from "./candidate.ts";
import { fits } from "./sign.ts";
import { findSpans } from "./span.ts";
import type { Sort, Want } from "./want.ts";

/** Sorts of answers that a text without a span of their form can't hold; "when" may be answered by a version. */
const formal = new Map<Sort, string>([
  ["date", "a date"],
  ["number", "a number"],
]);
/** Words that may stand between those of a name, such as a middle name or an article. */
const between = 2;
const capital = /(?<!^)(?<![\p{L}\p{N}.])\p{Lu}[\p{L}'’-]+(?:\s(?:\p{Lu}\.\s?)*\p{Lu}[\p{L}'’-]+)+/gu;

/**
 * What keeps sentences from answering although they hold the question's words: a name whose words stand apart, or that none
 * of them is of the sort that is asked for. Null where nothing does.
 */
export function lacks(
  question: string,
  want: Want,
  chosen: readonly Judged[],
  passages: readonly Passage[],
): string | null {
  const read = chosen.map(({ passage }) => passages[passage]!);
  const apart = namesIn(question).find((name) => !read.some((passage) => standsTogether(name, passage)));
  if (apart) return `no passage names "${apart}" as one`;
  const asked = new Set(tokens(question).map(stem));
  // "When is it raised?" may be answered by what has to be so.
  const sort = findAsks(question).has("condition") ? undefined : formal.get(want.sort);
  const gives = ({ text }: Judged) =>
    findSpans(text).some(
      (span) =>
        (fits(want, span) || span.kind === "number") && !tokens(span.text).every((word) => asked.has(stem(word))),
    );
  return sort && !chosen.some(gives) ? `no sentence found gives ${sort}` : null;
}

/** Names of several words. A capital that begins the question is none, nor are two nouns of German. */
function namesIn(question: string): string[] {
  if (languageOf(question) === "de") return [];
  return [...question.matchAll(capital)].map(([name]) => name.replace(/['’]s?$/u, ""));
}

function standsTogether(name: string, { title, heading, text }: Passage): boolean {
  const wanted = tokens(name).filter((word) => word.length > 1);
  return [title, heading, text].some((part) => {
    const words = tokens(part);
    return words.some((word, at) => {
      if (!wanted.includes(word)) return false;
      const near = words.slice(at, at + wanted.length + between);
      return wanted.every((each) => near.includes(each));
    });
  });
}
