import type { Module } from "../facts/module.ts";
import { hashesIn, type Print, printAt, stretch } from "../facts/prints.ts";
import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

export type DuplicateRow = Source & { other: string; otherLines: number[]; tokens: number };

/** A hash that stands in more places says little, and would pair everything with everything. */
const most = 20;

/**
 * Stretches of tokens that stand in two places, names and all but literals alike, found by winnowed fingerprints (see `facts/prints.ts`);
 * each row is a run of shared ones, `tokens` the least number of tokens that it spans.
 */
export const duplicates = kernel<DuplicateRow>({
  name: "duplicates",
  means: "stretches of code that stand in two places",
  schema: rowOf({ other: "text", otherLines: "counts", tokens: "count" }),
  run(project) {
    const pairs = new Map<number, Shared>();
    const modules = [...project.modules.values()];
    for (const places of placesIn(modules)) {
      const all = places.map(({ file, index }) => ({ file, print: printAt(modules[file]!.prints, index) }));
      for (const [at, left] of all.entries())
        for (const right of all.slice(at + 1)) {
          if (left.file === right.file && right.print.at - left.print.at < stretch) continue;
          const key = left.file * modules.length + right.file;
          const known = pairs.get(key);
          const pair = { left: left.print, right: right.print };
          if (known) known.pairs.push(pair);
          else pairs.set(key, { left: modules[left.file]!.path, right: modules[right.file]!.path, pairs: [pair] });
        }
    }
    const rows = [...pairs.values()].flatMap(({ left, right, pairs }) =>
      withoutInner(runsOf(pairs).map((run) => rowFor(left, right, run))),
    );
    return { rows: worst(rows, ({ tokens }) => tokens), open: partly(project) };
  },
  tell: ({ other, otherLines, tokens }) => `${tokens} tokens also in ${other}:${otherLines[0]}`,
});

/** The number of a file among the modules, and of a print in it. */
type Place = { file: number; index: number };
type Pair = { left: Print; right: Print };
/** What two files share. */
type Shared = { left: string; right: string; pairs: Pair[] };

/** Hashes are counted first by so many of their last bits: most stand in one place alone, and need not be looked up. */
const buckets = 2 ** 22;

/** Where each hash stands that stands in several places, but not in many. */
function placesIn(modules: readonly Module[]): Place[][] {
  const counts = new Uint8Array(buckets);
  const hashes = modules.map(({ prints }) => hashesIn(prints));
  for (const all of hashes)
    for (const hash of all) {
      const at = hash % buckets;
      if (counts[at]! < 2) counts[at]!++;
    }
  const places = new Map<number, Place[]>();
  for (const [file, all] of hashes.entries())
    for (const [index, hash] of all.entries()) {
      if (counts[hash % buckets]! < 2) continue;
      const known = places.get(hash);
      if (known === undefined) places.set(hash, [{ file, index }]);
      else if (known.length <= most) known.push({ file, index });
    }
  return [...places.values()].filter(({ length }) => length > 1 && length <= most);
}

/** Pairs at the same distance, each not far behind the one before. */
function runsOf(pairs: Pair[]): Pair[][] {
  const sorted = pairs.toSorted((a, b) => a.right.at - a.left.at - (b.right.at - b.left.at) || a.left.at - b.left.at);
  const runs: Pair[][] = [];
  for (const pair of sorted) {
    const last = runs.at(-1)?.at(-1);
    const isNext =
      last && last.right.at - last.left.at === pair.right.at - pair.left.at && pair.left.at - last.left.at <= stretch;
    if (isNext) runs.at(-1)!.push(pair);
    else runs.push([pair]);
  }
  return runs;
}

function rowFor(path: string, other: string, run: Pair[]): DuplicateRow {
  const [first, last] = [run[0]!, run.at(-1)!];
  return {
    path,
    lines: [first.left.line, last.left.last],
    other,
    otherLines: [first.right.line, last.right.last],
    tokens: last.left.at - first.left.at + stretch,
  };
}

/** Of the rows of two files: a stretch that repeats itself is told once, by its longest run. */
function withoutInner(rows: DuplicateRow[]): DuplicateRow[] {
  const kept: DuplicateRow[] = [];
  const sorted = rows.toSorted((a, b) => b.tokens - a.tokens);
  for (const row of sorted) {
    const isInner = kept.some((each) => each.lines![0] <= row.lines![0] && each.lines![1] >= row.lines![1]);
    if (!isInner) kept.push(row);
  }
  return kept;
}
