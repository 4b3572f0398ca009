import { best } from "./best.ts";

/** One vector of length 1 a passage, row by row, and, of many, the signs of its parts as bits: 32 a number. */
export type Vectors = { dimensions: number; rows: Float32Array; signs: Uint32Array | null };

/** Up to here every vector is looked at; beyond, only those whose signs fit the question's vector best. */
const exactly = 20_000;
/** How many are looked at then: this share, and so many for each one asked for. */
const rescored = { share: 0.03, each: 10 };
/** How many passages tell what cosine is common in a corpus, and what agreement of signs is. */
const sample = 500;
const judged = 4_096;

/** Vectors ready for search; up to `whole` of them, or where `dimensions` is no multiple of 32, all are looked at. */
export function buildVectors(rows: Float32Array, dimensions: number, whole = exactly): Vectors {
  const many = rows.length / dimensions > whole && dimensions % 32 === 0;
  return { dimensions, rows, signs: many ? signsOf(rows) : null };
}

/** The cosine of a passage's vector and another of length 1. */
export function cosine({ rows, dimensions }: Vectors, p: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const from = p * dimensions;
  let i = 0;
  for (; i + 3 < dimensions; i += 4) {
    a += rows[from + i]! * vector[i]!;
    b += rows[from + i + 1]! * vector[i + 1]!;
    c += rows[from + i + 2]! * vector[i + 2]!;
    d += rows[from + i + 3]! * vector[i + 3]!;
  }
  for (; i < dimensions; i++) a += rows[from + i]! * vector[i]!;
  return a + b + c + d;
}

/** The `k` passages nearest to a vector, nearest first. */
export function nearest(vectors: Vectors, vector: Float32Array, k: number): number[] {
  if (vectors.signs === null) return best(scan(vectors, vector), k);
  const passages = vectors.rows.length / vectors.dimensions;
  const likest = greatest(agreement(vectors.signs, vector), Math.max(rescored.share * passages, rescored.each * k));
  const scores = likest.map((p) => cosine(vectors, p, vector));
  return best(scores, k).map((place) => likest[place]!);
}

/** A cosine that is low for this corpus: the least among a sample of passages. */
export function lowest(vectors: Vectors, vector: Float32Array): number {
  const passages = vectors.rows.length / vectors.dimensions;
  const step = Math.max(1, Math.floor(passages / sample));
  let least = 1;
  for (let p = 0; p < passages; p += step) least = Math.min(least, cosine(vectors, p, vector));
  return least;
}

function scan(vectors: Vectors, vector: Float32Array): Float32Array {
  const scores = new Float32Array(vectors.rows.length / vectors.dimensions);
  for (let p = 0; p < scores.length; p += 1) scores[p] = cosine(vectors, p, vector);
  return scores;
}

/** Places of the greatest scores, about `count` of them, in order of place: a sample tells from which score on. */
function greatest(scores: Int32Array, count: number): number[] {
  const step = Math.max(1, Math.floor(scores.length / judged));
  const some = Int32Array.from({ length: Math.floor(scores.length / step) }, (_, at) => scores[at * step]!).sort();
  const floor = some[Math.floor(some.length * Math.max(0, 1 - count / scores.length))]!;
  const places: number[] = [];
  for (let p = 0; p < scores.length; p += 1) if (scores[p]! >= floor) places.push(p);
  return places;
}

/** One bit a part: whether it is above 0. */
function signsOf(rows: Float32Array): Uint32Array {
  const signs = new Uint32Array(rows.length / 32);
  for (let at = 0; at < rows.length; at += 1) if (rows[at]! > 0) signs[at >> 5]! |= 1 << (at & 31);
  return signs;
}

/**
 * The dot product of a vector with the signs alone of each row, up to a constant and a factor: for each eight parts it is
 * looked up in a table of what their 256 combinations come to.
 */
function agreement(signs: Uint32Array, vector: Float32Array): Int32Array {
  const table = combinations(vector);
  const words = vector.length / 32;
  const scores = new Int32Array(signs.length / words);
  for (let p = 0, at = 0; p < scores.length; p += 1) {
    let [a, b] = [0, 0];
    for (let place = 0; place < table.length; place += 1_024, at += 1) {
      const bits = signs[at]!;
      a = (a + table[place + (bits & 255)]! + table[place + 256 + ((bits >>> 8) & 255)]!) | 0;
      b = (b + table[place + 512 + ((bits >>> 16) & 255)]! + table[place + 768 + (bits >>> 24)]!) | 0;
    }
    scores[p] = (a + b) | 0;
  }
  return scores;
}

/** For each eight parts of a vector the 256 sums of some of them, as 16 bits: the whole table stays close to the processor. */
function combinations(vector: Float32Array): Int16Array {
  const table = new Int16Array(32 * vector.length);
  const scale = 2 ** 12 / vector.reduce((most, part) => Math.max(most, Math.abs(part)), 1e-9);
  const sums = new Float64Array(256);
  for (let place = 0; place < table.length; place += 256)
    for (let combination = 1; combination < 256; combination += 1) {
      const rest = combination & (combination - 1);
      const bit = 31 - Math.clz32(combination ^ rest);
      sums[combination] = sums[rest]! + vector[place / 32 + bit]! * scale;
      table[place + combination] = Math.round(Math.max(-32_767, Math.min(32_767, sums[combination]!)));
    }
  return table;
}
