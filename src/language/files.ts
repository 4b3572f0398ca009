import type { Bound } from "./bound.ts";
import { isName, isPath, type Part, saidAfter, saidBefore } from "./part.ts";
import type { When } from "./time.ts";
import type { Title } from "./title.ts";

/** Sorts of words that say which files are meant. */
export type FileSort =
  | ("idle" | "within" | "kind" | "stem" | "file" | "folder" | "and" | "or" | "but" | "direct" | "top" | "deep")
  | (
      | "state"
      | "count"
      | "list"
      | "polar"
      | "most"
      | "least"
      | "each"
      | "typed"
      | "measure"
      | "bound"
      | "untested"
      | "time"
      | "titled"
    );

/**
 * Files that a question names, before the folder is known. `kinds`: ids of sorts, or globs of endings, with `&` of several at once; `places`: paths, globs and names that
 * are to be found there; `times`: when they were changed; `titles`: how they are called; `direct`: only what lies directly in those; `not`: what is left out; `own`: a noun for files, which only a folder
 * that has such files knows, as "KEPs".
 */
export type Files = {
  kinds: string[];
  places: string[];
  direct: boolean;
  state: string | null;
  bounds: Bound[];
  times: When[];
  titles: Title[];
  not: { kinds: string[]; names: string[] };
  own: string | null;
};

type Parts = readonly Part[];

/** The files that the parts of a question name, those aside that are `taken` for something else; null where one names none. Pure. */
export function filesIn(parts: Parts, taken: ReadonlySet<number> = new Set()): Files | null {
  const files: Files = {
    kinds: [],
    places: [],
    direct: false,
    state: null,
    bounds: [],
    times: [],
    titles: [],
    not: { kinds: [], names: [] },
    own: null,
  };
  let isNot = false;
  let isLack = false;
  let isOver = false;
  let typed = 0;
  for (const [at, part] of parts.entries()) {
    if (taken.has(at)) continue;
    const kinds = isNot ? files.not.kinds : files.kinds;
    // What a verb parts from what is left out may be of something else.
    isOver ||= isNot && !isName(part) && part.sort === "idle" && part.is === "verb";
    if (isOver && (isName(part) || part.sort === "kind" || part.sort === "stem")) return null;
    if (isMixed(parts, at)) return null;
    // "Not tests and in lib": where they lie is told of what is left, unless places are left out too.
    if (isNot && part.sort === "within" && saidBefore(parts, at)?.sort === "and") {
      if (files.not.names.length > 0) return null;
      isNot = false;
    }
    if (part.sort === "typed") typed = files.kinds.length;
    if (part.sort === "but") {
      if (isNot) return null;
      isNot = true;
      isLack = part.is === "lack";
    } else if (part.sort === "kind") {
      // Files without tests may be those that none tests.
      if (isNot && isLack) return null;
      kinds.push(sortedBy(part.is, parts, at, kinds));
    } else if (part.sort === "state") {
      if (files.state !== null && files.state !== part.is) return null;
      files.state = part.is;
    } else if (part.sort === "untested") files.not.kinds.push("test");
    else if (part.sort === "bound") files.bounds.push(JSON.parse(part.is) as Bound);
    else if (part.sort === "time") files.times.push(JSON.parse(part.is) as When);
    else if (part.sort === "titled") files.titles.push(JSON.parse(part.is) as Title);
    else if (part.sort === "direct" || part.sort === "top") files.direct = true;
    else if (part.sort === "folder" && !isFolder(parts, at)) return null;
    else if ((part.sort === "and" || part.sort === "or") && !isJoint(parts, at)) return null;
    else if (part.sort === "stem" && !isPlaced(parts, at)) {
      if (!isOneOf(parts, at)) return null;
      kinds.push(sortedBy(part.is, parts, at, kinds));
    } else if (isName(part) || part.sort === "stem") {
      if (isName(part) && isEnding(part)) kinds.push(`*${part.text.replace(/^\*/, "")}`);
      // "test_*.py" says how files are called, wherever they lie.
      else if (isName(part) && isNamePattern(part.text)) kinds.push(part.text);
      else if (isNot && (isPath(part) || (isPlaced(parts, at) && (!isLack || saidAfter(parts, at)?.sort === "folder"))))
        files.not.names.push(part.text);
      else if (!isNot && (isPath(part) || isPlaced(parts, at))) files.places.push(part.text);
      else if (!isNot && files.own !== null && isSecond(parts, at)) files.own += ` ${part.text}`;
      else if (isNot || files.own !== null || !isNoun(parts, at)) return null;
      else files.own = part.text;
    }
  }
  files.kinds = narrowed(files.kinds, typed);
  files.not.kinds = [...new Set(files.not.kinds)];
  return isNot && files.not.kinds.length + files.not.names.length === 0
    ? null
    : { ...files, kinds: [...new Set(files.kinds)] };
}

