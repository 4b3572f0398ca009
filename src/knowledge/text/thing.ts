import { keyOf } from "./entity.ts";
import type { Language } from "./language.ts";
import { createVocabulary, readWords, type Vocabulary } from "./word.ts";

/**
 * What texts name: a thing in prose or by a heading, a date (`key` is ISO 8601, as exact as the text is), a declaration of
 * source code, a file of the folder by its path, a module by the name that imports it. `key` is the same for all ways to
 * write it; `id` is made of key and kind.
 */
export type Thing = { id: number; key: string; kind: ThingKind };
export type ThingKind = "thing" | "date" | "symbol" | "file" | "module";

/** Words that are kept while texts are read. */
const kept = 300_000;
/** Words of a name that is one; a longer heading names nothing. */
const longest = 12;
/** One a language, so that what a text names does not depend on those before it. */
const vocabularies = new Map<Language, Vocabulary>();

export function thingOf(kind: ThingKind, key: string): Thing {
  return { id: idOf(kind, key), key, kind };
}

/** The thing that a title or a heading names; null for what is no name. */
export function thingCalled(title: string, language: Language): Thing | null {
  const name = title.replace(/[*_`]/g, "").trim();
  const vocabulary = vocabularyOf(language);
  // "Tim Brown (designer)": what stands in brackets tells him from others of that name.
  const words = readWords(name.replace(/(?<=\S)\s*\([^()]*\)$/, ""), vocabulary, language);
  const from = words.length > 1 && /^(?:the|a|an)\s/i.test(name) ? 1 : 0;
  if (words.length === 0 || words.length - from > longest) return null;
  return thingOf("thing", keyOf(words, { from, to: words.length }, vocabulary));
}

/** The words of a language that were read so far. */
export function vocabularyOf(language: Language): Vocabulary {
  const known = vocabularies.get(language);
  if (known && known.words.length < kept) return known;
  const vocabulary = createVocabulary();
  vocabularies.set(language, vocabulary);
  return vocabulary;
}

/** 53 bits of a hash (two FNV-1a with different starts): two things of a million have the same by a chance of 1 : 18,000. */
function idOf(kind: ThingKind, key: string): number {
  let [high, low] = [0x811c9dc5, 0x1000193];
  for (const part of [kind, key]) {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ (code + at), 0x01000193);
    }
    high = Math.imul(high ^ 0xff, 0x01000193);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
