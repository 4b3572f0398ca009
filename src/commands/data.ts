import { readdirSync, readFileSync } from "node:fs";
import type { Rule } from "./cover.ts";
import { compile, wordsOf } from "./pattern.ts";
import type { Phrase } from "./phrase.ts";

/** The words that phrases are made of. */
export type Words = {
  /** Words that may stand anywhere without changing what is asked. */
  idle: string[];
  joined: Record<string, string>;
  numbers: Record<string, number>;
  dotfiles: string[];
  /** The names that files of a sort have. */
  sorts: Record<string, string[]>;
  chars: Record<string, string>;
  macros: Record<string, string>;
};

/** All phrases, compiled; `vocabulary` holds every word that they use. */
export type Menu = { words: Words; rules: Rule[]; vocabulary: ReadonlySet<string>; idle: ReadonlySet<string> };

let loaded: Menu | undefined;

/** The phrases and words of data/menu, read once. */
export function menu(): Menu {
  if (loaded) return loaded;
  const dir = new URL("../../data/menu/", import.meta.url);
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, dir), "utf8"));
  const words = read("words.json") as Words;
  const names = readdirSync(dir).filter((name) => /^(?!words|.*schema).*\.json$/.test(name));
  const phrases = names.flatMap((name) => read(name).phrases as Phrase[]);
  const rules = phrases.map((phrase) => ({ phrase, patterns: phrase.say.map((p) => compile(p, words.macros)) }));
  const vocabulary = new Set([
    ...words.idle,
    ...Object.keys(words.numbers),
    ...Object.keys(words.chars),
    ...rules.flatMap((rule) => rule.patterns.flatMap(wordsOf)),
  ]);
  loaded = { words, rules, vocabulary, idle: new Set(words.idle) };
  return loaded;
}
