/** A share of right answers with the bounds between which the true share lies. */
export type Share = { n: number; right: number; low: number; high: number };

/**
 * Wilson's score interval of a share (E. B. Wilson 1927, doi:10.1080/01621459.1927.10502953); `z` says how sure, 1.96
 * for 95 %.
 */
export function wilson(right: number, n: number, z = 1.96): Share {
  if (n === 0) return { n, right, low: 0, high: 1 };
  const share = right / n;
  const scale = 1 + z ** 2 / n;
  const centre = (share + z ** 2 / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { n, right, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** After how many items it is looked whether the matter is decided, besides at their end. */
const looks = [16, 24, 32, 40];
/**
 * How sure each look must be, so that all five together err in at most one of twenty cases (S. J. Pocock 1977,
 * doi:10.1093/biomet/64.2.191).
 */
const sure = 2.413;

/**
 * Whether a share lies surely above `threshold`, once that is decided: after a look that shows it to be above or below,
 * or when the items that are left (of `all`) cannot change it. Undefined before.
 */
export function decided({ n, right }: { n: number; right: number }, all: number, threshold: number) {
  if (wilson(right + all - n, all, sure).low <= threshold) return false;
  if (n < all && !looks.includes(n)) return undefined;
  const { low, high } = wilson(right, n, sure);
  if (low > threshold) return true;
  return n === all || high <= threshold ? false : undefined;
}
