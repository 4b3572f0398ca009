/** What running a line did: what it printed (both streams, as they came) and the files afterwards. */
export type Outcome = { output: string; exit: number | null; files: Map<string, string> };

/**
 * The equality of InterCode's reward for bash (Yang et al. 2023, intercode/envs/bash): the same files changed, with the
 * same contents, and outputs whose similarity rounds to the full mark. Contents are compared for every file here, where the
 * original looks at added ones alone.
 */
export function equal(gold: Outcome, ours: Outcome): boolean {
  return sameFiles(gold.files, ours.files) && Math.round(33 * similarity(gold.output, ours.output)) === 33;
}

export function sameFiles(a: Map<string, string>, b: Map<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, hash]) => b.get(path) === hash);
}

/** Cosine of the two texts by TF-IDF over themselves, with scikit-learn's defaults: words of two letters, smooth idf. */
export function similarity(a: string, b: string): number {
  const [left, right] = [counts(a), counts(b)];
  const words = new Set([...left.keys(), ...right.keys()]);
  if (words.size === 0) return a === b ? 1 : 0;
  let [dot, x, y] = [0, 0, 0];
  for (const word of words) {
    const [p, q] = [left.get(word) ?? 0, right.get(word) ?? 0];
    const idf = Math.log(3 / (1 + Math.min(p, 1) + Math.min(q, 1))) + 1;
    dot += p * q * idf * idf;
    x += (p * idf) ** 2;
    y += (q * idf) ** 2;
  }
  return x * y === 0 ? 0 : dot / Math.sqrt(x * y);
}

function counts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]{2,}/gu)) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}
