import type { FileSort } from "../../language/files.ts";
import {
  isPath,
  namesIn,
  type Part,
  partsOf,
  readIn,
  readTables,
  saidBefore,
  type Tongue,
} from "../../language/part.ts";

/**
 * A question for values that code writes for names: `names` are those that are asked for, or what they stand in:
 * which is which, only the folder tells. `within`: what they stand in, by a word that says so.
 */
export type ValueQuestion = { names: string[]; within: string[]; language: Tongue };

type Sort = FileSort | ("verb" | "root" | "lack" | "value" | "versus" | "other");

const tables = readTables<Sort>("code/values.json", ["value"]);

/** Sorts of words that leave a question one for a value. */
const open: ReadonlySet<string> = new Set(["idle", "within", "list", "value", "versus", "and", "root", "each", "name"]);

/** Reads a question for the values of names, part by part. Null where a word of it is neither a part nor may be a name of the folder. Pure. */
export function readValue(question: string): ValueQuestion | null {
  const called = bracketed(question);
  if (called !== null) return called;
  const bare = namesAlone(question);
  if (bare !== null) return { names: bare, within: [], language: "en" };
  return readIn(question, tables, (given, language) => {
    const parts = given.map((part): Part<Sort> => (part.sort === "stem" || part.sort === "kind" ? nameOf(part) : part));
    if (parts.some(({ sort }) => !open.has(sort))) return null;
    const names = namesIn(parts).map(({ text }) => text);
    // Without a word for values, other words may say what else is asked.
    const isAsked =
      parts.some(({ sort }) => sort === "value") || names.every((name) => isWritten(name) || isPath({ text: name }));
    if (names.length === 0 || names.length > most || !isAsked) return null;
    const within = new Set(namesIn(parts).flatMap(({ text, at }) => (isWithin(parts, at) ? [text] : [])));
    const others = new Set(names.filter((name) => !within.has(name)));
    return { names: [...others], within: [...within], language };
  });
}

/** Names of a question at most. */
const most = 8;

/** Whether a word of place stands before a name, or before what it is joined to. */
function isWithin(parts: readonly Part<Sort>[], at: number): boolean {
  const last = parts.slice(0, at).findLastIndex(({ sort }) => sort !== "idle");
  const sort = parts[last]?.sort;
  // "The default value of x" is asked of x.
  const before = saidBefore(parts, Math.max(last, 0));
  if (sort === "within") return before?.sort !== "value" || parts.slice(0, last).some(({ sort }) => sort === "name");
  const isJoined = sort === "and" || sort === "versus";
  return isJoined && parts[last - 1]?.sort === "name" && isWithin(parts, last - 1);
}

function nameOf({ text }: Part<Sort>): Part<Sort> {
  return { sort: "name", text, quoted: false };
}

/** Whether a word is written as names in code are and words are not. */
export function isWritten(text: string): boolean {
  return /^[\p{L}_$#][\p{L}\p{N}_$.#]*$/u.test(text) && /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|^_\p{L}/u.test(text);
}

/** "minPadding?", "MAX_WIDTH and MIN_WIDTH": names of code and what joins them, alone. */
function namesAlone(question: string): string[] | null {
  const parts = partsOf(question, tables.of("en"));
  if (parts.length === 0 || parts.some((part) => part.sort !== "name" && part.sort !== "and")) return null;
  const names = namesIn(parts).map(({ text }) => text);
  return names.length > 0 && names.every((name) => isWritten(name) || /\.\w+$/.test(name)) && names.some(isWritten)
    ? names
    : null;
}

/** A name of code in brackets at the end tells which value is described before: "how long are results kept (maxAge)?" */
function bracketed(question: string): ValueQuestion | null {
  const [, before = "", name = ""] = /^(.+\s)\(`?([\p{L}\p{N}_$.#]+)`?\)[\s?.!]*$/u.exec(question.trim()) ?? [];
  if (!isWritten(name)) return null;
  const parts = partsOf(before, tables.of("en"));
  const asks = ["list", "value", "count", "howmuch"];
  const isOther = parts.some(({ sort }) => ["other", "file", "kind", "but", "lack", "polar"].includes(sort));
  const isLength = /^how (?:long|big|large|deep|wide|often)\b/i.test(before);
  return (parts.some(({ sort }) => asks.includes(sort)) || isLength) && (isLength || !isOther)
    ? { names: [name], within: [], language: "en" }
    : null;
}
