import { stemOf } from "./call.ts";
import type { Catalog } from "./catalog.ts";
import { kindOf } from "./kinds.ts";
import { operators, type Role, wordsOf } from "./words.ts";

/** A word as `tokensOf` gives it. */
type Word = { word: string; stem: string; roles: Role[] };
/** Words [from, to) of a question that describe one file. */
type Described = { from: number; to: number; path: string };

/** Behind a word for documents, what they are about: "the RFD on session recording". */
const about = new Set(["about", "on", "for", "regarding", "concerning", "titled", "called", "named", "over"]);
/** Words of a description that a title need not have. */
const linking = new Set(["the", "a", "an", "of", "and", "in", "to", "for", "with", "by"]);
const longest = 8;

/**
 * The files that a question describes by words of their title, beside a word for documents: "the session recording RFD", "the proposal
 * on session recording". All words that tell something stand in the title or name of that one file.
 */
export function describedIn(tokens: readonly Word[], catalog: Catalog): Described[] {
  return tokens.flatMap((token, at) => {
    if (!isNoun(token, catalog)) return [];
    const before = behind(tokens, at, catalog);
    const found = before ?? ahead(tokens, at, catalog);
    return found ? [found] : [];
  });
}

/** Whether a word stands for one document: "the final PEPs" are many. */
function isNoun({ word, stem }: Word, { series }: Catalog): boolean {
  return word === stem && (series.has(word) || wordsOf("en").nouns.includes(word));
}

/** The longest description that ends before the word for documents. */
function behind(tokens: readonly Word[], noun: number, catalog: Catalog): Described | null {
  for (let from = Math.max(0, noun - longest); from < noun; from += 1) {
    const path = isTelling(tokens[from]!) ? only(tokens.slice(from, noun), catalog) : null;
    if (path !== null) return { from, to: noun + 1, path };
  }
  return null;
}

/** The longest description that follows the word for documents. */
function ahead(tokens: readonly Word[], noun: number, catalog: Catalog): Described | null {
  if (!about.has(tokens[noun + 1]?.word ?? "")) return null;
  for (let to = Math.min(tokens.length, noun + 2 + longest); to > noun + 2; to -= 1) {
    const path = isTelling(tokens[to - 1]!) ? only(tokens.slice(noun + 2, to), catalog) : null;
    if (path !== null) return { from: noun, to, path };
  }
  return null;
}

/** Whether a description may begin or end with a word: one that asks for a field, or stands in any question, is none of it. */
function isTelling({ word, roles }: Word): boolean {
  const { filler, asking } = wordsOf("en");
  const isOperator = roles.some((role) => operators.includes(role) && role !== "about");
  return !isOperator && !filler.includes(word) && !asking.includes(word) && kindOf(word) === undefined;
}

/** The one file whose title has all that is said; words may be written apart there: "g-RPC". */
function only(said: readonly Word[], catalog: Catalog): string | null {
  const told = said.filter(({ word }) => !linking.has(word));
  if (told.length === 0 || told.some(({ word }) => /^\d+$/.test(word) || wordsOf("en").orders.includes(word)))
    return null;
  const joints = told
    .slice(1)
    .map((_, at) => [
      ...told.slice(0, at).map(({ stem }) => stem),
      stemOf(`${told[at]!.word}${told[at + 1]!.word}`),
      ...told.slice(at + 2).map(({ stem }) => stem),
    ]);
  for (const stems of [told.map(({ stem }) => stem), ...joints]) {
    const paths = catalog.holding(stems);
    if (paths.length === 1) return paths[0]!;
    if (paths.length > 1) return null;
  }
  return null;
}
