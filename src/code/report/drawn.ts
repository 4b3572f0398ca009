import { posix } from "node:path";
import type { Source } from "../kernels/kernel.ts";
import { advised, type MetricRow } from "../kernels/metrics.ts";
import type { StructureRow } from "../kernels/structure.ts";
import { tableOf } from "../kernels/table.ts";
import type { TestRow } from "../kernels/tests.ts";

/**
 * What a map of source files shows of one: its lines of code, the cyclomatic complexity of its most complex function and of all, and what else
 * was measured, else null; `used`: how many files import it.
 */
type Area = {
  path: string;
  lines: number;
  complexity: number;
  total: number;
  maintainability: number;
  risk: number | null;
  changes: number | null;
  used: number | null;
  test: boolean;
};

/** How many files of the one folder import one of the other, by the places of both in `names`: the bottom layer first. */
type Folders = { names: string[]; counts: number[][] };

/** A number that a report begins with, what it counts, and the part of the page that tells more. */
type Figure = { number: number; of: string; to: string };

/** What a report draws, of all rows of its kernels. */
export type Drawn = { figures: Figure[]; areas: Area[]; folders: Folders };

/** Folders that are told at most: those with the most files. */
const most = 18;

type Kernels = Readonly<Record<string, { rows: readonly Source[] }>>;

/** What a page draws of what kernels found; nothing of those that were not asked for. */
export function drawnOf(kernels: Kernels): Drawn {
  const rows = <Row extends Source>(name: string) => (kernels[name]?.rows ?? []) as readonly Row[];
  const structure = rows<StructureRow>("structure");
  const metrics = rows<MetricRow>("metrics");
  const areas = areasOf(kernels);
  const lines = (of: Area[]) => of.reduce((sum, each) => sum + each.lines, 0);
  const figures: Figure[] = [
    { number: lines(areas.filter(({ test }) => !test)), of: "lines of code, tests aside", to: "metrics" },
    { number: lines(areas.filter(({ test }) => test)), of: "lines of code in tests", to: "tests" },
    {
      number: metrics.filter(({ of, cyclomatic }) => of !== "file" && cyclomatic > advised.cyclomatic).length,
      of: `functions with a complexity above ${advised.cyclomatic}`,
      to: "metrics",
    },
    { number: structure.filter(({ what }) => what === "cycle").length, of: "cycles of imports", to: "structure" },
    {
      number: rows<TestRow>("tests").filter(({ tests, through }) => tests.length + through.length === 0).length,
      of: "files that no test reaches",
      to: "tests",
    },
    { number: rows("duplicates").length, of: "stretches that stand in two places", to: "duplicates" },
    { number: rows("security").length, of: "places for a look at security", to: "security" },
  ];
  return { figures: figures.filter(({ to }) => to in kernels), areas, folders: foldersOf(structure) };
}

function areasOf(kernels: Kernels): Area[] {
  const areas = tableOf("files", kernels).map(
    ({ path, length, worst, cyclomatic, maintainability, risk, changes, afferent, test }) =>
      ({
        ...{ path, lines: length, complexity: worst, total: cyclomatic, maintainability },
        ...{ risk, changes, used: afferent, test },
      }) as Area,
  );
  return areas.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1));
}

function foldersOf(rows: readonly StructureRow[]): Folders {
  const names = rows
    .filter(({ what }) => what === "module")
    .sort((a, b) => b.files.length - a.files.length)
    .slice(0, most)
    .sort((a, b) => a.layer - b.layer || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
  const place = new Map(names.map((name, at) => [name, at]));
  const counts = names.map(() => names.map(() => 0));
  const folder = (path: string) => (posix.dirname(path) === "." ? "" : posix.dirname(path));
  for (const { what, path, imports } of rows) {
    const from = place.get(folder(path));
    if (what !== "file" || from === undefined) continue;
    for (const to of imports) {
      const into = place.get(folder(to));
      if (into !== undefined && from !== into) counts[from]![into]!++;
    }
  }
  return { names, counts };
}
