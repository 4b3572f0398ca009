import { lazy } from "../core/lazy.ts";
import type { Route } from "../core/route.ts";
import { madeOf } from "../system/made.ts";
import { isCustomary } from "./custom.ts";
import { readData } from "./data.ts";
import { kindsIn } from "./kind.ts";
import { isSlip } from "./slip.ts";
import { bare, plainly, type Word, wordsOf } from "./word.ts";

/** A language that questions are put in. */
export type Tongue = Route["language"];
export const tongues: readonly Tongue[] = ["en", "de", "fr", "es"];

/**
 * A stretch of a question: words that a table knows, by their sort and what they stand for (`is`), or a word that it doesn't. `text`: as
 * it is written.
 */
export type Part<Sort extends string = string> = { sort: Sort; is: string; text: string } | Name;
export type Name = { sort: "name"; text: string; quoted: boolean };

/** Phrases in lower letters, with what they are. */
export type Phrasebook<Sort extends string> = { get(phrase: string): Meaning<Sort> | undefined };
type Meaning<Sort extends string> = { sort: Sort; is: string };
/** The same, with the words that its phrases are made of, in sets. */
type Table<Sort extends string> = Phrasebook<Sort> & { words(): readonly ReadonlySet<string>[] };
/** A table for each language, made when it is asked for; `telling` are the words of which a question in it must have one. */
export type Tables<Sort extends string> = {
  of(tongue: Tongue): Table<Sort>;
  telling(tongue: Tongue): ReadonlySet<string>;
};

/** A part that the table doesn't know, and its place among the parts. */
export type Placed = Name & { at: number };

/** An article within a phrase, with which it says the same: "not counting the subfolders". */
const article = /(?<=\S )(?:the|der|die|das|den|dem|le|la|les|el|los|las) (?=\S)/g;

/** The same before a phrase of two words or more. */
const leading = /^(?:the|der|die|das|den|dem|le|la|les|el|los|las) (?=\S+ )/;

/** Words of a phrase at most. */
const longest = 12;

/** The phrases of each sort, or by what they stand for. */
type Phrases<Sort extends string> = Partial<Record<Sort, Said>>;
type Said = readonly string[] | Record<string, readonly string[]>;

/** What several lists of phrases say; what a later one says goes before. What none says, a table `below` may know. */
function tableOf<Sort extends string>(lists: readonly Phrases<Sort>[], below?: Table<Sort>): Table<Sort> {
  const own = new Map<string, Meaning<Sort>>();
  for (const [sort, all] of lists.flatMap((phrases) => Object.entries(phrases)) as [Sort, Said][]) {
    const groups = Array.isArray(all) ? { [sort]: all } : (all as Record<string, readonly string[]>);
    for (const [is, names] of Object.entries(groups)) for (const name of names) own.set(name, { sort, is });
  }
  // A word as it is written goes before another that only lacks its marks.
  for (const [name, meaning] of [...own])
    for (const plain of plainly(name)) if (!own.has(plain) && !below?.get(plain)) own.set(plain, meaning);
  const words = lazy(() => new Set([...own.keys()].flatMap((phrase) => phrase.split(" "))));
  return { get: (phrase) => own.get(phrase) ?? below?.get(phrase), words: () => [words(), ...(below?.words() ?? [])] };
}

/** The table of a file of data, by its path below there. */
export function readTable<Sort extends string>(file: string): Phrasebook<Sort> {
  const { $schema: _, ...phrases } = readData<{ $schema: string }>(file);
  return tableOf([phrases as Phrases<Sort>]);
}

/** Sorts of words that every question has one of. */
const asking = ["count", "list", "polar", "each"];

type Everywhere = Record<Tongue, Phrases<string>>;
const everywhere = ["language/common.json", "language/places.json"] as const;
const common = lazy(() => readData<Everywhere>(everywhere[0]));
const places = lazy(() => readData<Everywhere>(everywhere[1]));
/** The words that all questions share: those of all, how sorts of files are called, and what says where. */
const shared = once((tongue) => tableOf<string>([common()[tongue], kindsIn(tongue), places()[tongue]]));

/**
 * The tables of files of data for each language, on top of the words that all questions share; what a later file says goes before. A question has a word that asks, or one of
 * the sorts `subject`.
 */
export function readTables<Sort extends string>(files: string | string[], subject: readonly Sort[]): Tables<Sort> {
  const paths = [files].flat();
  const own = lazy(() => paths.map((file) => readData<Record<Tongue, Phrases<Sort>>>(file)));
  const name = `telling.${paths.join(".").replaceAll("/", ".").replaceAll(".json", "")}`;
  const telling = madeOf(name, [...everywhere, ...paths], () => {
    const lists = [common(), places(), ...own()] as Everywhere[];
    return new Map(tongues.map((tongue) => [tongue, tellingIn(tongue, lists, [...asking, ...subject])]));
  });
  return {
    of: once((tongue) =>
      tableOf(
        own().map((each) => each[tongue]),
        shared(tongue) as Table<Sort>,
      ),
    ),
    telling: (tongue) => telling().get(tongue)!,
  };
}

