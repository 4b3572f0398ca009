import type { Found, TextSearch } from "../store/text.ts";
import { alike, findTerms, splitIdentifiers, stem, stemsOf, type Term, tokens } from "../text/term.ts";
import type { Recalled } from "./recall.ts";

/** A term with how much it tells: its inverse frequency over the passages, less for words about asking. */
type Weighted = Term & { weight: number };

/** What speaks for a passage, each from 0 to 1. */
type Signs = { bm25: number; coverage: number; nearness: number; phrases: number; heading: number };

/** How many passages of the index are looked at closely. */
const pool = 100;
/** Words that stand together answer together: about two sentences. */
const reach = 40;
/** A term set off at the start of a line: it heads what follows there. */
const runIn = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)/gm;
/** How much a word about asking ("explain", "document") counts. */
const frameWeight = 0.25;

/** What full text and recall bring up, judged together. */
export function search(
  store: TextSearch,
  question: string,
  passages: number,
  recalled: Recalled[],
  trust: number,
): Found[] {
  const terms = weigh(findTerms(question), passages, store.frequency);
  // An identifier is also looked for as the words that it is made of.
  const parts = splitIdentifiers(question).map(([, words]) => words.join(" "));
  const words = [...terms.map(({ word }) => word), ...parts];
  const found = store.search(words, pool);
  const known = new Set(found.map(({ id }) => id));
  const others = recalled.filter(({ id }) => !known.has(id)).map((passage) => ({ ...passage, score: 0 }));
  const trusts = new Map(recalled.map(({ id, rank }) => [id, trust * (1 - (rank - 1) / recalled.length)]));
  return rank(question, terms, [...found, ...(trust > 0 ? others : [])], trusts);
}

function weigh(terms: Term[], passages: number, frequency: (word: string) => number): Weighted[] {
  return terms.map((term) => {
    const idf = Math.log(1 + (passages + 1) / (frequency(term.word) + 0.5));
    return { ...term, weight: term.frame ? frameWeight * idf : idf };
  });
}

/** The passages found, with their fused scores, best first; `trusts` is what recall adds. */
function rank(question: string, terms: Weighted[], found: Found[], trusts: Map<number, number>): Found[] {
  const best = found[0]?.score || 1;
  const spoken = tokens(question).map(stem);
  const scored = found.map((passage) => {
    const own = fuse({ bm25: passage.score / best, ...examine(spoken, terms, passage) });
    return { ...passage, score: own + (trusts.get(passage.id) ?? 0) };
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** One score of all that speaks for a passage: a weighted sum, so that further sources of evidence can join. */
function fuse({ bm25, coverage, nearness, phrases, heading }: Signs): number {
  return 0.3 * bm25 + 0.25 * coverage + 0.15 * nearness + 0.1 * phrases + 0.25 * heading;
}

/**
 * Coverage: the weight of the question's terms that the passage or its headings hold. Nearness: the same for its best
 * stretch of `reach` words. Phrases: which neighbouring words of the question are neighbours there too.
 */
function examine(spoken: string[], terms: Weighted[], passage: Found): Omit<Signs, "bm25"> {
  const words = tokens(passage.text).map(stem);
  const above = stemsOf(`${passage.title} ${passage.heading} ${passage.path}`);
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const places = terms.map((term) =>
    words.flatMap((word, at) => (word === term.stem || alike(word, term.stem) ? [at] : [])),
  );
  const covered = terms.reduce(
    (sum, term, index) => sum + (places[index]?.length || above.has(term.stem) ? term.weight : 0),
    0,
  );
  return {
    coverage: covered / total,
    nearness: densest(terms, places) / total,
    phrases: sharedPairs(spoken, terms, words),
    heading: Math.max(...headingsOf(passage).map(([text, worth]) => worth * agreement(terms, text))),
  };
}

/** The headings that a passage stands under and the terms that it sets off itself, each with what it counts for. */
function headingsOf({ doc, title, heading, first, text }: Found): [text: string, worth: number][] {
  const parts = heading.split(" > ");
  // A notion is introduced where the section or document that it names begins.
  const begins = heading !== "" && text.slice(0, 200).includes(parts.at(-1) ?? "");
  const worth = begins || doc !== null || first === 1 ? 1 : 0.5;
  const heads = [...text.matchAll(runIn)].map(([, head = ""]): [string, number] => [head, 1]);
  return [...[title, ...parts].map((part): [string, number] => [part, worth]), ...heads];
}

/** How much of the question is in a heading and of the heading in the question (their F1), from 0 to 1. */
export function agreement(terms: Weighted[], heading: string): number {
  const said = findTerms(heading).map((term) => term.stem);
  const shared = terms.filter((term) => said.includes(term.stem)).length;
  return said.length === 0 || terms.length === 0 ? 0 : (2 * shared) / (said.length + terms.length);
}

/** The greatest weight of different terms within `reach` words. */
function densest(terms: Weighted[], places: number[][]): number {
  const hits = places.flatMap((at, term) => at.map((place) => ({ place, term }))).sort((a, b) => a.place - b.place);
  const inside = new Map<number, number>();
  let [weight, best, from] = [0, 0, 0];
  for (const { place, term } of hits) {
    const held = inside.get(term) ?? 0;
    if (held === 0) weight += terms[term]?.weight ?? 0;
    inside.set(term, held + 1);
    for (let first = hits[from]; first && place - first.place > reach; first = hits[++from]) {
      const left = (inside.get(first.term) ?? 1) - 1;
      inside.set(first.term, left);
      if (left === 0) weight -= terms[first.term]?.weight ?? 0;
    }
    best = Math.max(best, weight);
  }
  return best;
}

function sharedPairs(spoken: string[], terms: Weighted[], words: string[]): number {
  const content = new Set(terms.map((term) => term.stem));
  const pairs = spoken.flatMap((word, at) => {
    const next = spoken[at + 1];
    return next !== undefined && content.has(word) && content.has(next) ? [`${word} ${next}`] : [];
  });
  if (pairs.length === 0) return 0;
  const there = new Set(words.map((word, at) => `${word} ${words[at + 1]}`));
  return pairs.filter((pair) => there.has(pair)).length / pairs.length;
}
