/** Words of a shingle, shingles that stand for a text, and the share of them from which on two texts are copies. */
const size = 4;
const kept = 48;
const share = 0.7;

/** Some of a text's shingles: the lowest hashes of its runs of words (Broder 1997, "On the resemblance and containment of documents"). */
export type Sketch = readonly number[];

/** The sketch of a text; the same words in the same order give the same one, whatever stands between them. Pure. */
export function sketchOf(text: string): Sketch {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const hashes = new Set<number>();
  for (let at = 0; at + Math.min(size, words.length) <= words.length; at += 1) {
    let hash = 0x811c9dc5;
    for (const word of words.slice(at, at + size)) {
      for (let place = 0; place < word.length; place += 1) hash = Math.imul(hash ^ word.charCodeAt(place), 0x01000193);
      hash = Math.imul(hash ^ 32, 0x01000193);
    }
    hashes.add(hash >>> 0);
  }
  return [...hashes].sort((a, b) => a - b).slice(0, kept);
}

/** Whether two texts are near copies: by the share of the lowest hashes of both that both have. Pure. */
export function isCopy(one: Sketch, other: Sketch): boolean {
  const lowest = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, kept);
  if (lowest.length === 0) return false;
  const [mine, theirs] = [new Set(one), new Set(other)];
  return lowest.filter((hash) => mine.has(hash) && theirs.has(hash)).length >= share * lowest.length;
}
