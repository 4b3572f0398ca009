import { withoutBeside } from "../../language/beside.ts";
import { type FileSort, type Files, filesIn, isEnding, isPlaced, settled } from "../../language/files.ts";
import { does } from "../../language/grammar.ts";
import { isName, isPath, namesIn, type Part, type Placed, readIn, readTables } from "../../language/part.ts";

/**
 * A question for the function, or the type of the kind `of`, that has the most or the least of a measure: lines, parameters, or McCabe's cyclomatic
 * complexity; `first`: how many of the first are asked for. Or how much the one called `name` has, or the constructor of the type that is called so;
 * `taken`: only parameters that are taken so. `files` are those over which it ranges.
 */
export type RankQuestion = {
  by: "cyclomatic" | "lines" | "parameters";
  of: string;
  most: boolean;
  first: number;
  name: string | null;
  isConstructor: boolean;
  taken: string[];
  files: Files;
};

type Sort =
  | FileSort
  | "verb"
  | "root"
  | "lack"
  | "function"
  | "howmuch"
  | "type"
  | "number"
  | "first"
  | "constructor"
  | "taken";
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/ranks.json", ["most", "least", "howmuch", "first"]);

/** Reads a question for the first of functions, part by part. Null where a word of it is no part of one. Pure. */
export function readRank(question: string): RankQuestion | null {
  const bare = withoutBeside(question, "length");
  const found = bare === null ? null : read(bare);
  return found?.by === "lines" ? found : read(question);
}

function read(question: string): RankQuestion | null {
  return readIn(question, tables, (all) => {
    const parts = settled(all, ["function", "type"]);
    const numbers = numbersIn(parts);
    const found = namesIn(parts).filter(
      (name) =>
        !numbers.some(({ at }) => at === name.at) &&
        !isEnding(name) &&
        (!isPath(name) || method.test(name.text)) &&
        !isPlaced(parts, name.at),
    );
    const asked = is(parts, "howmuch");
    const ends = endsIn(parts);
    const types = is(parts, "type");
    const constructors = is(parts, "constructor");
    const isOne = asked.length === 1 && ends.length === 0 && found.length === 1 && numbers.length === 0;
    const isFirst = ends.length === 1 && asked.length === 0 && found.length === 0 && constructors.length === 0;
    const kinds = new Set([...is(parts, "function"), ...(isOne ? [] : types)].map((part) => part.is));
    // What is nested is not told apart from what stands at the top.
    if ((!isOne && !(isFirst && kinds.size === 1)) || is(parts, "count").length > 0 || is(parts, "top").length > 0)
      return null;
    const files = filesIn(parts, new Set([...found, ...numbers].map(({ at }) => at)));
    const by = measureOf(parts, (asked[0] ?? ends[0])!.is);
    if (files === null || files.own !== null || by === null) return null;
    const [of = "function"] = kinds;
    const taken = is(parts, "taken").map((part) => part.is);
    if ((of !== "function" && by !== "lines") || (taken.length > 0 && (by !== "parameters" || !isOne))) return null;
    const isConstructor = constructors.length > 0;
    if (isConstructor ? by === "cyclomatic" : isOne && types.length > 0) return null;
    // What has lines is a function that is said to be one, or written so; what has parameters here is nothing else, but for "the study".
    const isMeant = isOne && (isFunction(found[0]!, parts) || (by === "parameters" && !isCommon(found[0]!, parts)));
    if (by !== "cyclomatic" && isOne && !isConstructor && !isMeant) return null;
    const name = found[0]?.text.replace(/\(\)?$/, "") ?? null;
    const first = numbers[0]?.number ?? 1;
    return { by, of, most: ends[0]?.sort !== "least", first, name, isConstructor, taken, files };
  });
}

/** A method as it is written with its type: "Route.__init__". */
const method = /^\p{Lu}\w*\.\w+(?:\(\)?)?$/u;

/** Numbers that say how many of the first are asked for, each with its place. */
function numbersIn(parts: Parts): { number: number; at: number }[] {
  const isBeside = (at: number) =>
    [parts[at - 1], parts[at + 1]].some(
      (part) => part?.sort === "first" || part?.sort === "most" || part?.sort === "least",
    );
  return parts.flatMap((part, at) => {
    const text = part.sort === "number" ? part.is : isName(part) && !part.quoted ? part.text : "";
    const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    return number > 0 && isBeside(at) ? [{ number, at }] : [];
  });
}

/** What is first or last: by its own word, or by the measure beside "top". */
function endsIn(parts: Parts): { sort: string; is: string }[] {
  const ends = [...is(parts, "most"), ...is(parts, "least")];
  if (ends.length > 0 || is(parts, "first").length === 0) return ends;
  return is(parts, "measure").map((part) => ({ sort: "most", is: part.is }));
}

function is(parts: Parts, sort: Sort): { sort: string; is: string }[] {
  return parts.flatMap((part) => (part.sort === sort && "is" in part ? [part] : []));
}

/** Whether a word stands behind an article, or behind what says how parameters are: "which parameters are deprecated". */
function isCommon({ at }: Placed, parts: Parts): boolean {
  const before = parts[at - 1];
  return before?.sort === "idle" && does("article", before.text);
}

function isFunction(name: Placed, parts: Parts): boolean {
  const isMarked = [parts[name.at - 1], parts[name.at + 1]].some((part) => part?.sort === "function");
  return isMarked || name.quoted || /[_$.:]|\(\)?$|\p{Ll}\p{Lu}/u.test(name.text);
}

/** What is measured: what is named beside, where it doesn't say something else. */
function measureOf(parts: Parts, implied: string): RankQuestion["by"] | null {
  const named = new Set([implied, ...is(parts, "measure").map(({ is }) => is)]);
  return named.size === 1 ? (implied as RankQuestion["by"]) : null;
}
