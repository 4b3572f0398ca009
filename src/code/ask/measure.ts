import { type FileSort, type Files, filesIn, isEnding, settled } from "../../language/files.ts";
import { isName, isPath, namesIn, type Part, readIn, readTables, saidAfter, saidBefore } from "../../language/part.ts";
import { type Limit, limitsIn, numberIn } from "./limit.ts";
import { ofAll } from "./quantifier.ts";

/**
 * A question for rows of what kernels measured. `of`: functions, files, modules (files and folders), folders, or stretches that stand twice; `by`: the
 * column that they are put in order or averaged by, `order` which end of it, `first` how many; `flags` and `limits`: which of them are
 * meant; `names`: the ones that it is asked of; `how`: which, how many, if any, if all (then `flags` are those of which there may be none), the mean, the
 * share, how much one has, or whether the first has more or less than the other.
 */
export type MeasureQuestion = {
  of: "functions" | "files" | "modules" | "folders" | "duplicates";
  by: string | null;
  order: "most" | "least" | null;
  first: number;
  flags: string[];
  limits: Limit[];
  names: string[];
  files: Files;
  how: "list" | "count" | "any" | "all" | "average" | "share" | "value" | "compare";
};

type Sort =
  | (FileSort | "verb" | "root" | "lack" | "function" | "module" | "part" | "high" | "low" | "bad" | "good" | "more")
  | (
      | "less"
      | "not"
      | "than"
      | "limit"
      | "how"
      | "average"
      | "share"
      | "between"
      | "by"
      | "first"
      | "flag"
      | "twice"
      | "leading"
      | "beside"
      | "number"
    );
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/measures.json", ["by", "first", "flag"]);

/** Columns that are better the less there is of them: all but these. */
const better: ReadonlySet<string> = new Set(["maintainability"]);
const onlyFiles: ReadonlySet<string> = new Set("risk changes churn score duplicated".split(" "));
const coupled: ReadonlySet<string> = new Set("instability afferent efferent".split(" "));
const onlyFunctions: ReadonlySet<string> = new Set("nesting parameters".split(" "));
/** Columns whose name is a word of code alone. */
const ofCode: ReadonlySet<string> = new Set("cyclomatic cognitive nesting".split(" "));
const onlyFolders: ReadonlySet<string> = new Set("distance abstractness".split(" "));

/** Reads a question for what kernels measured, part by part. Null where a word of it is no part of one. Pure. */
export function readMeasure(question: string): MeasureQuestion | null {
  return readIn(question, tables, (all) => {
    const parts = negated(twice(placed(joined(settled(all, ["function"])))));
    const taken = new Set<number>();
    const limits = limitsIn(parts, taken);
    const first = firstIn(parts, taken);
    const end = endIn(parts, taken);
    if (limits === null || end === null) return null;
    const flags = wordsOf(parts, "flag");
    // "Do most functions have docstrings" puts them in no order.
    if (end.order !== null && end.by === null && limits.length === 0 && wordsOf(parts, "by").length === 0) return null;
    const bys = [...new Set(wordsOf(parts, "by"))];
    const by = end.by ?? (bys.length === 1 ? bys[0]! : null);
    if (bys.length > 1 || (end.by !== null && bys.length > 0 && bys[0] !== end.by)) return null;
    if ([...limits, { by }].some((each) => each.by?.startsWith("-"))) {
      if (limits.length > 0 || end.order === null) return null;
    }
    const compares = comparesIn(parts, taken);
    const column = by?.replace(/^-/, "") ?? limits[0]?.by ?? null;
    const how = askedHow(parts, { end, limits, flags, by, compares });
    if (how === null) return null;
    const names = namesOf(parts, how, taken);
    if (names === null) return null;
    const of = subjectOf(parts, [column, ...limits.map((each) => each.by)], how, names, taken);
    if (of === null || (of === "duplicates" && (limits.length > 0 || flags.length > 0))) return null;
    const files = filesIn(parts.map(plain), taken);
    if (files === null || files.own !== null || files.state !== null || files.bounds.length > 0) return null;
    // Files that no test imports are a question of imports alone.
    if (of === "files" && column === null && flags.every((flag) => flag.endsWith("untested"))) return null;
    // What is public is told by what is declared.
    if (of === "functions" && column === null && flags.every((flag) => flag.startsWith("visibility"))) return null;
    if (of !== "functions" && flags.some((flag) => !flag.endsWith("untested"))) return null;
    const turned = by?.startsWith("-") && end.order ? turn(end.order) : end.order;
    return ofAll({ of, by: column, order: turned, first, flags, limits, names, files, how }, all);
  });
}

type End = { order: "most" | "least" | null; by: string | null };

function turn(order: "most" | "least"): "most" | "least" {
  return order === "most" ? "least" : "most";
}

