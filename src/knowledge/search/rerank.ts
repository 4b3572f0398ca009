import type { Ranked } from "./rank.ts";

/**
 * Reads a query and a text together: the more it is an answer, the higher the score; null where nothing can read. `text`
 * is a passage's.
 */
export type Rerank = { score(query: string, texts: string[]): Promise<number[] | null>; text(place: number): string };

/**
 * How many are read, and how many points of a chain's score (see `fuse`) the best reading counts more than the worst. Reading takes
 * most of a query's time, and none of those behind comes up far.
 */
const first = 8;
const worth = 5;
/** Where the best passage leads the last one by more points, reading them changes nothing. */
const close = 20;

/**
 * The first passages in a new order: a cross-encoder reads each with the question, as the chain asks it that leads to the passage;
 * what it says is blended with the score that the passage has.
 */
export async function rerank(ranked: Ranked[], question: string, { score, text }: Rerank): Promise<Ranked[]> {
  const read = ranked.slice(0, first);
  if (read.length < 2 || read[0]!.score - read.at(-1)!.score > close) return ranked;
  const byQuery = Map.groupBy(read, ({ why }) => why.chain?.asked ?? question);
  const readings = new Map<Ranked, number>();
  for (const [asked, group] of byQuery) {
    const scores = await score(
      asked,
      group.map(({ place }) => text(place)),
    );
    if (scores === null) return ranked;
    for (const [at, one] of group.entries()) readings.set(one, scores[at]!);
  }
  const best = read.map((one) => readings.get(one)!);
  const [low, high] = [Math.min(...best), Math.max(...best)];
  const blended = read.map((one, at) => {
    const share = (best[at]! - low) / Math.max(1e-6, high - low);
    return { ...one, score: one.score + worth * share, why: { ...one.why, rerank: best[at]! } };
  });
  return [...blended.sort((a, b) => b.score - a.score), ...ranked.slice(first)];
}
