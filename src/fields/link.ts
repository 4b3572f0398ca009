import { foldValue } from "../core/field.ts";
import { callWords, longestCall, stemOf } from "./call.ts";
import type { Catalog } from "./catalog.ts";
import { describedIn } from "./described.ts";
import { fieldWords, kindOf } from "./kinds.ts";

/** A word of a question with what it may be part of. */
export type Token = { word: string; stem: string; from: number; to: number; capital: boolean };

/** Words [from, to) of the question that name files, a value of some keys, or keys. */
export type Link = { from: number; to: number } & (
  | { is: "file"; paths: string[] }
  | { is: "value"; keys: string[]; value: string; numeric: boolean }
  | { is: "key"; keys: string[]; exact: boolean }
);

/** Keys whose values are words of their own, not names of anything. */
const loose = new Set(["title", "description", "discussions", "resolved", "tool", "created", "modified", "posted"]);
const longestValue = 6;

export function tokensOf(question: string): Token[] {
  return callWords(question).map(({ word, from, to }) => ({
    word,
    stem: stemOf(word),
    from,
    to,
    capital: /^\p{Lu}/u.test(question.slice(from, to)),
  }));
}

/** What the words of a question may name in this folder; a longer name before a shorter one that it holds. */
export function linksIn(tokens: Token[], catalog: Catalog): Link[] {
  const [values, keys] = [valuesBy(catalog), keysBy(catalog)];
  const links: Link[] = [];
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = Math.min(tokens.length, from + longestCall); to > from; to -= 1) {
      const span = tokens.slice(from, to);
      const stems = span.map(({ stem }) => stem).join(" ");
      const paths = filesOf(span, tokens, catalog);
      if (paths.length > 0) links.push({ from, to, is: "file", paths });
      const value = values.get(stems);
      if (value) links.push({ from, to, is: "value", ...value });
      const key = keys.get(stems);
      if (key) links.push({ from, to, is: "key", ...key });
    }
  for (const link of links) if (link.is === "file") link.to = toldUntil(link, tokens, catalog);
  for (const { from, to, path } of describedIn(tokens, catalog)) links.push({ from, to, is: "file", paths: [path] });
  return links.filter((link) => !links.some((other) => covers(other, link)));
}

/** Where the words end that follow a file's name and stand in its title: "386 (version comparison)". */
function toldUntil({ to, paths }: Link & { is: "file" }, tokens: readonly Token[], catalog: Catalog): number {
  const [path, ...others] = paths;
  if (others.length > 0) return to;
  let end = to;
  while (tokens[end] !== undefined && catalog.holding([tokens[end]!.stem]).includes(path!)) end += 1;
  return end;
}

/** Whether a longer link takes the words of a shorter one; what names a file or a value takes them from a key. */
function covers(other: Link, { from, to, is }: Link): boolean {
  const longer = other.to - other.from > to - from && other.from <= from && other.to >= to;
  return longer && (other.is !== "key" || is !== "file");
}

/** One word alone names a file only where it is written as a name, a number only beside the word of its series. */
function filesOf(span: Token[], tokens: Token[], catalog: Catalog): string[] {
  const name = span.map(({ word }) => word).join(" ");
  const [only] = span;
  if (span.length > 1 || !only) return catalog.called(name);
  if (/^\d+$/.test(only.word)) {
    const series = [...catalog.series].filter((each) =>
      tokens.some(({ stem, word }) => stem === each || word === each),
    );
    return series.flatMap((each) => catalog.called(`${each} ${only.word}`));
  }
  return only.capital && tokens[0] !== only ? catalog.called(name) : [];
}

type Valued = { keys: string[]; value: string; numeric: boolean };

function valuesBy({ keys }: Catalog): Map<string, Valued> {
  const found = new Map<string, Valued>();
  const lasts = new Map<string, Set<string>>();
  const add = (name: string, key: string, value: string) => {
    const words = callWords(name);
    if (words.length === 0 || words.length > longestValue) return;
    const stems = words.map(({ word }) => stemOf(word)).join(" ");
    const known = found.get(stems) ?? { keys: [], value, numeric: /^[\d ]+$/.test(stems) };
    found.set(stems, known);
    if (!known.keys.includes(key)) known.keys.push(key);
  };
  for (const { key, name, values } of keys) {
    if (loose.has(kindOf(key)?.kind ?? "")) continue;
    // Of "Python-Version: 3.14" people say "Python 3.14".
    const [first, ...others] = callWords(name);
    for (const { meant, type } of values) {
      add(meant, key, meant);
      if (first && others.length > 0 && /^[\d.]+$/.test(meant)) add(`${first.word} ${meant}`, key, meant);
      if (type === "person")
        lasts.set(lastName(meant), (lasts.get(lastName(meant)) ?? new Set()).add(foldValue(meant)));
    }
  }
  // A last name stands for the one person who has it.
  for (const { key, values } of keys)
    for (const { meant, type } of values)
      if (type === "person" && lasts.get(lastName(meant))?.size === 1) add(lastName(meant), key, meant);
  return found;
}

function lastName(person: string): string {
  return person.split(" ").at(-1) ?? person;
}

/** Keys by their names, and by the words that ask for what they mean. */
function keysBy({ keys, series }: Catalog): Map<string, { keys: string[]; exact: boolean }> {
  const found = new Map<string, { keys: string[]; exact: boolean }>();
  const add = (name: string, key: string, exact: boolean) => {
    const stems = callWords(name)
      .map(({ word }) => stemOf(word))
      .join(" ");
    const known = found.get(stems);
    if (!known) found.set(stems, { keys: [key], exact });
    else if (!known.keys.includes(key)) known.keys.push(key);
  };
  const fillers = new Set(fieldWords().filler);
  // The word of a series stands for its files, whatever field numbers them.
  for (const { key, name } of keys) if (!fillers.has(key) && !series.has(key)) add(name, key, true);
  for (const { key } of keys) for (const word of kindOf(key)?.asked ?? []) add(word, key, false);
  return found;
}
