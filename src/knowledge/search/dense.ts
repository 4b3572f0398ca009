import { best } from "./best.ts";
import { buildKernel, type Kernel } from "./kernel.ts";

/** One vector of length 1 a passage, row by row. */
export type Rows = { dimensions: number; rows: Float32Array };
/** The same with what looks at all of them. */
export type Vectors = Rows & { kernel: Kernel };

/** What rounding may put at a wrong place is looked at closely: so many more than are asked for. */
const more = 50;
/** How many passages tell what cosine is common in a corpus. */
const sample = 500;

export function buildVectors(rows: Float32Array, dimensions: number): Vectors {
  return { dimensions, rows, kernel: buildKernel(rows, dimensions) };
}

/** The cosine of a passage's vector and another of length 1. */
export function cosine({ rows, dimensions }: Rows, p: number, vector: Float32Array): number {
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

/** The cosine of every passage's vector and another of length 1, to about a thousandth. */
export function cosines({ kernel }: Vectors, vector: Float32Array): Float32Array {
  return kernel.scan(vector);
}

/** The `k` passages nearest to a vector, nearest first; `rough` are its cosines to about a thousandth. */
export function nearest(vectors: Vectors, vector: Float32Array, k: number, rough = cosines(vectors, vector)): number[] {
  const likest = best(rough, k + more);
  const scores = likest.map((p) => cosine(vectors, p, vector));
  return best(scores, k).map((place) => likest[place]!);
}

/** A cosine that is low for a corpus: the least among a sample of its passages. */
export function lowest(cosines: Float32Array): number {
  const step = Math.max(1, Math.floor(cosines.length / sample));
  let least = 1;
  for (let p = 0; p < cosines.length; p += step) least = Math.min(least, cosines[p]!);
  return least;
}
