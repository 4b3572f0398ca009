import type { Language } from "./language.ts";
import { createVocabulary, numberOf, readWords, type Vocabulary } from "./word.ts";

/** A passage as ranking sees it, English if it says nothing else. `title` may be empty. */
export type Source = { id: number; title: string; text: string; language?: Language };

/** Every word of every passage in order, title first, and in which passages each stem stands. */
export type Lexis = {
  vocabulary: Vocabulary;
  /** The passages' own numbers; everything else counts passages from 0 in this order. */
  ids: Float64Array;
  /** Marked words; passage p has those from starts[p], its title's before bodies[p], up to starts[p + 1]. */
  words: Uint32Array;
  starts: Uint32Array;
  bodies: Uint32Array;
  /** Per stem: passages and how often it stands in each, a title's words twice; stem s has those from heads[s]. */
  heads: Uint32Array;
  holders: Uint32Array;
  counts: Uint8Array;
  /** Content words of each passage, its title's twice, and their mean. */
  lengths: Float32Array;
  mean: number;
};

/** Saturation and length normalisation of BM25 (Robertson and Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;

export function buildLexis(sources: Source[]): Lexis {
  const vocabulary = createVocabulary();
  const read: number[][] = [];
  const starts = new Uint32Array(sources.length + 1);
  const bodies = new Uint32Array(sources.length);
  for (const [p, { title, text, language = "en" }] of sources.entries()) {
    const head = readWords(title, vocabulary, language);
    const words = head.concat(readWords(text, vocabulary, language));
    read.push(words);
    bodies[p] = starts[p]! + head.length;
    starts[p + 1] = starts[p]! + words.length;
  }
  const words = new Uint32Array(starts[sources.length]!);
  for (const [p, list] of read.entries()) words.set(list, starts[p]);
  const ids = Float64Array.from(sources, (source) => source.id);
  return { vocabulary, ids, words, starts, bodies, ...invert(words, starts, bodies, vocabulary) };
}

/** Inverse frequency of a stem over the passages, never negative. */
export function rarity(lexis: Lexis, stem: number): number {
  const holders = stem >= lexis.heads.length - 1 ? 0 : lexis.heads[stem + 1]! - lexis.heads[stem]!;
  const passages = lexis.ids.length;
  return Math.log(1 + (passages - holders + 0.5) / (holders + 0.5));
}

/** BM25 of every passage for the stems, each once; 0 where none stands. */
export function scoreText(lexis: Lexis, stems: number[]): Float32Array {
  const scores = new Float32Array(lexis.ids.length);
  for (const stem of new Set(stems)) {
    if (stem < 0 || stem >= lexis.heads.length - 1) continue;
    const weight = rarity(lexis, stem);
    for (let at = lexis.heads[stem]!; at < lexis.heads[stem + 1]!; at += 1) {
      const p = lexis.holders[at]!;
      const count = lexis.counts[at]!;
      const norm = k1 * (1 - b + (b * lexis.lengths[p]!) / lexis.mean);
      scores[p]! += (weight * count * (k1 + 1)) / (count + norm);
    }
  }
  return scores;
}

/** Postings by counting sort: two passes over all words. */
function invert(words: Uint32Array, starts: Uint32Array, bodies: Uint32Array, { stems, roots }: Vocabulary) {
  const passages = bodies.length;
  const heads = new Uint32Array(roots.size + 1);
  const lengths = new Float32Array(passages);
  const seen = new Uint32Array(roots.size).fill(passages);
  const each = (visit: (stem: number, p: number, weight: number) => void) => {
    for (let p = 0; p < passages; p += 1)
      for (let at = starts[p]!; at < starts[p + 1]!; at += 1) {
        const stem = stems[numberOf(words[at]!)]!;
        if (stem >= 0) visit(stem, p, at < bodies[p]! ? 2 : 1);
      }
  };
  each((stem, p, weight) => {
    lengths[p]! += weight;
    if (seen[stem] === p) return;
    seen[stem] = p;
    heads[stem + 1]! += 1;
  });
  for (let stem = 0; stem < roots.size; stem += 1) heads[stem + 1]! += heads[stem]!;
  const holders = new Uint32Array(heads[roots.size]!);
  const counts = new Uint8Array(holders.length);
  const next = heads.slice();
  seen.fill(passages);
  each((stem, p, weight) => {
    if (seen[stem] !== p) {
      seen[stem] = p;
      holders[next[stem]!++] = p;
    }
    const at = next[stem]! - 1;
    counts[at] = Math.min(255, counts[at]! + weight);
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, passages);
  return { heads, holders, counts, lengths, mean };
}
