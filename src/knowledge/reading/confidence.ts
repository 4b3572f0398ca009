import type { Passage } from "../../core/evidence.ts";
import type { Weighed } from "../../core/port.ts";
import { findTerms, held, stemsOf } from "../text/term.ts";

/** What scored sentences: a cross-encoder's logits, an embedder's cosines times ten, or the words that they hold. */
export type Scorer = Weighed["by"] | "words";

/** What is known of an excerpt: its score, the place of its passage among those found, and its file. */
export type Sign = { score: number; passage: number; path: string };

/**
 * What is known of the first one beside the others: the share of the question that it holds with its place, whether it has what looks like the number or
 * person that is asked for (`fitOf`), and whether an exact word is missing.
 */
export type Fit = { covers: number; fits: number; isLacking: boolean };

/**
 * How much each of {@link signsOf} counts, the constant first, by what scored the sentences (logistic regression over questions whose
 * answers are known; bench/confidence.ts). `scale` is what scores are multiples of, `unrelated` the score of a sentence that has nothing to do with the
 * question: it stands in where there are too few others.
 */
const fitted: Record<Scorer, { scale: number; unrelated: number; weights: readonly number[] }> = {
  reranker: { scale: 1, unrelated: -7, weights: [-0.29, 0.14, 0.51, 0.79, 1.11, -1.31, 0, 0] },
  embedder: { scale: 10, unrelated: 6, weights: [3.44, 0.01, 1.53, 0.03, 1.42, -1.43, 0, 0] },
  words: { scale: 1, unrelated: 0.75, weights: [1.39, 0.83, 0.85, 0.75, 0.54, -1.27, 0, 0] },
};

/** Excerpts after the first whose mean score it is set against, and the least lead. */
const rivals = 3;
const least = 0.05;

/** The share of a question's content words that a sentence holds, or the title and headings that it stands under. Pure. */
export function coverage(question: string, sentence: string, { title, heading }: Passage): number {
  const terms = findTerms(question).filter(({ frame }) => !frame);
  const stems = stemsOf(`${sentence} ${title} ${heading}`);
  return terms.reduce((sum, term) => sum + held(stems, term), 0) / Math.max(1, terms.length);
}

/**
 * Of the first excerpt: its score; how far it leads those after it, as a logarithm; how late its passage was found, as a logarithm; the
 * share of all excerpts that come from its document; whether an exact word of the question is missing there; the share of its content words
 * that stand there; whether it looks like what is asked for. Pure.
 */
export function signsOf(excerpts: readonly Sign[], { covers, fits, isLacking }: Fit, by: Scorer): number[] {
  const { scale, unrelated } = fitted[by];
  const [first, ...others] = excerpts as [Sign, ...Sign[]];
  const next = Array.from({ length: rivals }, (_, at) => others[at]?.score ?? unrelated);
  const lead = (first.score - next.reduce((sum, score) => sum + score, 0) / rivals) / scale;
  const beside = excerpts.filter(({ path }) => path === first.path).length / excerpts.length;
  const early = -Math.log(1 + first.passage);
  return [first.score / scale / 5, Math.log(Math.max(least, lead)), early, beside, Number(isLacking), covers, fits];
}

/** By words alone, the score of a sentence that holds nothing of the question: what lies less than 1 above it counts the less. */
const bare = 0.3;

/** How likely the first of several excerpts, best first, answers: from 0 to 1. Pure. */
export function confidence(excerpts: readonly Sign[], fit: Fit, by: Scorer): number {
  const signs = [1, ...signsOf(excerpts, fit, by)];
  const sum = fitted[by].weights.reduce((all, weight, at) => all + weight * signs[at]!, 0);
  const covered = by === "words" ? Math.min(1, Math.max(0, excerpts[0]!.score - bare)) : 1;
  return covered / (1 + Math.exp(-sum));
}
