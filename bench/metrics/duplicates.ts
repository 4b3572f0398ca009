import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Project } from "../../src/code/facts/project.ts";
import type { DuplicateRow } from "../../src/code/kernels/duplicates.ts";
import { runKernels } from "../../src/code/kernels/registry.ts";

/** Stretches that stand twice: how many one tells, and how many of them the other tells as well, at least in part. */
export type Duplicates = { theirs: number; found: number; ours: number; known: number; examples: string[] };

export function noDuplicates(): Duplicates {
  return { theirs: 0, found: 0, ours: 0, known: 0, examples: [] };
}

type Part = { path: string; first: number; last: number };
type Side = { name: string; startLoc: { line: number }; endLoc: { line: number } };

/** Tokens from which both tell a stretch. */
const least = 60;

/** Compares the duplicates of a folder with those of jscpd, of at least so many tokens. */
export function compareDuplicates(folder: string, project: Project, tools: string, into: Duplicates): void {
  const output = mkdtempSync(join(tmpdir(), "ergo-jscpd-"));
  const jscpd = join(tools, "node_modules/jscpd/bin/jscpd");
  const paths = [...project.modules.keys()];
  const ignore = "**/node_modules/**,**/dist/**,**/vendor/**,**/testdata/**,**/*.d.ts,**/*.d.cts,**/*.d.mts";
  const args = [jscpd, "--reporters", "json", "--output", output, "--min-tokens", String(least), "--silent"];
  execFileSync(process.execPath, [...args, "--max-size", "1mb", "--max-lines", "100000", "--ignore", ignore, folder]);
  const { duplicates } = JSON.parse(readFileSync(join(output, "jscpd-report.json"), "utf8")) as {
    duplicates: { firstFile: Side; secondFile: Side }[];
  };
  rmSync(output, { recursive: true });
  const part = ({ name, startLoc, endLoc }: Side): Part => {
    const path = relative(folder, join("/", relative("/", name)));
    return { path, first: startLoc.line, last: endLoc.line };
  };
  const theirs = duplicates
    .map(({ firstFile, secondFile }) => [part(firstFile), part(secondFile)] as const)
    .filter((pair) => pair.every(({ path }) => paths.includes(path)));
  const rows = runKernels(project, ["duplicates"], () => 0).duplicates!.rows as DuplicateRow[];
  const ours = rows
    .filter(({ tokens, path, other }) => tokens >= least && ![path, other].some((each) => /\.d\.[cm]?ts$/.test(each)))
    .map(({ path, lines, other, otherLines: [first, last] }) => {
      const here = { path, first: lines![0], last: lines![1] };
      return [here, { path: other, first: first!, last: last! }] as const;
    });
  into.theirs += theirs.length;
  into.ours += ours.length;
  const lost = theirs.filter((pair) => !ours.some((other) => meet(pair, other)));
  into.found += theirs.length - lost.length;
  into.known += ours.filter((pair) => theirs.some((other) => meet(pair, other))).length;
  for (const pair of lost.slice(0, 3))
    into.examples.push(pair.map(({ path, first, last }) => `${path}:${first}-${last}`).join(" and "));
}

type Pair = readonly [Part, Part];

function meet([a, b]: Pair, [c, d]: Pair): boolean {
  const overlaps = (one: Part, other: Part) =>
    one.path === other.path && one.first <= other.last && other.first <= one.last;
  return (overlaps(a, c) && overlaps(b, d)) || (overlaps(a, d) && overlaps(b, c));
}
