import { withoutBeside } from "../../language/beside.ts";
import { type FileSort, type Files, filesIn, isEnding, isPlaced, settled } from "../../language/files.ts";
import { isPath, namesIn, type Part, type Placed, readIn, readTables } from "../../language/part.ts";

/**
 * A question for the function that has the most or the least of a measure: lines, parameters, or McCabe's cyclomatic complexity; or how much the one
 * called `name` has. `files` are those over which it ranges.
 */
export type RankQuestion = {
  by: "cyclomatic" | "lines" | "parameters";
  most: boolean;
  name: string | null;
  files: Files;
};

type Sort = FileSort | "verb" | "root" | "lack" | "function" | "howmuch";
type Parts = Part<Sort>[];

const tables = readTables<Sort>("code/ranks.json", ["most", "least", "howmuch"]);

/** Reads a question for the first of functions, part by part. Null where a word of it is no part of one. Pure. */
export function readRank(question: string): RankQuestion | null {
  const bare = withoutBeside(question, "length");
  const found = bare === null ? null : read(bare);
  return found?.by === "lines" ? found : read(question);
}

function read(question: string): RankQuestion | null {
  return readIn(question, tables, (all) => {
    const parts = settled(all, ["function"]);
    const found = namesIn(parts).filter((name) => !isEnding(name) && !isPath(name) && !isPlaced(parts, name.at));
    const asked = is(parts, "howmuch");
    const ends = [...is(parts, "most"), ...is(parts, "least")];
    const isOne = asked.length === 1 && ends.length === 0 && found.length === 1;
    const isFirst = ends.length === 1 && asked.length === 0 && found.length === 0 && is(parts, "function").length > 0;
    // What is nested is not told apart from what stands at the top.
    if ((!isOne && !isFirst) || is(parts, "count").length > 0 || is(parts, "top").length > 0) return null;
    const files = filesIn(parts, new Set(found.map(({ at }) => at)));
    const by = measureOf(parts, (asked[0] ?? ends[0])!.is);
    if (files === null || files.own !== null || by === null) return null;
    // What is measured is a function that is said to be one, or written so: "the parameters of the study" are of none.
    if (by !== "cyclomatic" && isOne && !isFunction(found[0]!, parts)) return null;
    const name = found[0]?.text.replace(/\(\)?$/, "") ?? null;
    return { by, most: ends[0]?.sort !== "least", name, files };
  });
}

function is(parts: Parts, sort: Sort): { sort: string; is: string }[] {
  return parts.flatMap((part) => (part.sort === sort && "is" in part ? [part] : []));
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
