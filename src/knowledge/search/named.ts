import { readFileSync } from "node:fs";
import { callWords, longestCall } from "../../fields/call.ts";
import { filesCalled, seriesOf } from "../store/catalog.ts";
import { sql } from "../store/database.ts";
import { passageQuery, type Store } from "../store/store.ts";
import { type Found, textSearch } from "../store/text.ts";

/** Files that one question may name, and passages of each that come with its first one. */
const mostFiles = 4;
const bestOfEach = 2;
/** Among the first so many passages those of a named file stand. */
const within = 8;
/** More files of one name are a form, such as README. */
const shared = 3;

/** A file that a question names, in words from `from` up to before `to`. */
type Named = { path: string; from: number; to: number };

/**
 * The files that a question names: by number in a series ("PEP 386", "386 and 354" beside "PEPs"), by file name or by title.
 * A word alone names a file only where it is written as its name, with its ending.
 */
export function namedFiles(store: Store, question: string, chosen: (path: string) => boolean = () => true): string[] {
  return [...new Set(namedIn(store, question, chosen).map(({ path }) => path))].slice(0, mostFiles);
}

/**
 * The files that a question asks to look into: "in PEP 8", "according to setup.md", "what does RFC 9000 say about". A title has to be of
 * several words to be no phrase that happens to be the same.
 */
export function filesMeant(
  store: Store,
  question: string,
  chosen: (path: string) => boolean = () => true,
): { files: string[]; question: string } | null {
  const words = callWords(question);
  const before = (from: number, to: number) =>
    words
      .slice(Math.max(0, from), to)
      .map(({ word }) => word)
      .join(" ");
  const named = namedIn(store, question, chosen);
  const isMeant = ({ from, to }: Named) => {
    const isName = words.slice(from, to).some(({ word }) => /\d/.test(word)) || to - from >= title;
    return isName && (scopeWords().has(before(from - 1, from)) || scopeWords().has(before(from - 2, from)));
  };
  // Of two documents, one is what the other is set against.
  if (named.length === 0 || !named.every(isMeant)) return null;
  const spans = new Map(named.map(({ from, to }) => [words[from]!.from, words[to - 1]!.to]));
  const asked = [...spans]
    .toReversed()
    .reduce((text, [from, to]) => `${text.slice(0, from)}it${text.slice(to)}`, question);
  return { files: [...new Set(named.map(({ path }) => path))], question: asked };
}

/** Words of the shortest title that alone says that a document is meant. */
const title = 3;

let scoping: ReadonlySet<string> | undefined;

function scopeWords(): ReadonlySet<string> {
  scoping ??= new Set(
    JSON.parse(readFileSync(new URL("../../../data/knowledge/scope.json", import.meta.url), "utf8")).before as string[],
  );
  return scoping;
}

function namedIn(store: Store, question: string, chosen: (path: string) => boolean): Named[] {
  const words = callWords(question);
  const taken = new Set<number>();
  const named: Named[] = [];
  const take = (from: number, to: number, found: string[]) => {
    if (found.length === 0 || found.length > shared) return;
    named.push(...found.map((path) => ({ path, from, to })));
    for (let at = from; at < to; at += 1) taken.add(at);
  };
  for (let length = Math.min(longestCall, words.length); length > 1; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const span = words.slice(from, from + length);
      if (span.some((_, at) => taken.has(from + at))) continue;
      take(from, from + length, filesCalled(store, span.map(({ word }) => word).join(" "), chosen));
    }
  const numbers = words.flatMap(({ word }, at) => (/^\d+$/.test(word) && !taken.has(at) ? [[word, at] as const] : []));
  const series = numbers.length === 0 ? [] : [...seriesOf(store)];
  const spoken = series.filter((each) => words.some(({ word }) => word === each || word === `${each}s`));
  for (const [number, at] of numbers)
    for (const each of spoken) take(at, at + 1, filesCalled(store, `${each} ${number}`, chosen));
  return named;
}

/**
 * The ranking with the passages of the files that the question names among the first: of each the one that it begins with,
 * where its fields stand, and the best of the rest. What is among the first already stays where it is.
 */
export function withNamed(
  store: Store,
  question: string,
  ranked: Found[],
  chosen: (path: string) => boolean = () => true,
): Found[] {
  const files = namedFiles(store, question, chosen);
  if (files.length === 0) return ranked;
  const words = callWords(question).map(({ word }) => word);
  const wanted = files.flatMap((path) => {
    const best = textSearch(store, (each) => each === path).search(words, bestOfEach + 1);
    const first = openingOf(store, path);
    return [...first, ...best.filter(({ id }) => id !== first[0]?.id).slice(0, bestOfEach)];
  });
  const known = new Set(ranked.slice(0, within).map(({ id }) => id));
  // First of all what each begins with, then the best of each.
  const missing = wanted.filter(({ id }) => !known.has(id));
  const openings = missing.filter((one) => files.some((path) => openingOf(store, path)[0]?.id === one.id));
  const others = missing.filter((one) => !openings.includes(one));
  const room = Math.max(0, within / 2 - openings.length);
  const added = [...openings, ...others.slice(0, room)];
  const ids = new Set(added.map(({ id }) => id));
  const rest = ranked.filter(({ id }) => !ids.has(id));
  const at = Math.max(1, within - added.length);
  const score = rest[Math.min(at, rest.length) - 1]?.score ?? 1;
  return [...rest.slice(0, at), ...added.map((one) => ({ ...one, score })), ...rest.slice(at)];
}

function openingOf({ db }: Store, path: string): Found[] {
  const { columns, tables } = passageQuery;
  return sql(db, `SELECT ${columns}, 1 AS score FROM ${tables} WHERE f.path = ? ORDER BY c.id LIMIT 1`).all(
    path,
  ) as Found[];
}