/** The words of some sorts in what lists say, without those that say nothing by themselves. */
function tellingIn(tongue: Tongue, lists: readonly Everywhere[], sorts: readonly string[]): Set<string> {
  const said = (phrases: Phrases<string>, of: readonly string[]) =>
    of.flatMap((sort) => Object.values(phrases[sort] ?? {}).flat());
  const plain = new Set(said(common()[tongue], ["idle", "within", "verb"]));
  const phrases = lists.flatMap((each) => said(each[tongue], sorts));
  return new Set(
    phrases
      .flatMap((phrase) => [phrase, ...plainly(phrase)].flatMap((each) => each.split(" ")))
      .filter((word) => !plain.has(word)),
  );
}

/** What is made of a language, made once. */
function once<T>(make: (tongue: Tongue) => T): (tongue: Tongue) => T {
  const made = new Map<Tongue, T>();
  return (tongue) => {
    if (!made.has(tongue)) made.set(tongue, make(tongue));
    return made.get(tongue)!;
  };
}

/**
 * What a question is read as, in the first language whose table reads it, as it is written; else, or where that is not `isFirm`, with slips
 * of the pen put right: words that no table knows, each near one word alone that this one does. Pure.
 */
export function readIn<Sort extends string, Read>(
  question: string,
  tables: Tables<Sort>,
  read: (parts: Part<Sort>[], tongue: Tongue) => Read | null,
  isFirm: (found: Read) => boolean = () => true,
): Read | null {
  const words = wordsOf(question);
  const told = tongues.filter((tongue) =>
    words.some(({ text }) => isTelling(text.toLowerCase(), tables.telling(tongue))),
  );
  // What names a path or a text needs no word that asks.
  const tried = words.some(isWritten) ? [...new Set([...told, ...tongues])] : told;
  const known = lazy(() => tried.flatMap((tongue) => tables.of(tongue).words()));
  let open: Read | null = null;
  for (const mends of [false, true])
    for (const tongue of tried) {
      const table = tables.of(tongue);
      const meant = mends ? mended(words, table, known()) : words;
      const found = meant && read(opened(partsIn(meant, table)), tongue);
      if (found && isFirm(found)) return found;
      open ??= found;
    }
  return open;
}

/** Whether a word, or the last of those that it is put together of, is one that tells: "CSV-Dateien". */
function isTelling(word: string, telling: ReadonlySet<string>): boolean {
  return telling.has(word) || telling.has(word.slice(word.lastIndexOf("-") + 1));
}

/** Whether a word is one of no language: a quotation, a path, or a file that projects have by custom. */
function isWritten({ text, quoted }: Word): boolean {
  return quoted || isPath({ text }) || isCustomary(text) || /^\.\w/.test(text);
}

/** A verb that a question begins with asks whether something is so; elsewhere it changes nothing. */
function opened<Sort extends string>(parts: Part<Sort>[]): Part<Sort>[] {
  const first = parts.findIndex(({ sort }) => sort !== "idle");
  return parts.map((part, at): Part<string> => {
    // "Que campos tiene" is "qué" without its mark.
    if (part.sort === "than" && at === first) return { sort: "list", is: "list", text: part.text };
    if (part.sort !== "verb" || isName(part)) return part;
    return { ...part, sort: at === first || part.is === inverted || turned.test(part.text) ? "polar" : "idle" };
  }) as Part<Sort>[];
}

/** The words with slips put right; null where there are none. What may be a name in the folder, after a word of place, stands. */
function mended<Sort extends string>(
  words: Word[],
  table: Table<Sort>,
  known: readonly ReadonlySet<string>[],
): Word[] | null {
  const isKnown = (word: string) => known.some((each) => each.has(word));
  let slips = 0;
  const meant = words.map((word, at): Word => {
    const typed = word.text.toLowerCase();
    const isPlaced = table.get(words[at - 1]?.text.toLowerCase() ?? "")?.sort === "within";
    if (word.quoted || isPlaced || !/^\p{L}{4,}$/u.test(word.text) || isKnown(typed)) return word;
    const near = new Set(table.words().flatMap((each) => [...each].filter((one) => isSlip(typed, one))));
    if (near.size !== 1) return word;
    slips += 1;
    return { text: [...near][0]!, quoted: false };
  });
  return slips > 0 ? meant : null;
}

