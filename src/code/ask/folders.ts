import { type FileSort, settled } from "../../language/files.ts";
import { isName, isPath, namesIn, type Part, readIn, readTables } from "../../language/part.ts";

/**
 * A question for how two folders differ, in its parts: `changes` that are asked for (none: all of them) of their files, of the `function`s or the `lines` of
 * one. The folders are the two that are called so, or, where `isBoth`, the only two that there are.
 */
export type FoldersQuestion = {
  changes: Change[];
  of: "files" | "function" | "lines";
  isBoth: boolean;
  /** Whether what is named first is the later one, as far as words between them tell. */
  isLater: boolean;
  parts: Parts;
};
export type Change = "added" | "removed" | "differs";

type Sort =
  | FileSort
  | (
      | "verb"
      | "root"
      | "lack"
      | "compare"
      | "between"
      | "fresh"
      | "lacked"
      | "grown"
      | "both"
      | "later"
      | "function"
      | "lines"
    )
  | Change;
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/folders.json", ["compare", "differs", "added", "removed", "fresh", "grown"]);

/** A release, as folders are called by one. */
export const release = /^v?\d+(?:\.[\w-]+)*$/;

/** Sorts of parts that say which files are meant. */
const scoping: ReadonlySet<string> = new Set([
  "name",
  "within",
  "file",
  "folder",
  "kind",
  "but",
  "untested",
  "direct",
  "top",
  "deep",
]);
/** Words that nothing is asked by. */
const silent: ReadonlySet<string> = new Set(["idle", "verb", "root", "each", "between"]);

/** Reads a question for how two folders differ, part by part; null where a word of it is no part of one. Pure. */
export function readFolders(question: string): FoldersQuestion | null {
  return readIn(question, tables, (all) => {
    const parts = settled(all);
    const has = (...sorts: Sort[]) => parts.some(({ sort }) => sorts.some((one) => one === sort));
    const sides = namesIn(parts).filter((name) => !isPath(name) || !/\.\p{L}\w*$/u.test(name.text));
    const releases = sides.filter(({ text }) => release.test(text));
    const isBoth = has("both");
    const isTold = has("file", "folder", "function", "lines", "kind", "compare") && isSetAgainst(parts);
    // A folder may be called new.
    const called = sides.length + parts.filter(({ sort }) => sort === "fresh").length;
    if (!isBoth && releases.length < 2 && (called < 2 || !isTold)) return null;
    if (!has("compare", "differs", "added", "removed", "fresh", "grown")) return null;
    const changes = (["added", "removed", "differs"] as const).filter((each) => has(each));
    // A release that has what the other lacked got it.
    if (has("fresh", "lacked") && !changes.includes("added")) changes.unshift("added");
    // Of one of several things that are compared nothing is told.
    if (has("state", "bound", "stem", "most", "least")) return null;
    const of = has("function") ? "function" : has("grown", "lines") ? "lines" : "files";
    return { changes, of, isBoth, isLater: has("later") && !isBoth, parts };
  });
}

/** Whether two things are set against each other: "between a and b", "from a to b". */
function isSetAgainst(parts: Parts): boolean {
  const isWay = (part: Part, at: number) =>
    part.sort === "within" && isName(parts[at + 1]) && /^(?:to|zu|nach|à|a)$/i.test(parts[at + 2]?.text ?? "");
  return parts.some((part, at) => ["compare", "between", "later", "lacked"].includes(part.sort) || isWay(part, at));
}

/** Whether folders by their releases are named, which nothing else could mean. */
export function isByRelease({ parts, isBoth }: FoldersQuestion): boolean {
  return isBoth || parts.filter((part) => isName(part) && release.test(part.text)).length > 1;
}

/** The parts that say which files are meant, without the two folders and what joins them. */
export function scopeIn({ parts }: FoldersQuestion, isSide: (name: string) => boolean): Parts {
  const said = parts.filter((part) => !silent.has(part.sort));
  const tells = (part: Part | undefined) =>
    part !== undefined && scoping.has(part.sort) && !(isName(part) && isSide(part.text));
  return said.filter((part, at) =>
    part.sort === "and" || part.sort === "or" ? tells(said[at - 1]) && tells(said[at + 1]) : tells(part),
  );
}
