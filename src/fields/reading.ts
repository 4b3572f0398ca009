import { stemOf } from "./call.ts";
import type { Catalog } from "./catalog.ts";
import { kindOf } from "./kinds.ts";
import { type Link, linksIn, type Token, tokensOf } from "./link.ts";
import { type When, whensIn } from "./when.ts";
import { operators, type Role, type Tongue, type Words, wordsOf } from "./words.ts";

type LinkBy<Is extends Link["is"]> = Extract<Link, { is: Is }>;
/** Words [from, to) of a question. */
export type Stretch = { from: number; to: number };

/** A question of one language with what its words do and may name here. `when` stands before the word `from`. */
export type Reading = {
  question: string;
  tokens: Token[];
  /** What the documents that are meant say: of a series or a folder, else all; and what all do. */
  catalog: Catalog;
  whole: Catalog;
  tongue: Tongue;
  words: Words;
  files: LinkBy<"file">[];
  values: LinkBy<"value">[];
  keys: LinkBy<"key">[];
  when: (When & Stretch) | null;
  asks: "count" | "who" | "when" | "opens" | "polar" | null;
};

/** Reads the words of a question; null where it asks two things, or keeps to several times. */
export function readingOf(question: string, whole: Catalog, tongue: Tongue, now: number): Reading | null {
  const words = wordsOf(tongue);
  const whens = whensIn(question, tongue, now);
  const [when] = whens;
  if (whens.length > 1) return null;
  const tokens = tokensOf(question, tongue).filter(({ from }) => !when || from < when.at || from >= when.end);
  // "Who wrote it and when?" asks two things.
  if (tokens.filter((token, at) => isAsking(token, at, tokens, words)).length > 1) return null;
  const open = linksIn(tokens, whole, tongue);
  const catalog = open.some(({ is }) => is === "file") ? whole : meantBy(tokens, words, whole);
  const links = catalog === whole ? open : linksIn(tokens, catalog, tongue);
  const from = when ? tokens.filter((token) => token.from < when.at).length : 0;
  return {
    question,
    tokens,
    catalog,
    whole,
    tongue,
    words,
    files: links.filter((link) => link.is === "file"),
    values: links.filter((link) => link.is === "value"),
    keys: links.filter((link) => link.is === "key"),
    when: when ? { ...when, from, to: from } : null,
    asks: asksIn(tokens),
  };
}

/** What the documents say that a question's word for them means, where that is of one series or one folder. */
function meantBy(tokens: Token[], { nouns, documents }: Words, whole: Catalog): Catalog {
  const series = new Set(
    tokens.filter((token) => isOfSeries(whole, token)).map(({ word, stem }) => (whole.series.has(word) ? word : stem)),
  );
  const [word, ...more] = series;
  if (word !== undefined)
    return more.length > 0 ? whole : narrowed(whole, `series ${word}`, () => whole.inSeries(word));
  const called = foldersIn(whole);
  const sorts = tokens.filter(
    ({ word, stem }) => (nouns.includes(word) || called.has(stem)) && !documents.includes(word),
  );
  const folder = folderIn(
    whole,
    sorts.map(({ stem }) => stem),
  );
  return folder === null
    ? whole
    : narrowed(whole, `folder ${folder}`, () => whole.paths.filter((path) => path.startsWith(folder)));
}

