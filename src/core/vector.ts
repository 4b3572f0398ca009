/** The product of two vectors of one length: of vectors of length 1, their cosine. Pure. */
export function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
}
