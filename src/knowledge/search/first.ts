import { scoreText } from "../text/lexis.ts";
import { best } from "./best.ts";
import type { Stage } from "./chain.ts";
import { cosine, cosines, lowest, nearest, type Vectors } from "./dense.ts";
import type { Asked, Corpus } from "./question.ts";
import { walk } from "./walk.ts";

/** Passages with their vectors, if there are any: row p belongs to passage p of the corpus. */
export type Index = Corpus & { vectors: Vectors | null };

/** Scores of one question before chains: text and walk for every passage, cosines on demand. */
export type First = Stage & { sum: Map<number, number> };

/** Of the weighted sum of cosine and BM25, both from 0 to 1 over the corpus. */
const dense = 0.8;
const sums = 100;
/** Where a walk starts: softmax temperature of cosines, how many of each, and what texts count against cosines. */
const seeding = { temperature: 0.02, passages: 30, text: 0.5 };

/** BM25, cosines, their sum, and the walk. */
export function firstStage(index: Index, asked: Asked, vector: Float32Array | null): First {
  const { texts, nearby, rough, ...scores } = sumStage(index, asked, vector);
  return { ...scores, walk: walkFrom(index, asked, { ...scores, texts, nearby, rough }) };
}

/**
 * The same without the walk; `texts` and `nearby` are the best by words and by meaning, best first, `rough` every cosine to
 * about a thousandth.
 */
export function sumStage(index: Index, asked: Asked, vector: Float32Array | null) {
  const text = scoreText(index.lexis, asked.stems);
  const { vectors } = index;
  const rough = vectors && vector ? cosines(vectors, vector) : null;
  const near = vectors && vector ? memo((p) => cosine(vectors, p, vector)) : null;
  const nearby = vectors && vector && rough ? nearest(vectors, vector, sums, rough) : [];
  const texts = best(text, sums).filter((p) => text[p]! > 0);
  const low = rough ? lowest(rough) : 0;
  const high = near && nearby[0] !== undefined ? near(nearby[0]) : 1;
  const most = text[texts[0] ?? 0]! || 1;
  const weigh = (p: number) =>
    near ? (dense * (near(p) - low)) / Math.max(1e-6, high - low) + ((1 - dense) * text[p]!) / most : text[p]! / most;
  const sum = new Map([...nearby, ...texts].map((p) => [p, weigh(p)]));
  return { text, cosine: near, sum, texts, nearby, rough };
}

/** Walks from what the question names, from the passages nearest in meaning and from those that share its words. */
function walkFrom(
  { graph }: Index,
  asked: Asked,
  { text, texts, cosine: near, nearby, rough }: ReturnType<typeof sumStage>,
): Float32Array {
  const named = new Map(asked.things.map(({ thing }) => [thing, graph.weights[thing]!]));
  const passages = new Map<number, number>();
  const add = (places: number[], weight: (p: number) => number, share: number) => {
    const total = places.reduce((sum, p) => sum + weight(p), 0) || 1;
    for (const p of places) passages.set(p, (passages.get(p) ?? 0) + (share * weight(p)) / total);
  };
  add(texts.slice(0, seeding.passages), (p) => text[p]!, seeding.text);
  if (near && nearby[0] !== undefined) {
    const top = near(nearby[0]);
    add(nearby.slice(0, seeding.passages), (p) => Math.exp((near(p) - top) / seeding.temperature), 1);
  }
  const total = [...named.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const things = new Map([...named].map(([thing, weight]) => [thing, weight / total]));
  return walk(graph, { things, passages }, rough ? (p) => Math.exp(5 * rough[p]!) : () => 1);
}

/** Works each place out once. */
export function memo(work: (p: number) => number): (p: number) => number {
  const known = new Map<number, number>();
  return (p) => {
    const value = known.get(p) ?? work(p);
    known.set(p, value);
    return value;
  };
}