/** The one folder that is called as a sort of documents is, with a slash behind it. */
export function folderIn({ paths }: Catalog, stems: string[]): string | null {
  const found = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    const at = parts.findIndex((part) => stems.includes(stemOf(part.toLowerCase())));
    if (at >= 0 && !/[*?[{\\]/.test(path)) found.add(`${parts.slice(0, at + 1).join("/")}/`);
  }
  return found.size === 1 ? [...found][0]! : null;
}

const narrower = new WeakMap<Catalog, Map<string, Catalog>>();

/** What some files say, put together once for what they are meant `by`. */
function narrowed(whole: Catalog, by: string, paths: () => readonly string[]): Catalog {
  const known = narrower.get(whole) ?? new Map<string, Catalog>();
  narrower.set(whole, known);
  if (!known.has(by)) known.set(by, ofFiles(whole, paths()));
  return known.get(by)!;
}

function ofFiles(whole: Catalog, paths: readonly string[]): Catalog {
  const chosen = new Set(paths);
  const own = whole.paths.filter((path) => chosen.has(path));
  if (own.length === whole.paths.length) return whole;
  const said = new Set(own.flatMap((path) => whole.fieldsOf(path).map(({ key, meant }) => `${key}\n${meant}`)));
  const keys = whole.keys.map((each) => ({
    ...each,
    values: each.values.filter(({ meant }) => said.has(`${each.key}\n${meant}`)),
  }));
  return { ...whole, keys: keys.filter(({ values }) => values.length > 0), paths: own };
}

/** Whether a word asks: it opens the question or what is joined to it; "all where X is author" asks nothing more. */
function isAsking({ word }: Token, at: number, tokens: Token[], { asking, relative }: Words): boolean {
  return asking.includes(word) && (!relative.includes(word) || at === 0 || has(tokens[at - 1], "and"));
}

function asksIn(tokens: Token[]): Reading["asks"] {
  if (tokens.some((token) => has(token, "count"))) return "count";
  const first = tokens[0];
  return (["who", "when", "opens", "polar"] as const).find((role) => has(first, role)) ?? null;
}

/** Whether a word has a role. */
export function has(token: Token | undefined, role: Role): boolean {
  return token?.roles.includes(role) ?? false;
}

/** Where words of a role stand that no longer name takes. */
export function placesOf({ tokens, files, values, keys }: Reading, role: Role): number[] {
  const named = [...files, ...values, ...keys];
  return tokens.flatMap((token, at) => {
    const isNamed = named.some(({ from, to }) => to - from > 1 && from <= at && at < to);
    return has(token, role) && !isNamed ? [at] : [];
  });
}

/** Whether a word stands for documents: of a folder that is called so as well. */
export function isNoun({ words, whole }: Reading, token: Token | undefined): boolean {
  if (token === undefined) return false;
  return words.nouns.includes(token.word) || isOfSeries(whole, token) || foldersIn(whole).has(token.stem);
}

/** What the folders of documents are called, by their stems. */
function foldersIn(whole: Catalog): ReadonlySet<string> {
  const known = folders.get(whole);
  if (known) return known;
  const found = new Set(
    whole.paths.flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((part) => stemOf(part.toLowerCase())),
    ),
  );
  folders.set(whole, found);
  return found;
}

const folders = new WeakMap<Catalog, ReadonlySet<string>>();

export function isOfSeries({ series }: Catalog, { word, stem }: Token): boolean {
  return series.has(word) || series.has(stem);
}

export function overlap(one: Stretch, other: Stretch): boolean {
  return one.from < other.to && other.from < one.to;
}

/** Links that share no word with others. */
export function apart<T extends Stretch>(links: T[], others: Stretch[]): T[] {
  return links.filter((link) => !others.some((other) => overlap(link, other)));
}

/** The name of a key as most documents write it. */
export function nameOf({ keys }: Catalog, key: string): string {
  return keys.find((each) => each.key === key)?.name ?? key;
}

/** What keys mean: the names of their kinds. */
export function kindsOf(keys: readonly string[]): Set<string> {
  return new Set(keys.map((key) => kindOf(key)?.kind ?? key));
}

/**
 * Whether every word is accounted for: it is in a link, of those that questions are made of, or a part of the name of a field that is meant. What
 * changes the question must be `used`.
 */
export function isCovered(reading: Reading, links: Stretch[], meant: string[], used: number[] = []): boolean {
  const { tokens, words } = reading;
  const parts = new Set(meant.flatMap((key) => key.split(/[^\p{L}\p{N}]+/u)).map(stemOf));
  const isLinked = (at: number) => links.some(({ from, to }) => from <= at && at < to);
  const open = new Set(operators.flatMap((role) => placesOf(reading, role)));
  return tokens.every((token, at) => {
    if (used.includes(at) || isLinked(at)) return true;
    if (open.has(at) && !words.filler.includes(token.word)) return false;
    // "Which name Ann" asks what is named.
    if (at > 0 && has(token, "opens") && !words.asking.includes(token.word)) return false;
    const { word, stem, roles } = token;
    return words.filler.includes(word) || roles.length > 0 || isNoun(reading, token) || parts.has(stem);
  });
}