/** Which end of an order is asked for; null where several are. "Worst" is the end that its measure takes for it. */
function endIn(parts: Parts, taken: Set<number>): End | null {
  const firsts = parts.flatMap((part, at) => (part.sort === "first" ? [{ is: part.is, at }] : []));
  const ends = parts.flatMap((part, at) =>
    ["high", "leading", "low", "bad", "good"].includes(part.sort) ? [{ part, at }] : [],
  );
  for (const { at } of [...firsts, ...ends]) taken.add(at);
  if (firsts.length + ends.length > 1) {
    // "Top hotspots" are hotspots.
    const isTop = firsts.length === 1 && ends.length === 1 && ["leading", "bad"].includes(ends[0]!.part.sort);
    if (!isTop) return null;
  }
  const [first] = firsts;
  if (first) return { order: first.is.startsWith("-") ? "least" : "most", by: first.is.replace(/^-/, "") };
  const [end] = ends;
  if (!end) return { order: null, by: null };
  const { sort } = end.part;
  if (sort === "low") return { order: "least", by: null };
  if (sort === "high" || sort === "leading") return { order: "most", by: null };
  const measure = wordsOf(parts, "by")[0]?.replace(/^-/, "");
  const isLess = (sort === "bad") === better.has(measure ?? "");
  return { order: isLess ? "least" : "most", by: null };
}

/** How many of the first are asked for: a number beside a word for the end, or for what is asked for. */
function firstIn(parts: Parts, taken: Set<number>): number {
  const isBeside = (at: number) =>
    ["high", "leading", "low", "bad", "good", "first", "function", "module", "file", "kind", "part"].includes(
      parts[at]?.sort ?? "",
    );
  for (const [at, part] of parts.entries()) {
    const number = numberIn(part);
    const isFirst =
      isBeside(at + 1) ||
      parts[at + 1]?.sort === "by" ||
      ["high", "leading", "first"].includes(parts[at - 1]?.sort ?? "");
    if (number === null || taken.has(at) || !isFirst) continue;
    taken.add(at);
    return number;
  }
  return 1;
}

function comparesIn(parts: Parts, taken: Set<number>): "more" | "less" | null {
  const at = parts.findIndex((part, place) => ["more", "less"].includes(part.sort) && !taken.has(place));
  return at >= 0 && parts[at + 1]?.sort === "by" && parts.some(({ sort }) => sort === "than")
    ? (parts[at]!.sort as "more" | "less")
    : null;
}

type Told = { end: End; limits: Limit[]; flags: string[]; by: string | null; compares: "more" | "less" | null };

function askedHow(parts: Parts, { end, limits, flags, by, compares }: Told): MeasureQuestion["how"] | null {
  const has = (...sorts: Sort[]) => parts.some((part) => !isName(part) && sorts.includes(part.sort));
  const isNarrow = limits.length > 0 || flags.length > 0;
  if (compares !== null) return end.order === null && !isNarrow && by !== null ? "compare" : null;
  if (has("average")) return by !== null && end.order === null ? "average" : null;
  if (has("share")) return isNarrow && end.order === null ? "share" : null;
  if (has("how")) return by !== null && end.order === null && !isNarrow ? "value" : null;
  if (has("than", "more", "less")) return null;
  if (end.order !== null) return has("count") ? null : "list";
  if (isNarrow) return has("count") ? "count" : has("polar") ? "any" : "list";
  if (by === null) return null;
  if (by === "duplicated") return has("count") ? "count" : has("polar") ? "any" : "list";
  return "value";
}

/** What it is asked of by name; null where that is not one thing, or two that are compared. */
function namesOf(parts: Parts, how: MeasureQuestion["how"], taken: Set<number>): string[] | null {
  const names = namesIn(parts).filter((name) => !taken.has(name.at) && !isEnding(name));
  const wanted = how === "compare" ? 2 : how === "value" ? 1 : 0;
  const isJoint = parts.some(({ sort }) => sort === "between");
  if (isJoint && names.length > 0) return how === "list" && names.length === 2 ? take(names) : null;
  if (wanted === 0) return [];
  if (wanted === 2) return names.length === 2 ? take(names) : null;
  const [file, ...more] = names.filter(isPath);
  const functions = names.filter((name) => !isPath(name) || isMember(name.text));
  if (functions.length === 1) return take(functions);
  return functions.length === 0 && file && more.length === 0 ? take([file]) : null;

  function take(all: typeof names): string[] {
    for (const { at } of all) taken.add(at);
    return all.map(({ text }) => text.replace(/\(\)?$/, ""));
  }
}

function isMember(text: string): boolean {
  return /^\p{Lu}\w*\.\w+(?:\(\)?)?$/u.test(text);
}

