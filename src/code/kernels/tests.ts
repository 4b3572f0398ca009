import { isTest } from "../../core/testfile.ts";
import type { Project } from "../facts/project.ts";
import { importGraph } from "./graph.ts";
import { kernel, partly, plural, rowOf, type Source, worst } from "./kernel.ts";
import { openings } from "./structure.ts";

/** `tests`: test files that import it themselves; `through`: those that reach it over others. What they run of it is not seen. */
export type TestRow = Source & { tests: string[]; through: string[]; lines_of_code: number };

/** Which test files import which sources: what no test reaches comes first, by its length. Coverage is measured by running, which this does not do. */
export const tests = kernel<TestRow>({
  name: "tests",
  means: "which test files import which sources, those that none reaches first",
  schema: rowOf({ tests: "texts", through: "texts", lines_of_code: "count" }),
  run(project) {
    const { certain } = importGraph(project);
    const found = new Map<string, { tests: Set<string>; through: Set<string> }>();
    const sources = [...project.modules.keys()].filter((path) => !isTest(path) && !/\.d\.[cm]?ts$/.test(path));
    for (const path of sources) found.set(path, { tests: new Set(), through: new Set() });
    for (const test of [...project.modules.keys()].filter(isTest)) {
      for (const path of [...certain.get(test)!, ...besides(test, project)]) found.get(path)?.tests.add(test);
      for (const path of reached(test, certain)) found.get(path)?.through.add(test);
    }
    const rows = [...found].map(([path, { tests: direct, through }]): TestRow => {
      const others = [...through].filter((test) => !direct.has(test));
      return {
        path,
        lines: null,
        tests: [...direct].sort(),
        through: others.sort(),
        lines_of_code: project.modules.get(path)!.code,
      };
    });
    const weight = ({ tests: direct, through, lines_of_code: lines }: TestRow) =>
      (direct.length > 0 ? 0 : through.length > 0 ? 1e7 : 2e7) + lines;
    return { rows: worst(rows, weight), open: [...partly(project), ...openings(project)] };
  },
  tell: ({ tests: direct, through }) =>
    direct.length > 0
      ? `${plural(direct.length, "test file")} import it`
      : through.length > 0
        ? "only reached through others"
        : "no test file reaches it",
});

/** In Go a test names no file that it is for: it stands beside the one of its name. */
function besides(test: string, { modules }: Project): string[] {
  if (!test.endsWith("_test.go")) return [];
  const named = `${test.slice(0, -"_test.go".length)}.go`;
  return modules.has(named) ? [named] : [];
}

function reached(from: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const ahead = [from];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop())
    for (const next of edges.get(node) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      ahead.push(next);
    }
  return found;
}
