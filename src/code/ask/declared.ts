import { readFileSync } from "node:fs";
import { memberKinds } from "../../core/declaration.ts";
import { parseWords } from "../../core/words.ts";

/**
 * A question for what source files declare: of which kind, as members of which type (its name), in which places (words of the question
 * that are to be found in the folder), and whether constructors are left out.
 */
export type DeclaredQuestion = {
  kind: string;
  holder: string | null;
  places: string[];
  withoutConstructors: boolean;
};

type Data = Record<Exclude<Sort, "kind">, string[]> & { kinds: Record<string, string[]> };
type Sort = "count" | "one" | "list" | "within" | "idle" | "included" | "constructor" | "kind";

/** A stretch of the question: words that are known, or one that is not, as it is written. */
type Part = { sort: Sort; kind?: string } | { sort: "name"; text: string; quoted: boolean };

/** Words of a phrase at most. */
const longest = 10;

let known: Map<string, Part> | undefined;

function phrases(): Map<string, Part> {
  if (known) return known;
  const file = new URL("../../../data/code/declared.json", import.meta.url);
  const { kinds, ...sorts } = parseWords<Data>(readFileSync(file, "utf8"));
  known = new Map();
  // What says more comes later and counts.
  for (const sort of ["idle", "one", "within", "list", "count", "included", "constructor"] as const)
    for (const phrase of sorts[sort]) known.set(phrase, { sort });
  for (const [kind, names] of Object.entries(kinds)) for (const name of names) known.set(name, { sort: "kind", kind });
  return known;
}

/**
 * Reads a question for what is declared, part by part in any order: how many or which, a kind, places, and the type whose members are
 * meant. Null where a word of it is none of these, for it may ask for something else. Pure.
 */
export function readDeclared(question: string): DeclaredQuestion | null {
  const parts = partsOf(question);
  const kinds = new Set(parts.flatMap((part) => (part.sort === "kind" ? [part.kind!] : [])));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1) return null;
  const names = parts.flatMap((part, at) => (isName(part) ? [{ ...part, at }] : []));
  const holders = memberKinds.has(kind) ? names.filter((name) => isHolder(name, parts)) : [];
  const places = names.filter((name) => !holders.includes(name));
  const has = (sort: Sort) => parts.some((part) => part.sort === sort);
  if (!(has("count") || has("list")) || holders.length > 1 || !places.every((name) => isPlace(name, parts)))
    return null;
  // Types of much else are asked for in the same words.
  if (kind === "type" && places.length === 0) return null;
  return {
    kind,
    holder: holders[0]?.text.replace(/^\*/, "") ?? null,
    places: places.map(({ text }) => text),
    withoutConstructors: has("constructor"),
  };
}

type Name = Extract<Part, { sort: "name" }>;
type Placed = Name & { at: number };

function isName(part: Part): part is Name {
  return part.sort === "name";
}

function isPath({ text }: Name): boolean {
  return /[/*]|\.\w+$/.test(text) && !/^\*\w+$/.test(text);
}

/** Whether a name is that of a type: it stands beside a word for one, or is written as types are and is no path. */
function isHolder(name: Placed, parts: Part[]): boolean {
  if (isPath(name)) return false;
  const isMarked = [parts[name.at - 1], parts[name.at + 1]].some((part) => part?.sort === "one");
  return isMarked || /^\*?\p{Lu}\w*$/u.test(name.text) || (name.quoted && parts[name.at - 1]?.sort === "within");
}

/** Whether a name may be that of a place: it is written as a path, or stands after a word of place. */
function isPlace(name: Placed, parts: Part[]): boolean {
  if (isPath(name)) return true;
  const before = parts.slice(0, name.at).findLast(({ sort }) => sort !== "idle");
  return before?.sort === "within";
}

function partsOf(question: string): Part[] {
  const words = wordsOf(question);
  const table = phrases();
  const parts: Part[] = [];
  for (let at = 0; at < words.length; ) {
    const { text, quoted } = words[at]!;
    let length = quoted ? 0 : Math.min(longest, words.length - at);
    const phrase = () =>
      table.get(
        words
          .slice(at, at + length)
          .map((word) => word.text.toLowerCase())
          .join(" "),
      );
    while (length > 0 && phrase() === undefined) length--;
    parts.push(length > 0 ? phrase()! : { sort: "name", text, quoted });
    at += Math.max(1, length);
  }
  return parts;
}

type Word = { text: string; quoted: boolean };

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
