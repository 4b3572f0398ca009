import { readdirSync, readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Rule } from "./cover.ts";
import { compiler, firstOf, wordsIn } from "./pattern.ts";
import type { Act, Phrase } from "./phrase.ts";
import { base } from "./tokens.ts";

/** The words that phrases are made of. */
export type Words = {
  /** Words that may stand anywhere without changing what is asked. */
  idle: string[];
  /** Verbs that a request for a command begins with. */
  orders: string[];
  joined: Record<string, string>;
  numbers: Record<string, number>;
  ordinals: Record<string, number>;
  /** Words that are no names of folders, as in “the current folder”. */
  generic: string[];
  dotfiles: string[];
  /** The names that files of a sort have. */
  sorts: Record<string, string[]>;
  chars: Record<string, string>;
  macros: Record<string, string>;
};

/** All phrases, compiled; `vocabulary` holds every word that they use. */
export type Menu = {
  words: Words;
  rules: Rule[];
  /** The act that shows, for requests that only name what to look at. */
  shown: Phrase & Act;
  /** The act that shows the text of files. */
  text: Phrase & Act;
  vocabulary: ReadonlySet<string>;
  idle: ReadonlySet<string>;
};

let loaded: Menu | undefined;

/** The phrases and words of data/menu, read once. */
export function menu(): Menu {
  if (loaded) return loaded;
  const dir = new URL("../../data/menu/", import.meta.url);
  const read = <T>(name: string) => parseWords<T>(readFileSync(new URL(name, dir), "utf8"));
  const words = read<Words>("words.json");
  const names = readdirSync(dir).filter((name) => /^(?!words|.*schema).*\.json$/.test(name));
  const phrases = names.flatMap((name) => read<{ phrases: Phrase[] }>(name).phrases);
  const vocabulary = new Set([
    ...words.idle,
    ...[words.numbers, words.ordinals, words.chars].flatMap((named) => Object.keys(named)),
    ...[...phrases.flatMap(({ say }) => say), ...Object.values(words.macros)].flatMap(wordsIn),
  ]);
  const form = (word: string) => base(word, vocabulary);
  const compile = compiler({ macros: words.macros, form });
  const rules = phrases.map((phrase) => {
    const nodes = phrase.say.map(compile);
    return { phrase, patterns: nodes.map((node) => ({ node, first: firstOf(node) })) };
  });
  const [shown, text] = ["show", "cat"].map((id) => phrases.find((phrase) => phrase.id === id));
  if (shown?.is !== "act" || text?.is !== "act") throw new SyntaxError("data/menu has no acts “show” and “cat”");
  loaded = { words, rules, shown, text, vocabulary, idle: new Set(words.idle.map(form)) };
  return loaded;
}
