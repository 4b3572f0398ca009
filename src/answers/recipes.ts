import type { Amount } from "../proof/predicate.ts";
import { type Asking, type Found, fill, quote, stated } from "./asking.ts";
import { data } from "./data.ts";
import { average, modified, same, size, truth } from "./facts.ts";
import type { Filter, Named } from "./filter.ts";
import { folders, fullest, holders } from "./folders.ts";
import { type Bound, bounds, type Compared, gap, outweigh } from "./gaps.ts";
import { lineAt } from "./lines.ts";
import { type Comparing, isExtreme, rankFiles } from "./ranks.ts";
import { isUnresolved, resolve, type Unresolved } from "./resolve.ts";
import { allFiles, countFiles, groups, listFiles, more, twins } from "./sets.ts";
import { mentions, places, tally } from "./texts.ts";

/** What a name in a slot means: a filter of files or folders, or one file. */
type Names = "files" | "folders" | "file";

/** What fills the slots of all recipes, every name in it a path of the folder. */
export type Filled = {
  files: Filter;
  claim: Filter;
  folders: Filter;
  text: Filter;
  file: string;
  path: Named;
  one: Filter & string;
  other: Filter & string;
  rank: Comparing;
  count?: number;
  nth?: number;
  asked: "which" | "more" | "fewer";
  unit: "lines" | "times" | "file";
  bound: Bound;
  line: number;
  none: boolean;
  measure: Amount;
  by: Compared;
};

/**
 * A question with a hole: the slots whose words are looked up in the folder, and what measures the hole and says the claim that fills it; null
 * where the folder shows that something else was meant.
 */
export type Recipe = {
  links: Partial<Record<keyof Filled, Names>>;
  run(asking: Asking, slots: Filled): Promise<Found | Unresolved | null>;
};

const ofFiles = { files: "files" } as const;
const ofTwo = { one: "files", other: "files" } as const;

/** What answers each sort of exact question. */
export const recipes: Record<string, Recipe> = {
  "count-files": { links: ofFiles, run: (asking, { files }) => countFiles(asking, files) },
  "list-files": { links: ofFiles, run: (asking, { files }) => listFiles(asking, files) },
  "any-file": { links: ofFiles, run: (asking, { files }) => listFiles(asking, files) },
  "all-files": {
    links: { ...ofFiles, claim: "folders" },
    run: (asking, { files, claim }) => allFiles(asking, files, claim),
  },
  "duplicate-files": { links: ofFiles, run: (asking, { files }) => twins(asking, files) },
  "file-types": { links: ofFiles, run: (asking, { files }) => groups(asking, files) },
  "count-lines-with": { links: ofFiles, run: (asking, { text, files, unit }) => tally(asking, text, files, unit) },
  "find-text": { links: ofFiles, run: (asking, { text, files }) => places(asking, text, files) },
  "file-contains": { links: { file: "file" }, run: (asking, { file, text }) => truth(asking, file, text) },
  "line-text": { links: { file: "file" }, run: (asking, { file, line }) => lineAt(asking, file, line) },
  "rank-files": {
    links: ofFiles,
    run: (asking, { files, rank, count = null, nth = null }) => rankFiles(asking, files, rank, count, nth),
  },
  "most-mentions": { links: ofFiles, run: (asking, { text, files, unit }) => mentions(asking, text, files, unit) },
  "is-extreme": {
    links: { ...ofFiles, file: "file" },
    run: (asking, { file, files, rank }) => isExtreme(asking, file, files, rank),
  },
  size: { links: ofFiles, run: (asking, { files, measure }) => size(asking, files, measure) },
  average: { links: ofFiles, run: (asking, { files, measure }) => average(asking, files, measure) },
  modified: { links: { file: "file" }, run: (asking, { file }) => modified(asking, file) },
  "file-exists": { links: {}, run: (asking, { path }) => find(asking, path) },
  "compare-files": {
    links: { one: "file", other: "file" },
    run: (asking, { one, other, rank }) => outweigh(asking, { file: { name: one } }, { file: { name: other } }, rank),
  },
  "same-content": {
    links: { one: "file", other: "file" },
    run: (asking, { one, other }) => same(asking, one, other),
  },
  "compare-counts": { links: ofTwo, run: (asking, { one, other, asked }) => more(asking, one, other, asked) },
  difference: { links: ofTwo, run: (asking, { one, other, by }) => gap(asking, one, other, by) },
  "compare-folders": { links: ofTwo, run: (asking, { one, other, rank }) => outweigh(asking, one, other, rank) },
  "count-bounds": { links: ofFiles, run: (asking, { files, bound }) => bounds(asking, files, bound) },
  "count-folders": { links: { folders: "folders" }, run: (asking, { folders: some }) => folders(asking, some, false) },
  "list-folders": { links: { folders: "folders" }, run: (asking, { folders: some }) => folders(asking, some, true) },
  "any-folder": { links: { folders: "folders" }, run: (asking, { folders: some }) => folders(asking, some, true) },
  "fullest-folder": { links: ofFiles, run: (asking, { files, rank }) => fullest(asking, files, rank.order) },
  "folders-holding": { links: ofFiles, run: (asking, { files, none }) => holders(asking, files, none) },
};

/** Whether there is a file, or else a folder, of a name, and where. */
async function find(asking: Asking, named: Named): Promise<Found | Unresolved> {
  const say = asking.says;
  const resolved = resolve({ file: named }, asking.universe, data().kinds);
  if (!isUnresolved(resolved)) {
    const path = "file" in resolved ? resolved.file.name : (resolved as { in: Named }).in.name;
    const sentence = fill(say.yes, { path: "file" in resolved ? path : `${path}/` });
    return stated(sentence, `exists(${quote(path)})`);
  }
  if (resolved.meaning.is !== "many" || resolved.what === "folder") return resolved;
  const { paths } = resolved.meaning;
  const sentence = fill(say.many, { n: paths.length, name: named.name });
  return stated(sentence, paths.map((path) => `exists(${quote(path)})`).join(" and "), { list: paths });
}
