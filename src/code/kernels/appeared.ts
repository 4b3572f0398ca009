import { dead } from "./dead.ts";
import { documentation } from "./documentation.ts";
import { duplicates } from "./duplicates.ts";
import type { Kernel, Source } from "./kernel.ts";
import { isComplex, metrics } from "./metrics.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";

/** Rows of a kernel that say that something is wrong, and what tells one of a file from the others, whatever its line. */
type Watched = { kernel: Kernel; counts(row: Source): boolean; key(row: Source): string };

function watched<Row extends Source>(
  kernel: Kernel<Row>,
  key: (row: Row) => string,
  counts: (row: Row) => boolean = () => true,
): Watched {
  return { kernel, counts, key } as unknown as Watched;
}

/** What is told of in a comparison where it came or went, the gravest first. */
const all: readonly Watched[] = [
  watched(
    structure,
    ({ what, files, imports }) =>
      `${what} ${[...files].sort().join(" ")} ${what === "unresolved import" ? imports[0] : ""}`,
    ({ what }) => what === "unresolved import" || what.endsWith("cycle"),
  ),
  watched(security, ({ what, pattern, given }) => `${what} ${pattern} ${given}`),
  watched(
    documentation,
    ({ what, claim }) => `${what} ${claim}`,
    ({ found }) => !found,
  ),
  watched(
    metrics,
    ({ name }) => name,
    (row) => isComplex(row),
  ),
  watched(
    dead,
    ({ what, name }) => `${what} ${name}`,
    ({ sure }) => sure,
  ),
  watched(duplicates, ({ other }) => other),
];

/** The kernels that are compared by their rows. */
export const watchedKernels: readonly Kernel[] = all.map(({ kernel }) => kernel);

type Found = Readonly<Record<string, { rows: readonly Source[] }>>;

/** Rows of a kernel that are in the one and not in the other; of several that are alike, as many as there are more, the last. */
export type Appeared = { kernel: Kernel; rows: Source[] };

/** What kernels say is wrong now and did not before; turned around, what is right again. */
export function appeared(before: Found, after: Found): Appeared[] {
  return all.map(({ kernel, counts, key }) => {
    const known = new Map<string, number>();
    const place = (row: Source) => `${row.path} ${key(row)}`;
    for (const row of before[kernel.name]!.rows.filter(counts)) known.set(place(row), (known.get(place(row)) ?? 0) + 1);
    const rows = after[kernel.name]!.rows.filter((row) => {
      if (!counts(row)) return false;
      const left = known.get(place(row)) ?? 0;
      known.set(place(row), left - 1);
      return left <= 0;
    });
    return { kernel, rows };
  });
}