function subjectOf(
  parts: Parts,
  columns: (string | null)[],
  how: MeasureQuestion["how"],
  names: string[],
  taken: Set<number>,
): MeasureQuestion["of"] | null {
  const has = (sort: Sort) => parts.some((part) => part.sort === sort);
  const all = new Set(columns.filter((each) => each !== null));
  const every = (of: ReadonlySet<string>) => all.size > 0 && [...all].every((each) => of.has(each));
  const folder = parts.findIndex((part, at) => part.sort === "folder" && isSubject(parts, at));
  if (folder >= 0) taken.add(folder);
  const isFile = has("file") || parts.some(({ sort }) => sort === "kind");
  if (every(new Set(["duplicated"])) && how !== "average" && !(isFile && parts.some(isEnd))) return "duplicates";
  if (how === "value" || how === "compare") {
    const files = names.filter((name) => isPath({ text: name }) && !isMember(name)).length;
    if (files > 0) return files === names.length && !every(onlyFunctions) && !all.has("length") ? "files" : null;
    const isWritten = has("function") || names.every((name) => /[_$.:]|\p{Ll}\p{Lu}/u.test(name));
    return every(ofCode) || (isWritten && all.has("maintainability")) ? "functions" : null;
  }
  // "Which file has the most undocumented functions" counts in files.
  const [first] = parts.filter(
    ({ sort }, at) => sort === "function" || sort === "file" || (sort === "kind" && parts[at + 1]?.sort !== "function"),
  );
  if (has("function") && first?.sort !== "function") return null;
  if (has("function")) return [...all].some((each) => onlyFiles.has(each) || coupled.has(each)) ? null : "functions";
  if (folder >= 0) return every(coupled) || every(onlyFolders) ? "folders" : null;
  if (every(onlyFolders)) return has("module") ? "folders" : null;
  if (has("module")) return every(coupled) ? "modules" : every(onlyFunctions) ? null : "files";
  if ([...all].some((each) => onlyFunctions.has(each))) return null;
  // How long files are is measured of all, not of code alone.
  if (isFile) return all.has("length") ? null : "files";
  if (has("part") && all.size === 0) return "functions";
  return has("part") || every(new Set(["score"])) ? (every(onlyFiles) ? "files" : null) : null;
}

function isEnd({ sort }: Part): boolean {
  return ["high", "leading", "low", "bad", "good", "first"].includes(sort);
}

/** "Which package is the least stable" asks for folders; "in the package" says where. */
function isSubject(parts: Parts, at: number): boolean {
  const before = saidBefore(parts, at)?.sort;
  const isBeside = [parts[at - 1], parts[at + 1]].some((part) => isName(part));
  return (
    !isBeside &&
    (before === undefined || ["list", "count", "each", "by", "first", "high", "leading", "low"].includes(before))
  );
}

function wordsOf(parts: Parts, sort: Sort): string[] {
  return parts.flatMap((part) => (part.sort === sort && "is" in part ? [part.is] : []));
}

/** "Under lib" is a place where no number follows. */
function placed(parts: Parts): Parts {
  return parts.map((part, at) =>
    part.sort !== "beside"
      ? part
      : numberIn(parts[at + 1]) === null
        ? { sort: "within", is: "within", text: part.text }
        : { ...part, sort: "limit" },
  );
}

/** "And" between two conditions says nothing; between two places it does. */
function joined(parts: Parts): Parts {
  const isCondition = (part: Part<Sort> | undefined) => part !== undefined && conditional.has(part.sort);
  return parts.map((part, at) => {
    const next = saidAfter(parts, at);
    return part.sort === "and" && isCondition(next) ? { sort: "idle", is: "idle", text: part.text } : part;
  });
}

const conditional: ReadonlySet<string> = new Set(
  "flag limit beside more less not lack high low bad good first".split(" "),
);

/** Code that is duplicated stands in two places; of files it is said that they are the same. */
function twice(parts: Parts): Parts {
  const isCode = parts.some(({ sort }) => sort === "part");
  return parts.map((part) =>
    part.sort !== "twice"
      ? part
      : isCode
        ? { ...part, sort: "by", is: "duplicated" }
        : { sort: "name", text: part.text, quoted: false },
  );
}

/** "Are not documented" is said of functions, not of places that are left out. */
function negated(parts: Parts): Parts {
  return parts.flatMap((part, at): Parts => {
    const isNot = (other: Part<Sort> | undefined) =>
      other?.sort === "but" || other?.sort === "not" || other?.sort === "lack";
    if (isNot(part) && parts[at + 1]?.sort === "flag") return [];
    if (part.sort !== "flag" || !isNot(parts[at - 1])) return [part];
    return [{ ...part, is: part.is.startsWith("-") ? part.is.slice(1) : `-${part.is}` }];
  });
}

const own: ReadonlySet<string> = new Set(
  "function module part high leading low bad good more less number twice beside than limit how average share between by first flag".split(
    " ",
  ),
);

/** What says nothing of which files are meant. */
function plain(part: Part<Sort>): Part {
  return own.has(part.sort) ? { sort: "idle", is: "idle", text: part.text } : part;
}
