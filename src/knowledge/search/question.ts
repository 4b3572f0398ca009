import { readFileSync } from "node:fs";
import { languageOf, stemmerOf } from "../text/language.ts";
import { type Lexis, rarity } from "../text/lexis.ts";
import { marks, numberOf, readWords } from "../text/word.ts";
import { findThings, type Graph, type Mention } from "./graph.ts";

/** Passages ready to be asked about. */
export type Corpus = { lexis: Lexis; graph: Graph };

/** A question as its words, what each tells, and the things that it names. */
export type Asked = {
  text: string;
  words: number[];
  /** Where each word begins in the text. */
  places: number[];
  /** Each word's stem, or -1, and its weight: its inverse frequency. */
  stems: number[];
  weights: number[];
  things: Mention[];
  /** How firmly it names things: as the subject of a passage, by a capitalised name that passages hold, or not;
   *  what many passages name singles none out. */
  names: "subject" | "thing" | "nothing";
};

/** A set of the question's different stems as bits; `share` is the part of their weight that a set holds. */
export type Coverage = { bits: Map<number, number>; share(set: number): number };

const most = 31;
/** Stems that share so many letters at their start are of one family. */
const opening = 5;
let groups: string[][] | undefined;

export function readQuestion({ lexis, graph }: Corpus, text: string): Asked {
  const places: number[] = [];
  const words = readWords(text, lexis.vocabulary, languageOf(text), places);
  const stems = words.map((word) => lexis.vocabulary.stems[numberOf(word)]!);
  const weights = stems.map((stem) => (stem < 0 ? 0 : rarity(lexis, stem)));
  const things = findThings(graph, lexis, words);
  const few = Math.max(3, Math.sqrt(lexis.ids.length));
  const named = things.filter(
    ({ thing, from, to }) =>
      (words[from]! | words[to - 1]!) & marks.capital &&
      graph.holders.starts[thing + 1]! - graph.holders.starts[thing]! <= few,
  );
  // "What is ownership?" asks for the page of that name and nothing that lies behind it.
  const open = stems.some((stem, at) => stem >= 0 && !named.some(({ from, to }) => from <= at && at < to));
  const subject = open && named.some(({ thing }) => graph.pages.starts[thing + 1]! > graph.pages.starts[thing]!);
  return { text, words, places, stems, weights, things, names: subject ? "subject" : named[0] ? "thing" : "nothing" };
}

export function coverageOf(asked: Asked): Coverage {
  const weights = new Map<number, number>();
  for (const [at, stem] of asked.stems.entries()) if (stem >= 0) weights.set(stem, asked.weights[at]!);
  const kept = [...weights].sort((a, b) => b[1] - a[1]).slice(0, most);
  const total = kept.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  return {
    bits: new Map(kept.map(([stem], bit) => [stem, 1 << bit])),
    share(set) {
      let held = 0;
      for (let bit = 0; bit < kept.length; bit += 1) if ((set >>> bit) & 1) held += kept[bit]![1];
      return held / total;
    },
  };
}

/**
 * Which of the question's stems each stem of the corpus may stand for: itself, one that begins alike ("director",
 * "directed"), or one of the same relation ("author", "wrote").
 */
export function kinOf({ lexis }: Corpus, asked: Asked): (stem: number) => number | undefined {
  const { roots, forms } = lexis.vocabulary;
  const kin = new Map<number, number | undefined>();
  const own = new Set(asked.stems.filter((stem) => stem >= 0));
  for (const group of loadGroups()) {
    const stems = group.flatMap((word) => roots.get(stemmerOf("en")(word)) ?? []);
    const heard = stems.find((stem) => own.has(stem));
    if (heard !== undefined) for (const stem of stems) if (!kin.has(stem)) kin.set(stem, heard);
  }
  const openings = new Map<string, number>();
  for (const stem of own) {
    kin.set(stem, stem);
    if (forms[stem]!.length >= opening) openings.set(forms[stem]!.slice(0, opening), stem);
  }
  return (stem) => {
    if (stem >= 0 && !kin.has(stem)) kin.set(stem, openings.get(forms[stem]!.slice(0, opening)));
    return kin.get(stem);
  };
}

function loadGroups(): string[][] {
  const file = new URL("../../../data/knowledge/relations.json", import.meta.url);
  groups ??= (JSON.parse(readFileSync(file, "utf8")) as { groups: string[][] }).groups;
  return groups;
}
