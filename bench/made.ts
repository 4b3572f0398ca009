import { best } from "../src/knowledge/search/best.ts";
import { cosine, type Rows } from "../src/knowledge/search/dense.ts";
import type { Source } from "../src/knowledge/text/lexis.ts";
import type { Cached } from "./encoded.ts";
import { readSet } from "./sets.ts";

/** Passages with their vectors, row by row, and questions with theirs. */
export type Made = {
  sources: Source[];
  rows: Float32Array;
  questions: { text: string; vector: Float32Array }[];
};

const from = "musique+hotpotqa+popqa";

/** A passage as encoders see it. */
export function textOf({ title, text }: Source): string {
  return title === "" ? text : `${title}\n${text}`;
}

/** The passages of some sets with their own vectors, and questions of musique, hotpotqa and popqa, of each alike many. */
export async function realCorpus(data: string, encoder: Cached, asked: number, sets = from): Promise<Made> {
  const { sources } = readSet(data, sets);
  const vectors = await encoder.encode(sources.map(textOf));
  const rows = new Float32Array(vectors.length * encoder.dimensions);
  for (const [p, vector] of vectors.entries()) rows.set(vector, p * encoder.dimensions);
  const asking = from.split("+").map((set) => readSet(data, set).questions);
  const texts = Array.from(
    { length: asked },
    (_, at) => asking[at % asking.length]![Math.floor(at / asking.length)]!.text,
  );
  const own = await encoder.encode(texts);
  return { sources, rows, questions: texts.map((text, at) => ({ text, vector: own[at]! })) };
}

/** `size` passages put together from sentences of those, with vectors between those of two passages; always the same. */
export async function makeCorpus(data: string, encoder: Cached, size: number, asked: number): Promise<Made> {
  const real = await realCorpus(data, encoder, asked);
  const random = generator(1);
  const pick = (count: number) => Math.floor(random() * count);
  const { dimensions } = encoder;
  const sentences = real.sources.map(({ text }) => text.split(/(?<=[.!?]) /));
  const rows = new Float32Array(size * dimensions);
  const sources = Array.from({ length: size }, (_, id): Source => {
    const [one, two] = [pick(real.sources.length), pick(real.sources.length)];
    const row = rows.subarray(id * dimensions, (id + 1) * dimensions);
    for (let at = 0; at < dimensions; at += 1)
      row[at] = real.rows[one * dimensions + at]! + 0.5 * real.rows[two * dimensions + at]! + 0.02 * (random() - 0.5);
    const length = Math.hypot(...row);
    for (let at = 0; at < dimensions; at += 1) row[at]! /= length;
    const text = Array.from({ length: 5 }, (__, at) => {
      const own = sentences[at < 3 ? one : two]!;
      return own[pick(own.length)]!;
    }).join(" ");
    return { id, title: `${real.sources[one]!.title} ${id % 97}`, text };
  });
  return { sources, rows, questions: real.questions };
}

/** The `k` passages nearest to a vector, every one looked at. */
export function exactly(vectors: Rows, vector: Float32Array, k: number): number[] {
  const passages = vectors.rows.length / vectors.dimensions;
  return best(
    Array.from({ length: passages }, (_, p) => cosine(vectors, p, vector)),
    k,
  );
}

/** Numbers from 0 to 1 that are the same each time. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
