import { type FileSort, settled } from "../../language/files.ts";
import { isName, isPath, namesIn, type Part, readIn, readTables } from "../../language/part.ts";

/**
 * A question for how two folders differ, in its parts: `changes` that are asked for (none: all of them) of their files, of the `function`s or the `lines` of
 * one. The folders are the two that are called so, or, where `isBoth`, the only two that there are.
 */
export type FoldersQuestion = {
  changes: Change[];
  of: "files" | "function" | "lines";
  /** Which files became more or less of what, where it is asked for them one by one. */
  grown: { by: "lines" | "bytes"; isMore: boolean } | null;
  isBoth: boolean;
  /** Whether the one that is named first is the one before, or the later one; null where no words tell. */
  first: "before" | "after" | null;
  /** What came is asked for by the word "new" alone, which may be the name of a folder. */
  isFresh: boolean;
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
      | "onto"
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
const silent: ReadonlySet<string> = new Set(["idle", "verb", "root", "each", "between", "onto"]);

/** Names of a question at most where nothing but these says that it is one of folders: the two, and a place, file or type in both. */
const mostNames = 4;

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
    const named = sides.filter(({ text }) => !/^\d+$/.test(text));
    const called = named.length + parts.filter(({ sort }) => sort === "fresh").length;
    if (!isBoth && releases.length < 2 && (called < 2 || called > mostNames || !isTold)) return null;
    const isLacking = parts.some((_, at) => isInOneAlone(parts, at));
    if (!isLacking && !has("compare", "differs", "added", "removed", "fresh", "grown")) return null;
    const changes = (["added", "removed", "differs"] as const).filter(
      (each) => has(each) || (isLacking && each === "removed"),
    );
    // A release that has what the other lacked got it.
    const isFresh = has("fresh") && !has("lacked") && !isLacking && !changes.includes("added");
    if ((isFresh || has("lacked")) && !changes.includes("added")) changes.unshift("added");
    // Of one of several things that are compared nothing is told.
    if (has("state", "bound", "stem", "most", "least")) return null;
    const of = has("function") ? "function" : has("grown", "lines") ? "lines" : "files";
    const isAfter = has("later", "lacked") && !isBoth;
    const first = isLacking || parts.some((_, at) => isWay(parts, at)) ? "before" : isAfter ? "after" : null;
    return { changes, of, grown: grownIn(parts), isBoth, first, isFresh, parts };
  });
}

/** "Which files are larger in a than in b", "files that grew from a to b"; how much one grew is asked for otherwise. */
function grownIn(parts: Parts): FoldersQuestion["grown"] {
  const found = parts.flatMap((part) => (part.sort === "grown" ? [part.is] : []));
  const isOfEach = parts.some(({ sort }) => sort === "file" || sort === "kind") && isSetAgainst(parts);
  const [by, way] = found.length === 1 && isOfEach ? found[0]!.split(" ") : [];
  return by === "lines" || by === "bytes" ? { by, isMore: way === ">" } : null;
}

/** Whether two things are set against each other: "between a and b", "from a to b". */
function isSetAgainst(parts: Parts): boolean {
  return parts.some(
    ({ sort }, at) =>
      ["compare", "between", "later", "lacked"].includes(sort) || isWay(parts, at) || isInOneAlone(parts, at),
  );
}

/** "From a to b": the one before is named first. */
function isWay(parts: Parts, at: number): boolean {
  const isNamed = (part: Part<Sort> | undefined) => part !== undefined && (isName(part) || part.sort === "fresh");
  const [from, to] = [parts[at]!, parts[at + 2]];
  return from.sort === "within" && isNamed(parts[at + 1]) && to?.sort === "onto";
}

/** "In a but not in b": what the second lacks. */
function isInOneAlone(parts: Parts, at: number): boolean {
  const [within, one, but, next, other] = parts.slice(at, at + 5);
  const isIn = within?.sort === "within" && one !== undefined && isName(one) && but?.sort === "but";
  const last = next?.sort === "within" ? other : next;
  return (
    isIn &&
    last !== undefined &&
    (isName(last) || last.sort === "fresh") &&
    /\bin\b|\ben\b|dans/i.test(`${but.text} ${next?.text}`)
  );
}

/** Whether a question can be of nothing else than how two folders differ. */
export function isOfTwo({ parts, isBoth, grown }: FoldersQuestion): boolean {
  const releases = parts.filter((part) => isName(part) && release.test(part.text));
  return isBoth || grown !== null || releases.length > 1 || parts.some((_, at) => isInOneAlone(parts, at));
}

/** The parts that say which files are meant, without the two folders and what joins them. */
export function scopeIn({ parts }: FoldersQuestion, isSide: (name: string) => boolean): Parts {
  const said = parts.filter((part) => !silent.has(part.sort));
  const isTaken = (part: Part | undefined) =>
    part !== undefined && (isName(part) || part.sort === "fresh") && isSide(part.text);
  const tells = (part: Part | undefined) => part !== undefined && scoping.has(part.sort) && !isTaken(part);
  return said.filter((part, at) => {
    if (part.sort === "and" || part.sort === "or") return tells(said[at - 1]) && tells(said[at + 1]);
    // "But not in b" leaves nothing else out.
    const next = said[at + 1]?.sort === "within" ? said[at + 2] : said[at + 1];
    return tells(part) && !(part.sort === "but" && isTaken(next));
  });
}
