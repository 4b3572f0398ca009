import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DeadRow } from "../../src/code/kernels/dead.ts";
import { importGraph, reversed } from "../../src/code/kernels/graph.ts";
import { runKernels } from "../../src/code/kernels/registry.ts";
import { readFolder } from "../code/ours.ts";

/**
 * What nothing takes of a source folder by its entry `src/index.ts`: files, and exports of the other files. `chained`: what only files take
 * that knip holds for unused as well; Ergo tells the first of such a chain. `partial`: what stands in files that Ergo reads only in part.
 */
export type Unused = Record<"files" | "exports", Sides>;
type Sides = { both: number; ours: number; theirs: number; chained: number; partial: number; examples: string[] };

export function noUnused(): Unused {
  const none = () => ({ both: 0, ours: 0, theirs: 0, chained: 0, partial: 0, examples: [] });
  return { files: none(), exports: none() };
}

type Named = { name: string }[];
type Report = { issues: { file: string; files: Named; exports: Named; types: Named }[] };

/** Compares a package's sources with what knip says of them. */
export async function compareUnused(folder: string, tools: string, place: string, into: Unused): Promise<void> {
  if (!existsSync(join(folder, "src/index.ts"))) return;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  cpSync(join(folder, "src"), join(place, "src"), { recursive: true });
  writeFileSync(join(place, "package.json"), '{"name":"measured","type":"module","main":"src/index.ts"}\n');
  const knip = join(tools, "node_modules/knip/bin/knip.js");
  const args = [knip, "--reporter", "json", "--include", "files,exports,types", "--no-exit-code"];
  const { issues } = JSON.parse(execFileSync(process.execPath, args, { cwd: place, encoding: "utf8" })) as Report;
  const project = await readFolder(place);
  const rows = runKernels(project, ["dead"], () => 0).dead!.rows as DeadRow[];
  const gone = issues.flatMap(({ files }) => files.map(({ name }) => name));
  const isLeft = (path: string) => !gone.includes(path);
  const files = rows.filter(({ what }) => what === "file").map(({ path }) => path);
  const exported = (of: DeadRow[]) =>
    of.filter(({ what, path }) => what === "export" && isLeft(path)).map(({ path, name }) => `${path} ${name}`);
  const theirs = issues.flatMap(({ file, exports, types }) =>
    [...exports, ...types].filter(() => isLeft(file)).map(({ name }) => `${file} ${name}`),
  );
  const importers = reversed(importGraph(project).certain);
  const isChained = (named: string) => [...(importers.get(named.split(" ")[0]!) ?? [])].some((path) => !isLeft(path));
  const isPartial = (named: string) => project.modules.get(named.split(" ")[0]!)?.partial !== false;
  add(files, gone, { isChained, isPartial }, into.files);
  add(exported(rows), theirs, { isChained, isPartial }, into.exports);
}

const shown = 12;

type Known = Record<"isChained" | "isPartial", (named: string) => boolean>;

function add(ours: string[], theirs: string[], { isChained, isPartial }: Known, into: Sides): void {
  const [mine, other] = [new Set(ours), new Set(theirs)];
  into.both += mine.intersection(other).size;
  const more = [...mine.difference(other)];
  const [chained, rest] = split([...other.difference(mine)], isChained);
  const [partial, less] = split(rest, isPartial);
  into.ours += more.length;
  into.theirs += less.length;
  into.chained += chained.length;
  into.partial += partial.length;
  for (const [side, some] of Object.entries({ ours: more, theirs: less }))
    for (const each of some.slice(0, 4)) if (into.examples.length < shown) into.examples.push(`${side}: ${each}`);
}

function split(all: string[], fits: (each: string) => boolean): [string[], string[]] {
  return [all.filter(fits), all.filter((each) => !fits(each))];
}
