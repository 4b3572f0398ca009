import { type FileSort, type Files, filesIn, isEnding, isPlaced, settled } from "../../language/files.ts";
import {
  has,
  isName,
  isPath,
  isSaid,
  type Name,
  type Part,
  readIn,
  readTables,
  type Tongue,
} from "../../language/part.ts";
import { timeAt } from "../../language/time.ts";

/**
 * A question for the history of a folder: who changed something and when ("last"), or brought it in ("first"); who all did ("authors"); how often ("often"); which files
 * were changed, or brought in ("files", `added`); commits; whether something was changed at all ("any"); which `files` or authors (`of`) stand first ("most").
 * `who`: whose changes alone; `latest`: so many of the last commits. The times are in `files`.
 */
export type HistoryQuestion = {
  asks: "last" | "first" | "authors" | "often" | "files" | "commits" | "any" | "most";
  of: "files" | "authors";
  how: "list" | "count";
  who: string | null;
  added: boolean;
  latest: number | null;
  files: Files;
  /** Whether times of files tell something like it, where there is no history. */
  yields: boolean;
  language: Tongue;
};

type Sort =
  | (FileSort | "verb" | "root" | "lack" | "when" | "changed" | "last" | "number" | "date" | "times" | "since" | "ago")
  | ("who" | "by" | "add" | "gone" | "commit" | "often");
type Parts = Part<Sort>[];

const tables = readTables<Sort>(
  ["language/amounts.json", "code/history.json"],
  ["who", "changed", "add", "commit", "often"],
);

/** Sorts of words that such a question is made of: what takes files away, `gone`, is told by no file that is here. */
const open: ReadonlySet<string> = new Set(
  (
    "idle within root folder file kind and or but untested direct top deep list count polar name time " +
    "when changed last date number times who by add commit often most"
  ).split(" "),
);

/** Reads a question for the history of a folder, part by part. Null where a word of it is no part of one. Pure. */
export function readHistory(question: string): HistoryQuestion | null {
  return readIn(question, tables, (all, language) => {
    // Each file has a history of its own.
    if (all.some(({ sort }) => sort === "each")) return null;
    const parts = timed(settled(all)).map((part, at, said) =>
      isBeside(said, at) ? { ...part, sort: "idle" } : part,
    ) as Parts;
    if (parts.some(({ sort }) => !open.has(sort))) return null;
    const person = personIn(parts);
    const latest = latestIn(parts);
    const files = filesIn(parts, new Set([...(person?.taken ?? []), ...(latest?.taken ?? [])]));
    if (person === null || files === null || files.own !== null) return null;
    const { who } = person;
    const asks = asked(parts, { who, isTimed: files.times.length > 0, latest: latest?.count ?? null, files });
    if (asks === null || (!several.has(asks) && isNarrowed(files)) || isDenied(parts)) return null;
    const of = has(parts, "who") ? "authors" : "files";
    const how = has(parts, "count") || has(parts, "times") ? "count" : "list";
    const yields = who === null && !has(parts, "who", "by", "commit", "add") && !["often", "most"].includes(asks);
    const rest = { added: has(parts, "add"), latest: latest?.count ?? null, files, yields, language };
    return { asks, of, how, who, ...rest };
  });
}

/** What may be asked of some files alone, which the answer lists. */
const several: ReadonlySet<string> = new Set(["files", "commits"]);

function isNarrowed({ kinds, not, direct }: Files): boolean {
  return kinds.length > 0 || direct || not.kinds.length + not.names.length > 0;
}

/** "Who did not change a.ts": whether something but places and sorts of files is left out. */
function isDenied(parts: Parts): boolean {
  const placing = ["within", "name", "kind", "folder", "direct"];
  return parts.some(({ sort }, at) => {
    const next = parts.slice(at + 1).find(isSaid);
    const isOfPerson = isName(next) && !isPath(next) && !isPlaced(parts, parts.indexOf(next));
    return sort === "but" && (!placing.includes(next?.sort ?? "") || isOfPerson);
  });
}

type About = { who: string | null; isTimed: boolean; latest: number | null; files: Files };

