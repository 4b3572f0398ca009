import { isTest } from "../../core/testfile.ts";
import { hotspots } from "./hotspots.ts";
import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";
import { metrics } from "./metrics.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";
import { tests } from "./tests.ts";

/** Each part from 0 to 1, a share of the greatest in the folder; `risk` their sum, from 0 to 5. `null` where nothing tells. */
export type RiskRow = Source & {
  complexity: number;
  changes: number | null;
  coupling: number;
  untested: number;
  exposure: number;
  risk: number;
  why: string;
};

/**
 * Where a change is likeliest to go wrong unseen: complexity, how often it changed, how many files rest on it, whether no test reaches it, what
 * the security kernel saw in it. An order among the files of a folder, no probability: each part is relative to the greatest here.
 */
export const risk = kernel<RiskRow>({
  name: "risk",
  history: true,
  means:
    "files by complexity, changes, files that rest on them, missing tests and what security saw, each relative to the greatest here",
  schema: rowOf({
    complexity: "number",
    changes: "number?",
    coupling: "number",
    untested: "number",
    exposure: "number",
    risk: "number",
    why: "text",
  }),
  run(project, before) {
    const hot = new Map(before(hotspots).rows.map((row) => [row.path, row.changes]));
    const files = new Map(
      before(metrics).rows.flatMap((row) => (row.of === "file" ? [[row.path, row.cognitive ?? 0]] : [])),
    );
    const used = new Map(
      before(structure).rows.flatMap((row) => (row.what === "file" ? [[row.path, row.afferent]] : [])),
    );
    const reached = new Map(before(tests).rows.map((row) => [row.path, row]));
    const seen = new Map<string, number>();
    for (const { path, test } of before(security).rows) if (!test) seen.set(path, (seen.get(path) ?? 0) + 1);
    const greatest = new Map(
      [files, hot, used, seen].map((values) => [values, [...values.values()].reduce((a, b) => Math.max(a, b), 0)]),
    );
    const share = (values: Map<string, number>, path: string) => part(values.get(path) ?? 0, greatest.get(values)!);
    const hasHistory = project.history.commits !== null;
    const rows = [...files.keys()].flatMap((path): RiskRow[] => {
      const test = reached.get(path);
      if (isTest(path) || test === undefined) return [];
      const complexity = share(files, path);
      const changes = hasHistory ? share(hot, path) : null;
      const coupling = share(used, path);
      // An untested file is the riskier the more there is in it.
      const untested = test.tests.length > 0 ? 0 : rounded((test.through.length > 0 ? 0.5 : 1) * Math.sqrt(complexity));
      const exposure = share(seen, path);
      const sum = rounded(complexity + (changes ?? 0) + coupling + untested + exposure);
      return [
        {
          path,
          lines: null,
          complexity,
          changes,
          coupling,
          untested,
          exposure,
          risk: sum,
          why: reasons({ complexity, changes, coupling, untested, exposure }),
        },
      ];
    });
    return {
      rows: worst(rows, (row) => row.risk),
      open: [...partly(project), ...(hasHistory ? [] : before(hotspots).open)],
    };
  },
  tell: ({ risk: sum, why }) => `${sum} of 5 (${why})`,
});

function part(value: number, greatest: number): number {
  return greatest === 0 ? 0 : rounded(value / greatest);
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

function reasons(parts: Record<string, number | null>): string {
  const all = Object.entries(parts).filter((each): each is [string, number] => (each[1] ?? 0) >= 0.3);
  return (
    all
      .sort((a, b) => b[1] - a[1])
      .map(([name, value]) => `${name} ${value}`)
      .join(", ") || "nothing stands out"
  );
}
