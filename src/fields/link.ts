import { foldValue } from "../core/field.ts";
import { callWords, longestCall, stemOf } from "./call.ts";
import type { Catalog } from "./catalog.ts";
import { describedIn } from "./described.ts";
import { kindOf } from "./kinds.ts";
import { askedOf, type Role, type Tongue, wordsOf, yesOf } from "./words.ts";

/** A word of a question with what it may be part of. `roles`: what it does in one, by the words of a language. */
export type Token = { word: string; stem: string; from: number; to: number; capital: boolean; roles: Role[] };

/** Words [from, to) of the question that name files, a value of some keys, or keys. */
export type Link = { from: number; to: number } & (
  | { is: "file"; paths: string[] }
  | { is: "value"; keys: string[]; value: string; numeric: boolean }
  | { is: "key"; keys: string[]; exact: boolean }
);

/** Keys whose values are words of their own, not names of anything. */
const loose = new Set(["title", "description", "discussions", "resolved", "tool", "created", "modified", "posted"]);
const longestValue = 6;

export function tokensOf(question: string, tongue: Tongue): Token[] {
  const tokens: Token[] = callWords(question).map(({ word, from, to }) => ({
    word,
    stem: stemOf(word),
    from,
    to,
    capital: /^\p{Lu}/u.test(question.slice(from, to)),
    roles: [],
  }));
  for (const [role, phrases] of Object.entries(wordsOf(tongue).roles) as [Role, string[]][])
    for (const phrase of phrases) {
      const words = phrase.split(" ");
      tokens.forEach((_, at) => {
        if (words.every((word, step) => tokens[at + step]?.word === word))
          for (const token of tokens.slice(at, at + words.length))
            if (!token.roles.includes(role)) token.roles.push(role);
      });
    }
  return tokens;
}

/** What the words of a question may name in this folder; a longer name before a shorter one that it holds. */
export function linksIn(tokens: Token[], catalog: Catalog, tongue: Tongue): Link[] {
  const [values, keys] = [valuesBy(catalog, tongue), keysBy(catalog, tongue)];
  const links: Link[] = [];
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = Math.min(tokens.length, from + longestCall); to > from; to -= 1) {
      const span = tokens.slice(from, to);
      const stems = span.map(({ stem }) => stem).join(" ");
      const paths = filesOf(span, tokens, catalog);
      if (paths.length > 0) links.push({ from, to, is: "file", paths });
      const value = calledBy(span, values.get(stems) ?? []);
      if (value) links.push({ from, to, is: "value", ...value });
      const key = keys.get(stems);
      if (key) links.push({ from, to, is: "key", ...key });
    }
  for (const link of links) if (link.is === "file") link.to = toldUntil(link, tokens, catalog);
  // "The final PEP" is one by its status, whatever word of a title that is.
  const isValue = ({ from, to }: { from: number; to: number }) =>
    links.some(
      (link) => link.is === "value" && link.from >= from && link.to <= to && to - from <= link.to - link.from + 1,
    );
  for (const { from, to, path } of describedIn(tokens, catalog).filter((found) => !isValue(found)))
    links.push({ from, to, is: "file", paths: [path] });
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

/** A value of a key by one of its calls; `proper`: a part of a name, which is written as one. */
type Valued = { words: string; key: string; value: string; proper: boolean };

/** The one value that words call; null where they call several, none of them as it is written. */
function calledBy(span: Token[], called: Valued[]): Omit<Link & { is: "value" }, "from" | "to" | "is"> | null {
  const words = span.map(({ word }) => word).join(" ");
  const open = called.filter(({ proper }) => !proper || span.every(({ capital }) => capital));
  const exact = open.filter((each) => each.words === words);
  const meant = exact.length > 0 ? exact : open;
  const [first] = meant;
  if (!first || new Set(meant.map(({ value }) => foldValue(value))).size > 1) return null;
  const keys = [...new Set(meant.map(({ key }) => key))];
  return { keys, value: first.value, numeric: /^[\d ]+$/.test(words) };
}

