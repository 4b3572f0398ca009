import type { Outline } from "../../core/evidence.ts";
import { callWords } from "../../fields/call.ts";
import { sql } from "../store/database.ts";
import { passageQuery, type Store } from "../store/store.ts";
import { type Found, textSearch } from "../store/text.ts";
import { findTerms, stemsOf } from "../text/term.ts";
import { findWhole, wholes } from "../text/whole.ts";
import { namedFiles } from "./named.ts";
import { type Entry, folderOutline, foldersIn, openingOf, outlineOf } from "./outline.ts";

/** A whole that a question asks about, with the passages that say what it is, the best first. */
export type Opened = { outline: Outline; passages: Found[] };

type Chosen = (path: string) => boolean;
/** A document, or a section of it by its heading. */
type Place = { entry: Entry; heading: string | null };

/** Passages that are looked at for a title or heading of the words asked for. */
const pool = 80;

/**
 * The folder, document or section that a question asks about as a whole ("what is … about", "summarise …"): by file name, number or
 * title, by sort ("the e-book") where there is one of it, else by a title or heading that holds all words of its name. Null for
 * any other question, and where nothing is called so.
 */
export function wholeOf(store: Store, question: string, chosen: Chosen = () => true): Opened | null {
  const asked = findWhole(question);
  if (!asked) return null;
  const entries = entriesOf(store).filter(({ path }) => chosen(path));
  if (entries.length === 0) return null;
  if (asked.all)
    return entries.length === 1 ? opened(store, { entry: entries[0]!, heading: null }) : folder(store, entries, "");
  const { frame } = wholes();
  const words = callWords(asked.name).filter(({ word }) => !frame.has(word));
  const said = plainName(asked.name);
  const named = foldersIn(entries).find((path) => isCalled(path, said));
  if (named !== undefined) return folder(store, entries, named);
  const [file] = namedFiles(store, asked.name, chosen);
  const inFile = within(store, entries, file, asked.name);
  const called = (name: string) => (callWords(name).length > 0 ? titled(store, entries, name) : null);
  const place =
    (inFile?.isWhole ? inFile : null) ??
    sorted(entries, asked.name) ??
    numbered(entries, asked.name) ??
    (words.length > 0 ? called(said) : null) ??
    called(plainName(partOf.exec(asked.name)?.[1] ?? "")) ??
    inFile;
  return place && opened(store, place);
}

/** "The ropes page of the handbook": a part, and what it is of. */
const partOf = /^(.+?)\s(?:of|in|from|von|aus|im|de|du|des|del)\s/iu;

/** A name without the words that go around it. */
function plainName(name: string): string {
  const { frame } = wholes();
  return name
    .split(/\s+/)
    .filter((word) => !frame.has(word.toLowerCase()))
    .join(" ");
}

/** The passages by which the files that a name calls say what they are. */
export function openingsNamed(store: Store, name: string, chosen: Chosen = () => true): Found[] {
  const files = namedFiles(store, name, chosen);
  if (files.length === 0) return [];
  const entries = entriesOf(store).filter(({ path }) => files.includes(path));
  return entries.flatMap((entry) => openingOf(chunksOf(store, entry)));
}

function entriesOf({ db }: Store): Entry[] {
  return sql(
    db,
    "SELECT d.id, f.path, d.doc, d.title FROM documents d JOIN files f ON f.id = d.file ORDER BY f.path, d.id",
  ).all() as Entry[];
}

function isCalled(path: string, said: string): boolean {
  const plain = said.toLowerCase().replace(/^\.?\/|\/$/g, "");
  return plain !== "" && (path.toLowerCase() === plain || path.toLowerCase().endsWith(`/${plain}`));
}

function placeOf(entries: Entry[], is: (entry: Entry) => boolean): Place | null {
  const entry = entries.find(is);
  return entry ? { entry, heading: null } : null;
}

/** The file that is named, or the section of it that the other words name; `isWhole` where no words are left over. */
function within(
  store: Store,
  entries: Entry[],
  file: string | undefined,
  name: string,
): (Place & { isWhole: boolean }) | null {
  const place = placeOf(entries, (entry) => entry.path === file);
  if (!place) return null;
  const { frame } = wholes();
  const own = new Set(callWords(`${place.entry.path} ${place.entry.title}`).map(({ word }) => word));
  const rest = callWords(name).filter(({ word }) => !own.has(word) && !frame.has(word));
  const terms = rest.length === 0 ? [] : findTerms(rest.map(({ word }) => word).join(" "));
  const headings = terms.length === 0 ? [] : chunksOf(store, place.entry).map(({ heading }) => heading);
  const heading = headings.find((each) => agreeing(terms, each.split(" > ").at(-1) ?? "") > 0);
  return { ...place, heading: heading ?? null, isWhole: terms.length === 0 || heading !== undefined };
}

