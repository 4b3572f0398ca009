/**
 * Shannon's entropy of how texts fall into clusters, as a share of the most that so many texts can have: 0 where all say the same, 1
 * where each says something else. Entropy over meanings instead of wordings follows Kuhn et al. 2023, arXiv:2302.09664. Pure.
 */
export function entropyOf(clusters: readonly (readonly unknown[])[]): number {
  const n = clusters.reduce((sum, each) => sum + each.length, 0);
  if (n < 2) return 0;
  const bits = clusters.reduce((sum, { length }) => sum - (length === 0 ? 0 : (length / n) * Math.log(length / n)), 0);
  return Math.min(1, Math.max(0, bits / Math.log(n)));
}

/**
 * Puts texts into clusters, by their places in the list: one joins the first cluster whose first text is related to it as the same. Pure.
 */
export function clustered(count: number, same: (one: number, other: number) => boolean): number[][] {
  const clusters: number[][] = [];
  for (let at = 0; at < count; at += 1) {
    const home = clusters.find(([first]) => same(first!, at));
    if (home) home.push(at);
    else clusters.push([at]);
  }
  return clusters;
}

/** How much of what is asked is several questions: the logarithm (base 2) of how many rules see in it; 0 for one. Pure. */
export function structureOf(parts: number, isNested: boolean): number {
  return Math.log2(Math.max(1, parts) + (isNested ? 1 : 0));
}

/**
 * The contraction factor of two steps of an iteration, as Banach's fixed-point theorem has it: the distance of the last two
 * answers as a share of the distance of the two before. All distances lie on the one scale from 0 (the same words) to 1. 0 where the
 * last step changed nothing. Pure.
 */
export function contraction(before: number, now: number): number {
  if (now === 0) return 0;
  return before === 0 ? Number.POSITIVE_INFINITY : now / before;
}
