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
 * The files that a question asks to look into: "in PEP 8", "according to setup.md", "what does RFC 9000 say about"; null where it names none so, or
 * more than one. A title has to be of several words to be no phrase that happens to be the same.
 */
export function filesMeant(
  store: Store,
  question: string,
  chosen: (path: string) => boolean = () => true,
): { files: string[]; question: string } | null {
  const words = callWords(question);
  const named = namedIn(store, question, chosen);
  const [first] = named;
  // Of two documents, one is what the other is set against.
  if (first === undefined || named.some(({ from }) => from !== first.from)) return null;
  const { from, to } = first;
  const said = (start: number, end: number) =>
    words
      .slice(Math.max(0, start), end)
      .map(({ word }) => word)
      .join(" ");
  const [begin, end] = [words[from]!.from, words[to - 1]!.to];
  const name = question.slice(begin, end);
  const { before, asking, saying } = scope();
  const isName = /\d|\.\w+$/.test(name) || to - from >= title;
  const isPlace = [from - 1, from - 2].some((start) => before.has(said(start, from)));
  const isSpeaker = asking.has(said(from - 1, from)) && saying.has(said(to, to + 1));
  if (!isName || !(isPlace || isSpeaker)) return null;
  const asked = `${question.slice(0, begin)}it${question.slice(end)}`;
  return { files: [...new Set(named.map(({ path }) => path))], question: asked };
}

/** Words of the shortest title that alone says that a document is meant. */
const title = 3;

type Scope = Record<"before" | "asking" | "saying", ReadonlySet<string>>;
let scoping: Scope | undefined;

function scope(): Scope {
  if (scoping) return scoping;
  const file = new URL("../../../data/knowledge/scope.json", import.meta.url);
  const { before, asking, saying } = JSON.parse(readFileSync(file, "utf8")) as Record<keyof Scope, string[]>;
  scoping = { before: new Set(before), asking: new Set(asking), saying: new Set(saying) };
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
