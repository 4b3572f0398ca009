import { cohesion } from "./cohesion.ts";
import type { DifferenceRow } from "./difference.ts";
import { duplicates } from "./duplicates.ts";
import type { Kernel, Source } from "./kernel.ts";
import { plural } from "./kernel.ts";
import { manifests } from "./manifests.ts";
import { metrics } from "./metrics.ts";
import { risk } from "./risk.ts";
import { structure } from "./structure.ts";
import { tests } from "./tests.ts";

/** A figure that is told before and after: of what row, how it is said, and when it became worse. `touched`: of changed files alone, as it is relative to all others. */
type Figure = {
  kernel: Kernel;
  what(row: Source): string;
  key(row: Source): string;
  tell(row: Source): string | null;
  worse(before: Source, after: Source): boolean;
  touched: boolean;
};

function figure<Row extends Source>(
  kernel: Kernel<Row>,
  made: {
    what: string | ((row: Row) => string);
    key?: (row: Row) => string;
    tell: (row: Row) => string | null;
    worse?: (before: Row, after: Row) => boolean;
    touched?: boolean;
  },
): Figure {
  const { what, key = ({ path }) => path, tell, worse = () => false, touched = false } = made;
  const named = typeof what === "string" ? () => what : what;
  return { kernel, what: named, key, tell, worse, touched } as unknown as Figure;
}

const most = 15;

const all: readonly Figure[] = [
  figure(metrics, {
    what: ({ of }) => of,
    key: ({ name }) => name,
    tell: ({ cyclomatic, cognitive, length }) =>
      `cyclomatic ${cyclomatic}, cognitive ${cognitive ?? 0}, ${plural(length, "line")}`,
    worse: (before, after) => (after.cognitive ?? 0) > Math.max(before.cognitive ?? 0, most) && after.of !== "file",
    touched: true,
  }),
  figure(cohesion, {
    what: "cohesion",
    key: ({ name }) => name,
    tell: ({ lcom4 }) => `LCOM4 ${lcom4}`,
    worse: (before, after) => after.lcom4 > before.lcom4,
  }),
  figure(structure, {
    what: "coupling",
    tell: ({ what, afferent, efferent, instability }) =>
      what === "module"
        ? `${afferent} files import it, it imports ${efferent}, instability ${instability ?? "–"}`
        : null,
  }),
  figure(tests, {
    what: "tests",
    tell: ({ tests: direct }) =>
      direct.length > 0 ? `${plural(direct.length, "test file")} import it` : "no test file imports it",
    worse: (before, after) => before.tests.length > 0 && after.tests.length === 0,
  }),
  figure(risk, { what: "risk", tell: ({ risk: sum }) => `${sum} of 5`, touched: true }),
  figure(duplicates, {
    what: "duplicate",
    key: ({ other }) => other,
    tell: ({ other, tokens }) => `${tokens} tokens also in ${other}`,
  }),
  figure(manifests, {
    what: ({ what }) => what,
    key: ({ name, detail, value, what }) => (what === "author" ? value : `${name} ${detail}`),
    tell: ({ value, detail }) => (detail === "" ? value : `${value} (${detail})`),
  }),
];

/** The kernels whose figures are compared. */
export const figuredKernels: readonly Kernel[] = all.map(({ kernel }) => kernel);

type Found = Readonly<Record<string, { rows: readonly Source[] }>>;

/** Every figure that is another than before, where both have it; of functions and what manifests say, also what came and went. */
export function figuresOf(before: Found, after: Found, touched: ReadonlySet<string>): DifferenceRow[] {
  return all.flatMap((each) => {
    const [was, is] = [before, after].map((found) => byKey(each, found, touched)) as [Rows, Rows];
    const comes = each.kernel.name === "metrics" || each.kernel.name === "manifests";
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): DifferenceRow[] => {
      const [old, now] = [was.get(key), is.get(key)];
      if ((!old || !now) && !comes) return [];
      const [told, tells] = [old ? each.tell(old) : null, now ? each.tell(now) : null];
      if (told === tells) return [];
      const row = (now ?? old)!;
      const [what, name] = [each.what(row), nameOf(row)];
      // That a file came or went is told of the file.
      if (what === "file" && (!old || !now)) return [];
      const worse = old !== undefined && now !== undefined ? each.worse(old, now) : false;
      return [{ path: row.path, lines: now ? now.lines : null, what, name, before: told, after: tells, worse }];
    });
  });
}

type Rows = Map<string, Source>;

function byKey({ kernel, key, tell, what, touched: alone }: Figure, found: Found, touched: ReadonlySet<string>): Rows {
  const rows = found[kernel.name]!.rows.filter((row) => tell(row) !== null && (!alone || touched.has(row.path)));
  // Of several that are called alike, none is told from the others.
  const counts = new Map<string, number>();
  const place = (row: Source) => JSON.stringify([row.path, what(row), key(row)]);
  for (const row of rows) counts.set(place(row), (counts.get(place(row)) ?? 0) + 1);
  return new Map(rows.flatMap((row) => (counts.get(place(row)) === 1 ? [[place(row), row]] : [])));
}

function nameOf(row: Source & { name?: string }): string {
  return row.name ?? row.path;
}