/** The values of all keys by what they are called: as they are written, in the question's language, by a part of a name. */
const valuesBy = keptBy(({ keys }: Catalog, tongue: Tongue): Map<string, Valued[]> => {
  const found = new Map<string, Valued[]>();
  const add = (name: string, key: string, value: string, proper = false) => {
    const words = callWords(name).map(({ word }) => word);
    if (words.length === 0 || words.length > longestValue) return;
    const stems = words.map(stemOf).join(" ");
    found.set(stems, [...(found.get(stems) ?? []), { words: words.join(" "), key, value, proper }]);
  };
  const persons = personsBy(keys);
  const { values: said } = wordsOf(tongue);
  for (const { key, name, values } of keys) {
    if (loose.has(kindOf(key)?.kind ?? "")) continue;
    // What "draft: true" says is that it is a draft.
    const isFlag = values.every(({ meant }) => yesOf(meant) !== null);
    for (const { meant } of values)
      if (isFlag && yesOf(meant)) for (const call of [name, ...(said[foldValue(name)] ?? [])]) add(call, key, meant);
    if (isFlag) continue;
    // Of "Python-Version: 3.14" people say "Python 3.14".
    const [first, ...others] = callWords(name);
    for (const { meant, type } of values) {
      for (const call of [meant, ...(said[foldValue(meant)] ?? [])]) add(call, key, meant);
      if (first && others.length > 0 && /^[\d.]+$/.test(meant)) add(`${first.word} ${meant}`, key, meant);
      if (type !== "person") continue;
      // A first or last name stands for the one person who has it.
      const [given, ...rest] = meant.split(" ");
      const last = rest.at(-1);
      if (last !== undefined && persons.get(last)?.size === 1) add(last, key, meant);
      if (last !== undefined && persons.get(given!)?.size === 1) add(given!, key, meant, true);
    }
  }
  return found;
});

function stemsOf(name: string): string {
  return callWords(name)
    .map(({ word }) => stemOf(word))
    .join(" ");
}

/** The persons of all keys by the first and the last word of their names. */
function personsBy(keys: Catalog["keys"]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { values } of keys)
    for (const { meant, type } of values)
      for (const word of type === "person" ? new Set([meant.split(" ")[0]!, meant.split(" ").at(-1)!]) : [])
        found.set(word, (found.get(word) ?? new Set()).add(foldValue(meant)));
  return found;
}

/** Whether a document has both fields: then neither is another word for the other. */
function isBeside({ paths, fieldsOf }: Catalog, one: string, other: string): boolean {
  return paths.some((path) => {
    const own = fieldsOf(path);
    return own.some(({ key }) => key === one) && own.some(({ key }) => key === other);
  });
}

/** Keys by their names, and by the words that ask for what they mean; a word that is the name of one is that one beside others. */
const keysBy = keptBy((catalog: Catalog, tongue: Tongue): Map<string, { keys: string[]; exact: boolean }> => {
  const found = new Map<string, { keys: string[]; exact: boolean }>();
  const add = (name: string, key: string, exact: boolean) => {
    const stems = stemsOf(name);
    const known = found.get(stems);
    if (!known) found.set(stems, { keys: [key], exact });
    else if (!known.keys.includes(key)) known.keys.push(key);
  };
  const { keys, series } = catalog;
  const fillers = new Set(wordsOf(tongue).filler);
  // The word of a series stands for its files, whatever field numbers them.
  for (const { key, name } of keys) if (!fillers.has(key) && !series.has(key)) add(name, key, true);
  const exact = new Map([...found].map(([stems, named]) => [stems, [...named.keys]]));
  for (const { key } of keys) {
    const apart = (own: string[]) =>
      own.some((each) => each !== key && kindOf(each) === kindOf(key) && isBeside(catalog, each, key));
    for (const word of askedOf(key, tongue)) if (!apart(exact.get(stemsOf(word)) ?? [])) add(word, key, false);
  }
  return found;
});

/** What is made of a catalog for a language, made once. */
function keptBy<T>(make: (catalog: Catalog, tongue: Tongue) => T): typeof make {
  const made = new WeakMap<Catalog, Map<Tongue, T>>();
  return (catalog, tongue) => {
    const known = made.get(catalog) ?? new Map<Tongue, T>();
    made.set(catalog, known);
    if (!known.has(tongue)) known.set(tongue, make(catalog, tongue));
    return known.get(tongue)!;
  };
}
