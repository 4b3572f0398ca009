import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { findTerms, stem, tokens } from "../../knowledge/text/term.ts";
import type { Language } from "../../model/prompt/prompt.ts";

type Words = Record<Language, { asks: string[]; turns: string[] }>;
let patterns: { asks: RegExp; turns: RegExp } | undefined;

/** What turns the sense of a text ("not", "only"), in any of the languages, in any order. */
export function turns(text: string): string {
  return (text.toLowerCase().match(loaded().turns) ?? []).sort().join(" ");
}

/**
 * The stems of what a question is about: without the words that ask, and of verbs whose vowels change ("grow", "grew") what
 * stays in all their forms. `names` are stems that are taken as they are.
 */
export function stems(text: string, names: Set<string>): Set<string> {
  const bare = text.replace(loaded().asks, " ");
  const terms = /\p{L}|\p{N}/u.test(bare) ? findTerms(bare) : [];
  return new Set(terms.map(({ stem }) => core(stem, names)));
}

/** The same of every word: which ones say nothing depends on the language, and a few words don't tell theirs. */
export function allStems(text: string, names: Set<string>): Set<string> {
  return new Set(tokens(text).map((word) => core(stem(word), names)));
}

function core(stem: string, names: Set<string>): string {
  return names.has(stem) || /\P{L}/u.test(stem) ? stem : root(stem);
}

/** The stems of words that are written as names are, not as sentences begin. */
export function namesIn(text: string): string[] {
  const names = text.match(/(?<=\S\s)\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return names.flatMap(findTerms).map(({ stem }) => stem);
}

/** What strong verbs keep in all their forms, as grow and grew: the consonants. */
function root(stem: string): string {
  const bare = stem.slice(0, 1) + stem.slice(1).replace(/[aeiouwyäöüáéíóúàâèêîôû]/g, "");
  return bare.length > 1 ? bare : stem;
}

function loaded(): { asks: RegExp; turns: RegExp } {
  patterns ??= read();
  return patterns;
}

function read(): { asks: RegExp; turns: RegExp } {
  const text = readFileSync(new URL("../../../data/language/sense.json", import.meta.url), "utf8");
  const { $schema: _, ...words } = parseWords<Words & { $schema: string }>(text);
  const any = (of: "asks" | "turns") => {
    const parts = Object.values(words as Words).flatMap((each) => each[of]);
    return new RegExp(`(?<!\\p{L})(?:${parts.join("|")})(?!\\p{L})`, "giu");
  };
  return { asks: any("asks"), turns: any("turns") };
}
