import { hashesIn, type Print, printAt, stretch } from "../facts/prints.ts";
import type { Project } from "../facts/project.ts";
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
    const pairs: Pairs = { byFiles: new Map(), all: [] };
    for (const all of placesIn(project).values())
      for (const [at, left] of all.entries())
        for (const right of all.slice(at + 1)) {
          if (left.path === right.path && right.print.at - left.print.at < stretch) continue;
          pairsOf(pairs, left.path, right.path).push({ left: left.print, right: right.print });
        }
    const rows = pairs.all.flatMap(({ path, other, shared }) =>
      withoutInner(runsOf(shared).map((run) => rowFor(path, other, run))),
    );
    return { rows: worst(rows, ({ tokens }) => tokens), open: partly(project) };
  },
  tell: ({ other, otherLines, tokens }) => `${tokens} tokens also in ${other}:${otherLines[0]}`,
});

type Place = { path: string; print: Print };
type Pair = { left: Print; right: Print };

/** What two files share, by the one and the other; in the order in which they were found. */
type Pairs = {
  byFiles: Map<string, Map<string, Pair[]>>;
  all: { path: string; other: string; shared: Pair[] }[];
};

function pairsOf({ byFiles, all }: Pairs, path: string, other: string): Pair[] {
  const others = byFiles.get(path) ?? new Map<string, Pair[]>();
  byFiles.set(path, others);
  const known = others.get(other);
  if (known) return known;
  const shared: Pair[] = [];
  others.set(other, shared);
  all.push({ path, other, shared });
  return shared;
}

/** Where each hash stands that stands in several places, but not in many. */
function placesIn({ modules }: Project): Map<number, Place[]> {
  const counts = new Map<number, number>();
  for (const { prints } of modules.values())
    for (const [hash] of hashesIn(prints)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const places = new Map<number, Place[]>();
  for (const { path, prints } of modules.values())
    for (const [hash, index] of hashesIn(prints)) {
      const count = counts.get(hash)!;
      if (count < 2 || count > most) continue;
      const place = { path, print: printAt(prints, index) };
      const known = places.get(hash);
      if (known) known.push(place);
      else places.set(hash, [place]);
    }
  return places;
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