function asked(parts: Parts, { who, isTimed, latest, files }: About): HistoryQuestion["asks"] | null {
  const isChange = has(parts, "changed", "add", "date");
  const isOfAll = (sort: Sort) => parts.some((part) => part.sort === sort && part.is === "all");
  if (!isChange && !has(parts, "commit", "often", "who")) return null;
  // Who changed most files did not need to do it most often.
  const isOfNumber = has(parts, "add") || (has(parts, "who") && has(parts, "file", "kind"));
  if (has(parts, "most")) return !isOfNumber && (isChange || has(parts, "commit", "who")) ? "most" : null;
  if (has(parts, "often")) return isChange || has(parts, "commit") ? "often" : null;
  const isOfOne = files.places.length > 0;
  const isOfCommits = !isChange || place(parts, "commit") < place(parts, "changed");
  if (has(parts, "commit") && isOfCommits && !has(parts, "who"))
    return isOfAll("commit") || latest !== null ? "commits" : null;
  if (has(parts, "when")) return isOfOne ? (has(parts, "add") ? "first" : "last") : null;
  if (has(parts, "who")) {
    // Whose something is says no history, unless it is of what is here.
    if (!isChange && !isOfOne && !has(parts, "root", "commit") && !isAlone(parts)) return null;
    if (has(parts, "add") && isOfOne) return "first";
    return isOfAll("who") ? "authors" : "last";
  }
  const isNarrow = who !== null || isTimed || latest !== null;
  if (has(parts, "polar") && !has(parts, "list", "count")) return isNarrow && isOfOne ? "any" : null;
  return isNarrow ? "files" : null;
}

/** Whether nothing is said but who, and of what repository: "who are the contributors?" */
function isAlone(parts: Parts): boolean {
  return parts.every(({ sort }) =>
    ["who", "idle", "list", "count", "polar", "within", "folder", "root"].includes(sort),
  );
}

/** "And when", "and by whom": what the answer tells in any case. */
function isBeside(parts: Parts, at: number): boolean {
  const near = [parts[at + 1], parts[at + 2]].map((part) => part?.sort);
  return parts[at]!.sort === "and" && near.some((sort) => sort === "who" || sort === "when");
}

function place(parts: Parts, sort: Sort): number {
  return parts.findIndex((part) => part.sort === sort);
}

/** Words for a time as one part each. */
function timed(parts: Parts): Parts {
  const found: Parts = [];
  for (let at = 0; at < parts.length; at++) {
    const time = timeAt(parts, at);
    if (time) found.push({ sort: "time", is: JSON.stringify(time.when), text: parts[at]!.text });
    else found.push(parts[at]!);
    at += time ? time.length - 1 : 0;
  }
  return found;
}

/** Who is named: behind a word for by, or beside the verb. Null where a name is neither that nor of files. */
function personIn(parts: Parts): { who: string | null; taken: number[] } | null {
  const free = parts.flatMap((part, at) => (isName(part) && isFree(part, parts, at) ? [at] : []));
  if (free.length === 0) return { who: null, taken: [] };
  // Whom "who wrote PEP 8" asks for is not named.
  if (has(parts, "who")) return null;
  const [first, last] = [free[0]!, free.at(-1)!];
  const isOne = last - first === free.length - 1 && free.length < 4;
  const before = parts.slice(0, first).findLast(isSaid)?.sort;
  const after = parts.slice(last + 1).find(isSaid)?.sort;
  const verbs: (string | undefined)[] = ["changed", "add", "commit"];
  // What "npm ci" changes is no history: somebody did it, or has done.
  const asking = parts.slice(0, first).findLast(({ sort }) => sort === "polar");
  const isPast = asking !== undefined && !/^(?:do|does)$/i.test(asking.text);
  const isAsked = before === "polar" && isPast && parts.slice(last).some(({ sort }) => verbs.includes(sort));
  const isWritten = free.every((at) => /^\p{Lu}/u.test(parts[at]!.text));
  // "Which PEPs were added" asks for no PEPs' doings.
  const isHead = ["list", "count"].includes(parts[first - 1]?.sort ?? "");
  const isBeside = isWritten && !isHead && [before, after].some((sort) => verbs.includes(sort));
  const by = parts[first - 1];
  // "By the committee" is by nobody who commits.
  const isBy = before === "by" && (isWritten || (by?.sort === "by" && by.is === "by"));
  if (!isOne || !(isBy || isAsked || isBeside)) return null;
  return { who: free.map((at) => parts[at]!.text).join(" "), taken: free };
}

/** Whether a name may be a person's: no path, no place, no sort of files. */
function isFree(part: Name, parts: Parts, at: number): boolean {
  return !isPath(part) && !isEnding(part) && !isPlaced(parts, at) && !/^\d+$/.test(part.text);
}

/** "The last 5 commits": how many of them. */
function latestIn(parts: Parts): { count: number; taken: number[] } | null {
  const at = parts.findIndex(({ sort }) => sort === "last");
  const [number, noun] = parts.slice(at + 1, at + 3);
  if (at < 0 || number === undefined) return null;
  if (number.sort === "commit") return { count: 1, taken: [] };
  const digits = isName(number) ? number.text : number.sort === "number" ? number.is : "";
  return /^\d{1,4}$/.test(digits) && noun?.sort === "commit" ? { count: Number(digits), taken: [at + 1] } : null;
}