/** Sorts of files, of which the first so many are said to be of those behind: "documents of type JSON", "test modules (files ending in _test.py)". */
function narrowed(kinds: string[], first: number): string[] {
  const said = kinds.slice(0, first).filter((kind) => kind !== "document");
  const types = kinds.slice(first);
  if (said.length === 0 || types.length === 0) return [...said, ...types];
  return said.flatMap((one) => types.map((other) => `${one}&${other}`));
}

/** "Python and go test files": either may be meant of both. */
function isMixed(parts: Parts, at: number): boolean {
  const isSort = (part: Part | undefined) => part?.sort === "kind" || part?.sort === "stem";
  const isJoint = ["and", "or"].includes(parts[at - 2]?.sort ?? "");
  return isSort(parts[at]) && isSort(parts[at - 1]) && isJoint && isSort(parts[at - 3]);
}

/** A sort of files; behind another one, "python test files", what is of both, in whose place it stands among `kinds`. */
function sortedBy(kind: string, parts: Parts, at: number, kinds: string[]): string {
  const last = parts[at - 1];
  const isSort = last?.sort === "kind" || last?.sort === "stem" || (isName(last) && isEnding(last));
  const isOfTests = kind === "test" || kinds.at(-1) === "test";
  const before = isSort && isOfTests ? kinds.pop() : undefined;
  return before === undefined || before === kind ? kind : `${before}&${kind}`;
}

/** "test_*.py": how files are called, wherever they lie. */
export function isNamePattern(text: string): boolean {
  return /^(?=.*\*)(?=.*[a-z])[\w.*-]+$/i.test(text);
}

/** ".py", "*.py", "_test.go": how the names of files end. */
export function isEnding({ text }: { text: string }): boolean {
  return /^\*?(?:\.[a-z][a-z0-9.]*|[_-](?:test|tests|spec)\.[a-z][a-z0-9.]*)$/i.test(text);
}

/** Whether a part says something of which files are meant. */
function isTelling({ sort }: Part): boolean {
  return sort !== "idle" && sort !== "each" && sort !== "root";
}

/** The nearest part before another that says something. */
function before(parts: Parts, at: number): Part | undefined {
  return parts.slice(0, at).findLast(isTelling);
}

function after(parts: Parts, at: number): Part | undefined {
  return parts.slice(at + 1).find(isTelling);
}

/** Whether a word stands where a place does: behind a word of place or of what is left out, beside the word for folders, or behind another place. */
export function isPlaced(parts: Parts, at: number): boolean {
  const last = before(parts, at)?.sort;
  if (last === "within" || last === "but" || last === "direct") return true;
  if (last === "folder" || parts[at + 1]?.sort === "folder") return true;
  const joint = parts.slice(0, at).findLastIndex(isTelling);
  if (last === "and" || last === "or") {
    const other = parts.slice(0, joint).findLastIndex(isTelling);
    return other >= 0 && isName(parts[other]) && (isPath(parts[other]) || isPlaced(parts, other));
  }
  // "in src, lib and test" has no word between the first two.
  const [one, other] = [parts[joint], parts[at]];
  const isList = joint === at - 1 && isName(one) && isName(other) && (isPath(one) || isPath(other));
  return last === "name" && isList && isPlaced(parts, joint);
}

/** Whether a word for a folder goes with a name, or with a word of place: "in this folder", "the lib folder". */
function isFolder(parts: Parts, at: number): boolean {
  const last = before(parts, at)?.sort;
  const isBeside = [last, parts[at + 1]?.sort].some((sort) => sort === "name" || sort === "stem" || sort === "folder");
  return isBeside || last === "within" || last === "direct" || last === "but";
}

