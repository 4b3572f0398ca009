import type { Weighed } from "../../core/port.ts";

/** What scored sentences: a cross-encoder's logits, an embedder's cosines times ten, or the words that they hold. */
export type Scorer = Weighed["by"] | "words";

/** What is known of an excerpt: its score, the place of its passage among those found, and its file. */
export type Sign = { score: number; passage: number; path: string };

/**
 * How much each of {@link signsOf} counts, the constant first, by what scored the sentences (logistic regression over questions whose
 * answers are known; bench/confidence.ts). `scale` is what scores are multiples of, `unrelated` the score of a sentence that has nothing to do with the
 * question: it stands in where there are too few others.
 */
const fitted: Record<Scorer, { scale: number; unrelated: number; weights: readonly number[] }> = {
  reranker: { scale: 1, unrelated: -7, weights: [-0.29, 0.14, 0.51, 0.79, 1.11, -1.31] },
  embedder: { scale: 10, unrelated: 6, weights: [3.44, 0.01, 1.53, 0.03, 1.42, -1.43] },
  words: { scale: 1, unrelated: 0.75, weights: [1.39, 0.83, 0.85, 0.75, 0.54, -1.27] },
};

/** Excerpts after the first whose mean score it is set against, and the least lead. */
const rivals = 3;
const least = 0.05;

/**
 * Of the first excerpt: its score; how far it leads those after it, as a logarithm; how late its passage was found, as a logarithm; the
 * share of all excerpts that come from its document; whether an exact word of the question is missing there. Pure.
 */
export function signsOf(excerpts: readonly Sign[], isLacking: boolean, by: Scorer): number[] {
  const { scale, unrelated } = fitted[by];
  const [first, ...others] = excerpts as [Sign, ...Sign[]];
  const next = Array.from({ length: rivals }, (_, at) => others[at]?.score ?? unrelated);
  const lead = (first.score - next.reduce((sum, score) => sum + score, 0) / rivals) / scale;
  const beside = excerpts.filter(({ path }) => path === first.path).length / excerpts.length;
  const early = -Math.log(1 + first.passage);
  return [first.score / scale / 5, Math.log(Math.max(least, lead)), early, beside, Number(isLacking)];
}

/** By words alone, the score of a sentence that holds nothing of the question: what lies less than 1 above it counts the less. */
const bare = 0.3;

/** How likely the first of several excerpts, best first, answers: from 0 to 1. Pure. */
export function confidence(excerpts: readonly Sign[], isLacking: boolean, by: Scorer): number {
  const signs = [1, ...signsOf(excerpts, isLacking, by)];
  const sum = fitted[by].weights.reduce((all, weight, at) => all + weight * signs[at]!, 0);
  const covered = by === "words" ? Math.min(1, Math.max(0, excerpts[0]!.score - bare)) : 1;
  return covered / (1 + Math.exp(-sum));
}
