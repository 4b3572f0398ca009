import { readFileSync } from "node:fs";
import { lazy } from "../core/lazy.ts";
import { bare } from "../core/words.ts";
import { madeOf } from "../system/made.ts";
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

const dir = new URL("../../data/menu/", import.meta.url);
const names = ["actions.json", "details.json", "lines.json", "pipes.json", "selection.json"];
const made = madeOf(
  "menu",
  ["words.json", ...names].map((name) => `menu/${name}`),
  make,
);

/** The phrases and words of data/menu, read once; a pattern is compiled when a request begins as it may. */
export const menu = lazy((): Menu => {
  const { phrases, firsts, vocabulary, ...given } = made();
  const words = bare(given.words);
  const form = (word: string) => base(word, vocabulary);
  const compile = compiler({ macros: words.macros, form });
  const rules = phrases.map((phrase, at) => {
    const patterns = phrase.say.map((say, place) => ({ node: lazy(() => compile(say)), first: firsts[at]![place]! }));
    return { phrase, patterns };
  });
  const [shown, text] = ["show", "cat"].map((id) => phrases.find((phrase) => phrase.id === id));
  if (shown?.is !== "act" || text?.is !== "act") throw new SyntaxError("data/menu has no acts “show” and “cat”");
  return { words, rules, shown, text, vocabulary, idle: new Set(words.idle.map(form)) };
});

/** What takes long: how each pattern of each phrase begins, and every word. */
type Made = {
  words: Words;
  phrases: Phrase[];
  firsts: (ReadonlySet<string> | null)[][];
  vocabulary: ReadonlySet<string>;
};

function make(): Made {
  const read = <T>(name: string) => JSON.parse(readFileSync(new URL(name, dir), "utf8")) as T;
  const words = read<Words>("words.json");
  const phrases = names.flatMap((name) => read<{ phrases: Phrase[] }>(name).phrases);
  const vocabulary = new Set([
    ...words.idle,
    ...[words.numbers, words.ordinals, words.chars].flatMap((named) => Object.keys(named)),
    ...[...phrases.flatMap(({ say }) => say), ...Object.values(words.macros)].flatMap(wordsIn),
  ]);
  const shared = sharer();
  const compile = compiler({ macros: words.macros, form: (word) => base(word, vocabulary) });
  const firsts = phrases.map(({ say }) => say.map((pattern) => shared(firstOf(compile(pattern)))));
  return { words, phrases, firsts, vocabulary };
}

/** Gives one set for all that hold the same words. */
function sharer() {
  const known = new Map<string, ReadonlySet<string>>();
  return (words: ReadonlySet<string> | null) => {
    if (words === null) return null;
    const key = [...words].join(" ");
    const found = known.get(key) ?? words;
    known.set(key, found);
    return found;
  };
}