/** A question as parts, the longest phrase first. Pure. */
export function partsOf<Sort extends string>(question: string, table: Phrasebook<Sort>): Part<Sort>[] {
  return partsIn(wordsOf(question), table);
}

function partsIn<Sort extends string>(words: Word[], table: Phrasebook<Sort>): Part<Sort>[] {
  const parts: Part<Sort>[] = [];
  for (let at = 0; at < words.length; ) {
    const either = eitherKindAt(words, at, table);
    if (either) {
      parts.push(...either);
      at += 2;
      continue;
    }
    const { text, quoted } = words[at]!;
    // "Class A" is no article.
    const isCalled = at > 0 && text === "A";
    const found = quoted || isCalled ? null : (phraseAt(words, at, table) ?? invertedAt(text, table));
    parts.push(found?.part ?? { sort: "name", text, quoted });
    at += found?.length ?? 1;
  }
  return parts;
}

/** Two sorts of files with a stroke between them: "spec/test files" lie in no folder of that name. */
function eitherKindAt<Sort extends string>(words: Word[], at: number, table: Phrasebook<Sort>): Part<Sort>[] | null {
  const [word, next] = words.slice(at, at + 2);
  const [one = "", other = "", ...more] = word?.text.split("/") ?? [];
  if (!next || word!.quoted || next.quoted || more.length > 0) return null;
  const first = table.get(one.toLowerCase());
  const second = table.get(`${other} ${next.text}`.toLowerCase());
  if ((first?.sort as string) !== "stem" || (second?.sort as string) !== "kind") return null;
  return [{ ...first!, text: one }, { sort: "or", is: "or", text: "/" } as Part<Sort>, { ...second!, text: next.text }];
}

function phraseAt<Sort extends string>(words: Word[], at: number, table: Phrasebook<Sort>) {
  const quoted = words.findIndex((word, place) => place > at && word.quoted);
  const room = (quoted < 0 ? words.length : quoted) - at;
  for (let length = Math.min(longest, room); length > 0; length--) {
    const text = words
      .slice(at, at + length)
      .map((word) => word.text)
      .join(" ");
    const said = text.toLowerCase();
    const part =
      table.get(said) ??
      table.get(said.replace(article, "")) ??
      table.get(said.replace(leading, "")) ??
      // Some of its marks may be left out.
      table.get(bare(said));
    if (part) return { part: { ...part, text }, length };
  }
  return null;
}

/** What a verb stands for (`is`) that is turned round with what it is of. */
export const inverted = "inverted";

/** A French verb turned round with what does it. */
const turned = /^(\p{L}+)-(?:t-)?(?:il|elle|on)s?$/iu;

/** "Contient-il", "mentionne-t-elle": the verb, as one that asks. */
function invertedAt<Sort extends string>(text: string, table: Phrasebook<Sort>) {
  const verb = turned.exec(text.toLowerCase())?.[1];
  const found = verb === undefined ? undefined : table.get(verb);
  if (found?.sort === "idle") return { part: { ...found, text }, length: 1 };
  const isVerb = found !== undefined && ["contain", "mention", "verb", "starts"].includes(found.sort);
  return isVerb ? { part: { sort: found.sort, is: inverted, text }, length: 1 } : null;
}

export function isName(part: Part | undefined): part is Name {
  return part?.sort === "name";
}

/** Whether some part is of one of these sorts. */
export function has<Sort extends string>(parts: readonly Part<Sort>[], ...sorts: NoInfer<Sort>[]): boolean {
  return parts.some(({ sort }) => (sorts as string[]).includes(sort));
}

/** Whether every part is of one of these sorts. */
export function isOnly(parts: readonly Part[], ...sorts: string[]): boolean {
  return parts.every(({ sort }) => sorts.includes(sort));
}

/** Whether a part says something. */
export function isSaid({ sort }: Part): boolean {
  return sort !== "idle";
}

/** The nearest part before another that says something. */
export function saidBefore<One extends Part>(parts: readonly One[], at: number): One | undefined {
  return parts.slice(0, at).findLast(isSaid);
}

/** The nearest one behind it. */
export function saidAfter<One extends Part>(parts: readonly One[], at: number): One | undefined {
  return parts.slice(at + 1).find(isSaid);
}

/** The names among parts, each with its place. */
export function namesIn(parts: readonly Part[]): Placed[] {
  return parts.flatMap((part, at) => (isName(part) ? [{ ...part, at }] : []));
}

/** Whether a name is written as a path or glob is. */
export function isPath({ text }: { text: string }): boolean {
  return /[/*]|[^.\s]\.\w+$/.test(text) && !/^\*\w+$/.test(text);
}
