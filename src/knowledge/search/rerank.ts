import type { Ranked } from "./rank.ts";

/**
 * Reads a query and a text together: the more it is an answer, the higher the score; null where nothing can read. `text`
 * is a passage's.
 */
export type Rerank = { score(query: string, texts: string[]): Promise<number[] | null>; text(place: number): string };

/** How many are read, and how many points of a chain's score (see `fuse`) the best reading counts more than the worst. */
const first = 12;
const worth = 5;
/** Where the best passage leads the last of those that are shown by more points, reading them changes nothing. */
const close = { points: 20, last: 8 };

/**
 * The first passages in a new order: a cross-encoder reads each with the question and, where a chain leads to it, with the
 * question as the chain asks it; the better of both counts, blended with the score that the passage has.
 */
export async function rerank(ranked: Ranked[], question: string, { score, text }: Rerank): Promise<Ranked[]> {
  const read = ranked.slice(0, first);
  const last = read[Math.min(close.last, read.length) - 1];
  if (read.length < 2 || read[0]!.score - last!.score > close.points) return ranked;
  const best = await score(
    question,
    read.map(({ place }) => text(place)),
  );
  if (best === null) return ranked;
  const byQuery = new Map<string, number[]>();
  for (const [at, { why }] of read.entries()) {
    const asked = why.chain?.asked;
    if (asked) byQuery.set(asked, [...(byQuery.get(asked) ?? []), at]);
  }
  for (const [asked, places] of byQuery) {
    const scores = await score(
      asked,
      places.map((at) => text(read[at]!.place)),
    );
    if (scores === null) return ranked;
    for (const [i, at] of places.entries()) best[at] = Math.max(best[at]!, scores[i]!);
  }
  const [low, high] = [Math.min(...best), Math.max(...best)];
  const blended = read.map((one, at) => {
    const share = (best[at]! - low) / Math.max(1e-6, high - low);
    return { ...one, score: one.score + worth * share, why: { ...one.why, rerank: best[at]! } };
  });
  return [...blended.sort((a, b) => b.score - a.score), ...ranked.slice(first)];
}
