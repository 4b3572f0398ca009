import { memberKinds } from "../../core/declaration.ts";
import {
  isPath,
  namesIn,
  type Part,
  type Placed,
  readIn,
  readTables,
  type Tables,
  type Tongue,
} from "../../language/part.ts";
import { isSlip } from "../../language/slip.ts";

/**
 * A question for what source files declare: of which kind, as members of which type (its name), in which places (words of the question
 * that are to be found in the folder), and whether constructors are left out.
 */
export type DeclaredQuestion = {
  kind: string;
  holder: string | null;
  places: string[];
  withoutConstructors: boolean;
  /** The language that it is read in. */
  language: Tongue;
};

type Sort = "idle" | "each" | "one" | "within" | "list" | "count" | "polar" | "included" | "constructor" | "kind";

let known: Tables<Sort> | undefined;

function tables(): Tables<Sort> {
  known ??= readTables<Sort>(["code/declared.json"], ["kind"]);
  return known;
}

/**
 * Reads a question for what is declared, part by part in any order: how many or which, a kind, places, and the type whose members are
 * meant. Null where a word of it is none of these, for it may ask for something else. Pure.
 */
export function readDeclared(question: string): DeclaredQuestion | null {
  return readIn(question, tables(), (all, language) => {
    const parts = all.filter(({ sort }) => sort !== "each");
    const kinds = new Set(parts.flatMap((part) => (part.sort === "kind" ? [part.is] : [])));
    const [kind] = kinds;
    if (kind === undefined || kinds.size > 1) return null;
    const names = namesIn(parts).filter((name) => !isOfPlace(name, parts));
    const holders = memberKinds.has(kind) ? names.filter((name) => isHolder(name, parts)) : [];
    const places = names.filter((name) => !holders.includes(name));
    const asks: string[] = ["count", "list", "polar"];
    const isAsked = parts.some(({ sort }) => asks.includes(sort));
    if (!isAsked || holders.length > 1 || !places.every((name) => isPlace(name, parts))) return null;
    // Types of much else are asked for in the same words.
    if (kind === "type" && places.length === 0) return null;
    return {
      kind,
      holder: holders[0]?.text.replace(/^\*/, "") ?? null,
      places: places.map(({ text }) => text),
      withoutConstructors: parts.some(({ sort }) => sort === "constructor"),
      language,
    };
  });
}

/** Whether a word before a kind only says again what the file is called: the exception classes of exceptions.py. */
function isOfPlace({ text, at }: Placed, parts: Part[]): boolean {
  const word = text.replace(/s$/, "");
  const isThere = (part: Part) => {
    const stem = part.sort === "name" && isPath(part) ? /([^/]+?)s?\.\w+$/.exec(part.text)?.[1] : undefined;
    return stem !== undefined && (stem === word || isSlip(word, stem));
  };
  return /^\p{Ll}{4,}$/u.test(text) && parts[at + 1]?.sort === "kind" && parts.some(isThere);
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
