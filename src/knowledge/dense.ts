import { best } from "./best.ts";

/** One vector of length 1 a passage, row by row, and the signs of its parts as bits. */
export type Vectors = { dimensions: number; rows: Float32Array; bits: Uint32Array };

/** Up to here every vector is looked at; beyond, only those whose signs are most like the question's. */
const exactly = 20_000;
/** How many are looked at then, at least and for each one asked for. */
const rescored = { least: 1_000, each: 20 };
/** How many passages tell what cosine is common in a corpus. */
const sample = 500;

export function buildVectors(rows: Float32Array, dimensions: number): Vectors {
  const passages = rows.length / dimensions;
  if (passages <= exactly) return { dimensions, rows, bits: new Uint32Array(0) };
  const size = dimensions / 32;
  const bits = new Uint32Array(passages * size);
  for (let p = 0; p < passages; p += 1) setSigns(rows, p * dimensions, dimensions, bits, p * size);
  return { dimensions, rows, bits };
}

/** The cosine of a passage's vector and another of length 1. */
export function cosine({ rows, dimensions }: Vectors, p: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = p * dimensions, i = 0; i < dimensions; at += 4, i += 4) {
    a += rows[at]! * vector[i]!;
    b += rows[at + 1]! * vector[i + 1]!;
    c += rows[at + 2]! * vector[i + 2]!;
    d += rows[at + 3]! * vector[i + 3]!;
  }
  return a + b + c + d;
}

/** The `k` passages nearest to a vector, nearest first. */
export function nearest(vectors: Vectors, vector: Float32Array, k: number): number[] {
  const passages = vectors.rows.length / vectors.dimensions;
  if (passages <= exactly) return best(scan(vectors, vector), k);
  const chosen = likest(vectors, vector, Math.max(rescored.least, rescored.each * k));
  const scores = chosen.map((p) => cosine(vectors, p, vector));
  return best(scores, k).map((place) => chosen[place]!);
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

/** The passages whose vectors share most signs with this one. */
function likest({ bits, dimensions }: Vectors, vector: Float32Array, k: number): number[] {
  const size = dimensions / 32;
  const own = new Uint32Array(size);
  setSigns(vector, 0, dimensions, own, 0);
  const passages = bits.length / size;
  const differ = new Uint16Array(passages);
  const counts = new Uint32Array(dimensions + 1);
  for (let p = 0, at = 0; p < passages; p += 1) {
    let ones = 0;
    for (let i = 0; i < size; i += 1, at += 1) ones += countOnes(bits[at]! ^ own[i]!);
    differ[p] = ones;
    counts[ones]! += 1;
  }
  let limit = 0;
  for (let sum = counts[0]!; sum < k && limit < dimensions; sum += counts[limit]!) limit += 1;
  const chosen: number[] = [];
  for (let p = 0; p < passages; p += 1) if (differ[p]! <= limit) chosen.push(p);
  return chosen;
}

function setSigns(from: Float32Array, start: number, dimensions: number, bits: Uint32Array, at: number): void {
  for (let i = 0; i < dimensions; i += 1) if (from[start + i]! > 0) bits[at + (i >> 5)]! |= 1 << (i & 31);
}

/** Ones in 32 bits (Warren, Hacker's Delight, 5-1). */
function countOnes(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
