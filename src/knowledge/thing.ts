import { findNames, isYear, keyOf } from "./entity.ts";
import type { Language } from "./language.ts";
import { createVocabulary, readWords, type Vocabulary } from "./word.ts";

/**
 * What a passage names: a thing in prose or by a heading, a year, a declaration in source code. `key` is the same for all
 * ways to write it, `id` is made of key and kind; `position` counts characters from the start of the passage, 0 for what stands above it.
 */
export type Thing = { id: number; key: string; name: string; kind: ThingKind; position: number };
export type ThingKind = "thing" | "date" | "symbol";

/** Words that are kept while texts are read. */
const kept = 300_000;
/** Words of a name that is one; a longer heading names nothing. */
const longest = 12;
/** One a language, so that what a text names does not depend on those before it. */
const vocabularies = new Map<Language, Vocabulary>();

/** The things that a passage and the headings above it name, each once. */
export function thingsIn(passage: { heading: string; text: string; language: Language; code: boolean }): Thing[] {
  const { heading, text, language, code } = passage;
  const found = new Map<string, Thing>();
  const add = (thing: Thing | null) => {
    if (thing && !found.has(thing.key)) found.set(thing.key, thing);
  };
  for (const part of heading.split(code ? /, | > / : " > "))
    add(thingCalled(part, code ? "symbol" : "thing", language));
  if (code) return [...found.values()];
  const places: number[] = [];
  const vocabulary = vocabularyOf(language);
  const words = readWords(text, vocabulary, language, places);
  for (const span of findNames(words, 0, words.length, vocabulary)) {
    const from = places[span.from]!;
    const name = /^[\p{L}\p{N}'’]+/u.exec(text.slice(places[span.to - 1]!))![0];
    const whole = text.slice(from, places[span.to - 1]! + name.length).replace(/\s+/g, " ");
    const kind = span.to - span.from === 1 && isYear(whole) ? "date" : "thing";
    const key = keyOf(words, span, vocabulary);
    add({ id: idOf(kind, key), key, name: whole, kind, position: from });
  }
  return [...found.values()];
}

/** The thing that a title or a heading names; null for what is no name. */
export function thingCalled(title: string, kind: ThingKind, language: Language): Thing | null {
  const name = title.replace(/[*_`]/g, "").trim();
  const vocabulary = vocabularyOf(language);
  // "Tim Brown (designer)": what stands in brackets tells him from others of that name.
  const words = readWords(name.replace(/(?<=\S)\s*\([^()]*\)$/, ""), vocabulary, language);
  if (words.length === 0 || words.length > longest) return null;
  const key = kind === "symbol" ? name : keyOf(words, { from: 0, to: words.length }, vocabulary);
  return { id: idOf(kind, key), key, name, kind, position: 0 };
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

function vocabularyOf(language: Language): Vocabulary {
  const known = vocabularies.get(language);
  if (known && known.words.length < kept) return known;
  const vocabulary = createVocabulary();
  vocabularies.set(language, vocabulary);
  return vocabulary;
}
