import { memberKinds } from "../../core/declaration.ts";
import { type FileSort, type Files, filesIn, isPlaced } from "../../language/files.ts";
import { isPath, namesIn, type Part, type Placed, readIn, readTables, type Tongue } from "../../language/part.ts";
import { isSlip } from "../../language/slip.ts";

/**
 * A question for what source files declare: of which kind, as members of which type (its name), in which files, and whether constructors are
 * left out.
 */
export type DeclaredQuestion = {
  kind: string;
  holder: string | null;
  files: Files;
  withoutConstructors: boolean;
  /** The language that it is read in. */
  language: Tongue;
};

type Sort = FileSort | "verb" | "root" | "lack" | "one" | "included" | "initializer" | "declared";
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/declared.json", ["declared"]);

/**
 * Reads a question for what is declared, part by part in any order: how many or which, a kind, files, and the type whose members are
 * meant. Null where a word of it is none of these, for it may ask for something else. Pure.
 */
export function readDeclared(question: string): DeclaredQuestion | null {
  return readIn(question, tables, (all, language) => {
    const parts = settled(all);
    const kinds = new Set(parts.flatMap((part) => (part.sort === "declared" ? [part.is] : [])));
    const [kind] = kinds;
    if (kind === undefined || kinds.size > 1) return null;
    const names = namesIn(parts);
    const said = names.filter((name) => isOfPlace(name, parts));
    const holders = memberKinds.has(kind) ? names.filter((name) => !said.includes(name) && isHolder(name, parts)) : [];
    const files = filesIn(parts, new Set([...said, ...holders].map(({ at }) => at)));
    const asks: string[] = ["count", "list", "polar"];
    if (!parts.some(({ sort }) => asks.includes(sort)) || holders.length > 1) return null;
    if (files === null || files.own !== null || files.state !== null || files.bounds.length > 0) return null;
    // "Top-level classes" leave out what is nested, which no claim tells apart.
    if (parts.some(({ sort }, at) => sort === "top" && parts[at + 1]?.sort === "declared")) return null;
    // Types of much else are asked for in the same words.
    if (kind === "type" && files.places.length === 0) return null;
    const withoutConstructors = parts.some(({ sort }) => sort === "initializer");
    return { kind, holder: holders[0]?.text.replace(/^\*/, "") ?? null, files, withoutConstructors, language };
  });
}

/** Words by what they are where they stand: sorts of files that stand before what is declared are kinds, "Go structs", others are names. */
function settled(parts: Parts): Parts {
  return parts.flatMap((part, at): Parts => {
    if (part.sort === "each") return [];
    if (part.sort === "lack") return [{ ...part, sort: "but" }];
    if (part.sort !== "stem") return [part];
    const isOfFiles = ["declared", "file"].includes(parts[at + 1]?.sort ?? "") && !isPlaced(parts, at);
    return [isOfFiles ? { ...part, sort: "kind" } : { sort: "name", text: part.text, quoted: false }];
  });
}

/** Whether a word before a kind only says again what the file is called: the exception classes of exceptions.py. */
function isOfPlace({ text, at }: Placed, parts: Parts): boolean {
  const word = text.replace(/s$/, "");
  const isThere = (part: Part) => {
    const stem = part.sort === "name" && isPath(part) ? /([^/]+?)s?\.\w+$/.exec(part.text)?.[1] : undefined;
    return stem !== undefined && (stem === word || isSlip(word, stem));
  };
  return /^\p{Ll}{4,}$/u.test(text) && parts[at + 1]?.sort === "declared" && parts.some(isThere);
}

/** Whether a name is that of a type: it stands beside a word for one, or is written as types are and is no path. */
function isHolder(name: Placed, parts: Parts): boolean {
  if (isPath(name)) return false;
  const isMarked = [parts[name.at - 1], parts[name.at + 1]].some((part) => part?.sort === "one");
  return isMarked || /^\*?\p{Lu}\w*$/u.test(name.text) || (name.quoted && parts[name.at - 1]?.sort === "within");
}