/** Whether "and" joins what names files, and not two questions. */
function isJoint(parts: Parts, at: number): boolean {
  const names = ["name", "stem", "kind", "folder"];
  const [last, next] = [before(parts, at)?.sort, after(parts, at)?.sort];
  return last !== undefined && names.includes(last) && next !== undefined && [...names, "within", "but"].includes(next);
}

/** Whether a sort that is named without the word for files stands beside another one: "js and ts files", "fichiers js et ts". */
export function isOneOf(parts: Parts, at: number): boolean {
  const isJoined = (joint: Part | undefined, other: Part | undefined) =>
    (joint?.sort === "and" || joint?.sort === "or") && (other?.sort === "kind" || other?.sort === "stem");
  return (
    isJoined(parts[at + 1], parts[at + 2]) ||
    isJoined(parts[at - 1], parts[at - 2]) ||
    ["file", "tests", "measure", "loc"].includes(parts[at + 1]?.sort ?? "") ||
    isTests(parts[at + 1]) ||
    isTests(parts[at - 1]) ||
    ["typed", "measure"].includes(before(parts, at)?.sort ?? "") ||
    isAlone(parts, at) ||
    (parts[at + 1]?.sort === "stem" && isJoined(parts[at + 2], parts[at + 3]))
  );
}

/** Whether a part is a word for test files. */
function isTests(part: Part | undefined): boolean {
  return part?.sort === "kind" && !isName(part) && part.is === "test";
}

/** "How many .txt", "welches JSON", "which files are Python": what is counted or listed, or what files are said to be. */
function isAlone(parts: Parts, at: number): boolean {
  const last = before(parts, at)?.sort ?? "";
  const isWritten = /^(?:\*?\.|\p{Lu}\p{L}{2,})/u.test(parts[at]!.text);
  if (isWritten && ["count", "list", "most", "least", "nth", "polar"].includes(last)) return true;
  if (isWritten && parts[at - 1]?.sort === "file") return true;
  const isLast = after(parts, at) === undefined && parts.some(({ sort }) => sort === "file");
  return isLast && ["file", "count", "choice", "name"].includes(last);
}

/**
 * Words by what they are where they stand: a sort of file that is named without the word for files is one beside that word, beside another
 * sort, or before what is `asked` of them ("Go structs"), and else a name. Words for each of all say nothing.
 */
export function settled<Sort extends string>(parts: Part<Sort>[], asked: readonly Sort[] = []): Part<Sort>[] {
  return parts.flatMap((part, at): Part<Sort>[] => {
    if (part.sort === "each") return [];
    if (part.sort !== "stem") return [part];
    const isAsked = asked.some((sort) => sort === parts[at + 1]?.sort);
    const isKind = (isAsked || isOneOf(parts, at)) && !isPlaced(parts, at);
    const kind = { ...part, sort: "kind" } as Part<Sort>;
    return [isKind ? kind : { sort: "name", text: part.text, quoted: false }];
  });
}

/** A folder's own noun is told by its plural, or by the word for files behind it: "what is a kernel" asks for no files. */
const plural = /s$/i;

/** Whether a word stands where a noun for files does: what is counted, listed or ranked. */
function isNoun(parts: Parts, at: number): boolean {
  const asks: string[] = ["count", "list", "polar", "most", "least"];
  const ends = [parts[at], parts[at + 1]].filter((part) => part !== undefined && isWord(part));
  const isMany = plural.test(ends.at(-1)?.text ?? "") || parts[at + ends.length]?.sort === "file";
  return isWord(parts[at]!) && isMany && asks.includes(before(parts, at)?.sort ?? "");
}

/** Whether a word is the second of a noun of two, "release notes". */
function isSecond(parts: Parts, at: number): boolean {
  return isWord(parts[at]!) && isWord(parts[at - 1]!) && isNoun(parts, at - 1);
}

function isWord(part: Parts[number]): boolean {
  return isName(part) && !part.quoted && /^(?:\p{L}\p{Ll}{2,}|\p{Lu}{2,}s?)$/u.test(part.text);
}

/** Whether some files are named more narrowly than all that are here. */
export function isNarrow({ kinds, places, state, own, bounds, times, titles }: Files): boolean {
  return (
    times.length > 0 ||
    titles.length > 0 ||
    kinds.length > 0 ||
    places.length > 0 ||
    state !== null ||
    own !== null ||
    bounds.length > 0
  );
}