/** The one document of a sort: "the e-book", "the slides". */
function sorted(entries: Entry[], name: string): Place | null {
  const plain = name.toLowerCase();
  for (const [sort, endings] of wholes().sorts) {
    if (!new RegExp(`(?<!\\p{L})${sort}s?(?!\\p{L})`, "u").test(plain)) continue;
    const found = entries.filter(({ path }) => endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`)));
    return new Set(found.map(({ path }) => path)).size === 1 ? { entry: found[0]!, heading: null } : null;
  }
  return null;
}

/** A part by its number: "chapter 13" is what a file "ch13-00-…" or a title "Chapter 13: …" is. */
function numbered(entries: Entry[], name: string): Place | null {
  const [, noun = "", number = ""] = /(\p{L}+)\s+0*(\d+)(?![\d.])/u.exec(name.toLowerCase()) ?? [];
  if (!wholes().numbered.has(noun)) return null;
  const short = [...noun].map((_, at) => noun.slice(0, at + 1)).reverse();
  const file = new RegExp(`(?:^|/)(?:${short.join("|")})[-_ .]?0*${number}(?!\\d)[^/]*$`, "u");
  const title = new RegExp(`^${noun}\\s+0*${number}(?!\\d)`, "u");
  return placeOf(entries, (entry) => title.test(entry.title.toLowerCase()) || file.test(entry.path.toLowerCase()));
}

/** The document or section whose name holds all words, and the fewest others. */
function titled(store: Store, entries: Entry[], said: string): Place | null {
  const terms = findTerms(said);
  const paths = new Set(entries.map(({ path }) => path));
  const search = textSearch(store, (path) => paths.has(path));
  const byPlace = new Map(entries.map((entry) => [`${entry.path}\n${entry.doc}`, entry]));
  let best: { place: Place; worth: number; size: number } | null = null;
  for (const found of search.titled(
    terms.map(({ word }) => word),
    pool,
  )) {
    const entry = byPlace.get(`${found.path}\n${found.doc}`);
    if (!entry) continue;
    const file = found.path
      .split("/")
      .at(-1)!
      .replace(/\.[^.]+$/, "");
    const section = found.heading.split(" > ").at(-1) ?? "";
    const whole = Math.max(agreeing(terms, found.title), agreeing(terms, file.replace(/\d+/g, " ")));
    const part = section === found.title ? 0 : 0.9 * agreeing(terms, section);
    const worth = Math.max(whole, part);
    // Of two of one name, the one that says more.
    const size: number = worth > 0 && worth >= (best?.worth ?? 0) ? chunksOf(store, entry).length : 0;
    if (worth > (best?.worth ?? 0) || size > (best?.size ?? 0))
      best = { worth, size, place: { entry, heading: part > whole ? found.heading : null } };
  }
  return best?.place ?? null;
}

/** The F1 of the words asked for and those of a name that holds them all; else 0. */
function agreeing(terms: ReturnType<typeof findTerms>, name: string): number {
  const there = stemsOf(name);
  const size = Math.max(findTerms(name).length, 1);
  return terms.every(({ stem }) => there.has(stem)) ? (2 * terms.length) / (terms.length + size) : 0;
}

function chunksOf({ db }: Store, { id }: Entry): Found[] {
  const { columns, tables } = passageQuery;
  return sql(db, `SELECT ${columns}, 1 AS score FROM ${tables} WHERE d.id = ? ORDER BY c.id`).all(id) as Found[];
}

function opened(store: Store, { entry, heading }: Place): Opened | null {
  const all = chunksOf(store, entry);
  const own = all.filter(
    (chunk) => heading === null || chunk.heading === heading || chunk.heading.startsWith(`${heading} > `),
  );
  if (own.length === 0) return null;
  return { outline: outlineOf(entry, heading, own), passages: openingOf(own) };
}

/** A folder by what introduces it, and what lies in it. */
function folder(store: Store, entries: Entry[], path: string): Opened | null {
  const held = entries.filter((entry) => path === "" || entry.path.startsWith(`${path}/`));
  const first = introducing(held, path);
  const passages = first ? openingOf(chunksOf(store, first)) : [];
  const outline = folderOutline(path, held);
  return { outline: { ...outline, title: first?.title || outline.title }, passages };
}

/** The document that introduces a folder: one at its top that is called as such documents are. */
function introducing(entries: Entry[], folder: string): Entry | null {
  const top = entries.filter(({ path }) => !path.slice(folder === "" ? 0 : folder.length + 1).includes("/"));
  for (const name of wholes().introducing) {
    const called = new RegExp(`(?:^|[-_.\\d/ ])${name}(?:\\.[^/]*)?$`, "iu");
    const found = top.find(({ path }) => called.test(path.split("/").at(-1)!));
    if (found) return found;
  }
  return null;
}
