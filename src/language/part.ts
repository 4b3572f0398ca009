import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";

/**
 * A stretch of a question: words that a table knows, by their sort and what they stand for (`is`), or a word that it doesn't, as it is
 * written.
 */
export type Part<Sort extends string = string> = { sort: Sort; is: string } | Name;
export type Name = { sort: "name"; text: string; quoted: boolean };

/** Phrases in lower letters, with what they are. What is added later counts. */
export type Table<Sort extends string> = ReadonlyMap<string, { sort: Sort; is: string }>;

/** A part that the table doesn't know, and its place among the parts. */
export type Placed = Name & { at: number };

type Word = { text: string; quoted: boolean };

/** Words of a phrase at most. */
const longest = 12;

/** The phrases of each sort, or by what they stand for. */
type Phrases<Sort extends string> = Record<Sort, readonly string[] | Record<string, readonly string[]>>;

function tableOf<Sort extends string>(phrases: Phrases<Sort>): Table<Sort> {
  const table = new Map<string, { sort: Sort; is: string }>();
  for (const [sort, all] of Object.entries(phrases) as [Sort, (typeof phrases)[Sort]][]) {
    const groups = Array.isArray(all)
      ? { [sort]: all as readonly string[] }
      : (all as Record<string, readonly string[]>);
    for (const [is, names] of Object.entries(groups)) for (const name of names) table.set(name, { sort, is });
  }
  return table;
}

/** The table of a file of data, by its path below there. */
export function readTable<Sort extends string>(file: string, more: Partial<Phrases<Sort>> = {}): Table<Sort> {
  const text = readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8");
  const { $schema: _, ...phrases } = parseWords<Phrases<Sort> & { $schema: string }>(text);
  return tableOf({ ...phrases, ...more } as Phrases<Sort>);
}

/** A question as parts, the longest phrase first. Pure. */
export function partsOf<Sort extends string>(question: string, table: Table<Sort>): Part<Sort>[] {
  const words = wordsOf(question);
  const parts: Part<Sort>[] = [];
  for (let at = 0; at < words.length; ) {
    const { text, quoted } = words[at]!;
    const known = quoted ? null : phraseAt(words, at, table);
    parts.push(known?.part ?? { sort: "name", text, quoted });
    at += known?.length ?? 1;
  }
  return parts;
}

function phraseAt<Sort extends string>(words: Word[], at: number, table: Table<Sort>) {
  const quoted = words.findIndex((word, place) => place > at && word.quoted);
  const room = (quoted < 0 ? words.length : quoted) - at;
  for (let length = Math.min(longest, room); length > 0; length--) {
    const text = words.slice(at, at + length).map((word) => word.text.toLowerCase());
    const part = table.get(text.join(" "));
    if (part) return { part, length };
  }
  return null;
}

export function isName(part: Part | undefined): part is Name {
  return part?.sort === "name";
}

/** The names among parts, each with its place. */
export function namesIn(parts: readonly Part[]): Placed[] {
  return parts.flatMap((part, at) => (isName(part) ? [{ ...part, at }] : []));
}

/** Whether a name is written as a path or glob is. */
export function isPath({ text }: Name): boolean {
  return /[/*]|[^.\s]\.\w+$/.test(text) && !/^\*\w+$/.test(text);
}

/** Words without what surrounds them; what stands in quotes or code marks is one. What somebody tells of himself before asks nothing. */
function wordsOf(question: string): Word[] {
  const asked = question.replace(/^(?:(?:I|We|My|Our)\b[^.?!]*[.!]\s+)+/, "").replaceAll("’", "'");
  const found = asked.matchAll(/`([^`]+)`|"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?!\p{L})|(\S+)/gu);
  return [...found].flatMap(([, ...groups]): Word[] => {
    const bare = groups[4];
    if (bare === undefined) return [{ text: groups.find((group) => group !== undefined)!, quoted: true }];
    const word = bare
      .replace(/^[([¿¡,;:–—-]+|[)\],;:?!–—-]+$/g, "")
      .replace(/[)\]]+$/, "")
      .replace(/'s$/, "")
      .replace(/(?<=[\p{L}\p{N})/])\.+$/u, "");
    // "d'interfaces" is two words.
    return word.split(/(?<=^[dl])'/i).flatMap((text) => (text === "" ? [] : [{ text, quoted: false }]));
  });
}
