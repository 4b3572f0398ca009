import { isTest } from "../../core/testfile.ts";
import { type DuplicateRow, duplicates } from "./duplicates.ts";
import { hotspots } from "./hotspots.ts";
import type { Kernel, Source } from "./kernel.ts";
import { metrics } from "./metrics.ts";
import { risk } from "./risk.ts";
import { scan } from "./scan.ts";
import { type StructureRow, structure } from "./structure.ts";
import { type TestRow, tests } from "./tests.ts";

/** What a row of a table says, by column; null where nothing tells. `test`: whether its file is one of tests. */
export type Unit = Source & { name: string; test: boolean; [column: string]: unknown };
/** What a table is of. */
export const tables = ["functions", "files", "folders"] as const;
export type Table = (typeof tables)[number];

// biome-ignore lint/suspicious/noExplicitAny: rows of every kernel are put side by side.
type Rows = readonly any[];
type Column = { kernel: Kernel; of: readonly Table[] };

const own = metrics as unknown as Kernel;
const column = (kernel: unknown, ...of: Table[]): Column => ({ kernel: kernel as Kernel, of });

/** The columns of the tables, by the kernel that measures them. A function is `untested` where no test reaches its file. */
const columns: Readonly<Record<string, Column>> = {
  cyclomatic: column(own, "functions", "files"),
  cognitive: column(own, "functions", "files"),
  nesting: column(own, "functions"),
  parameters: column(own, "functions"),
  length: column(own, "functions", "files"),
  volume: column(own, "functions", "files"),
  maintainability: column(own, "functions", "files"),
  worst: column(own, "files"),
  documented: column(scan, "functions"),
  visibility: column(scan, "functions"),
  untested: column(tests, "functions", "files"),
  risk: column(risk, "files"),
  score: column(hotspots, "files"),
  changes: column(hotspots, "files"),
  churn: column(hotspots, "files"),
  duplicated: column(duplicates, "files"),
  afferent: column(structure, "files", "folders"),
  efferent: column(structure, "files", "folders"),
  instability: column(structure, "files", "folders"),
  abstractness: column(structure, "folders"),
  distance: column(structure, "folders"),
};

/** The kernels that a table with some columns is made of. */
export function kernelsOf(table: Table, asked: readonly string[]): Kernel[] {
  const base = (table === "folders" ? structure : metrics) as unknown as Kernel;
  return [...new Set([base, ...asked.flatMap((name) => columns[name]?.kernel ?? [])])];
}

/** A table of what kernels found in the same project: one row for each function, file or folder, with all that those of them measured that were run. */
export function tableOf(table: Table, found: Readonly<Record<string, { rows: Rows }>>): Unit[] {
  const rows = (name: string): Rows => found[name]?.rows ?? [];
  if (table === "folders")
    return rows("structure").flatMap(({ what, ...row }) =>
      what === "module" ? [{ ...row, name: row.path || ".", test: row.files.every(isTest) }] : [],
    );
  const reached = new Map(rows("tests").map((row: TestRow) => [row.path, row.tests.length + row.through.length]));
  const untested = (path: string) => (reached.has(path) ? reached.get(path) === 0 : null);
  if (table === "functions") {
    const told = new Map(rows("scan").map((row) => [placeOf(row, fullOf(row)), row]));
    // One of several forms of a function tells of all.
    const documented = new Set(rows("scan").flatMap((row) => (row.documented ? [`${row.path} ${fullOf(row)}`] : [])));
    return rows("metrics").flatMap((row): Unit[] => {
      if (row.of === "file") return [];
      const scanned = told.get(placeOf(row, row.name));
      const visibility = scanned?.visibility ?? null;
      const isTold = scanned ? documented.has(`${row.path} ${row.name}`) : null;
      return [{ ...row, test: isTest(row.path), documented: isTold, visibility, untested: untested(row.path) }];
    });
  }
  const worst = new Map<string, number>();
  for (const { path, of, cyclomatic } of rows("metrics"))
    if (of !== "file") worst.set(path, Math.max(worst.get(path) ?? 1, cyclomatic));
  const by = (all: Rows) => new Map(all.map((row) => [row.path, row]));
  const [risks, hot] = [by(rows("risk")), by(rows("hotspots"))];
  const structured = by(rows("structure").filter(({ what }: StructureRow) => what === "file"));
  const twice = duplicatedIn(rows("duplicates"));
  return rows("metrics").flatMap((row): Unit[] => {
    const { path, of } = row;
    if (of !== "file") return [];
    const { score, changes, churn } = hot.get(path) ?? (hot.size > 0 ? { score: 0, changes: 0, churn: 0 } : none);
    const { afferent = null, efferent = null, instability = null } = structured.get(path) ?? {};
    const edges = { afferent, efferent, instability };
    const own = { worst: worst.get(path) ?? 1, untested: untested(path), risk: risks.get(path)?.risk ?? null };
    const duplicated = found.duplicates ? (twice.get(path) ?? 0) : null;
    return [{ ...row, test: isTest(path), ...own, ...edges, score, changes, churn, duplicated }];
  });
}

const none = { score: null, changes: null, churn: null };

function placeOf({ path, lines }: Source, name: string): string {
  return `${path}:${lines?.[0]} ${name}`;
}

function fullOf({ name, parent }: { name: string; parent: string | null }): string {
  return parent === null ? name : `${parent}.${name}`;
}

/** How many lines of each file stand in another place too, each counted once. */
function duplicatedIn(rows: readonly DuplicateRow[]): Map<string, number> {
  const lines = new Map<string, Set<number>>();
  const mark = (path: string, [first = 1, last = first]: readonly number[]) => {
    const known = lines.get(path) ?? new Set();
    lines.set(path, known);
    for (let line = first; line <= last; line++) known.add(line);
  };
  for (const { path, lines: own, other, otherLines } of rows) {
    mark(path, own ?? []);
    mark(other, otherLines);
  }
  return new Map([...lines].map(([path, all]) => [path, all.size]));
}
