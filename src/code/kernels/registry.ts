import type { Project, Skipped } from "../facts/project.ts";
import { cochange } from "./cochange.ts";
import { cohesion } from "./cohesion.ts";
import { dead } from "./dead.ts";
import { documentation } from "./documentation.ts";
import { duplicates } from "./duplicates.ts";
import { hotspots } from "./hotspots.ts";
import type { Earlier, Found, Kernel, Source } from "./kernel.ts";
import { manifests } from "./manifests.ts";
import { metrics } from "./metrics.ts";
import { recommendations } from "./recommendations.ts";
import { risk } from "./risk.ts";
import { scan } from "./scan.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";
import { tests } from "./tests.ts";
import { trend } from "./trend.ts";

/** Every kernel, in the order in which they are told. */
export const kernels = [
  recommendations,
  risk,
  security,
  hotspots,
  cochange,
  trend,
  metrics,
  cohesion,
  structure,
  dead,
  duplicates,
  tests,
  documentation,
  manifests,
  scan,
] as unknown as readonly Kernel[];

/** Whether one of the kernels called so uses the history. */
export function usesHistory(names: readonly string[]): boolean {
  return kernels.some(({ name, history }) => history && names.includes(name));
}

/** What a kernel found in a project. `skipped`: what was not read, or only in part; `open`: why it is not complete. */
export type Result = { rows: Source[]; complete: boolean; open: string[]; skipped: readonly Skipped[]; ms: number };

/** Runs kernels, each once, with those that they build on. `now` gives milliseconds, for how long each took. */
export function runKernels(project: Project, names: readonly string[], now: () => number): Record<string, Result> {
  const found = new Map<Kernel, Found & { ms: number }>();
  const before = ((kernel: Kernel): Found => {
    const known = found.get(kernel);
    if (known) return known;
    const began = now();
    const made = kernel.run(project, before as Earlier);
    found.set(kernel, { ...made, ms: Math.round(now() - began) });
    return made;
  }) as Earlier;
  const wanted = kernels.filter(({ name }) => names.includes(name));
  return Object.fromEntries(
    wanted.map((kernel) => {
      const { rows, open } = before(kernel);
      const { ms } = found.get(kernel)!;
      return [kernel.name, { rows, complete: open.length === 0, open, skipped: project.skipped, ms }];
    }),
  );
}
