import { isTest } from "../../core/testfile.ts";
import type { Project } from "../facts/project.ts";
import { type Break, type Gone, goneFrom, importersOf, takersOf } from "./breaks.ts";
import { documentation } from "./documentation.ts";
import { cycles, importGraph } from "./graph.ts";
import { type Earlier, type Found, type Kernel, partly, rowOf, type Source } from "./kernel.ts";
import { metrics } from "./metrics.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";
import { tests } from "./tests.ts";

/** `what` changed; `before` and `after` as they are told, null where there was or is none. */
export type DifferenceRow = Source & {
  what: string;
  name: string;
  before: string | null;
  after: string | null;
  worse: boolean;
};

export const differencesSchema = rowOf({ what: "text", name: "text", before: "text?", after: "text?", worse: "flag" });

/** What a change does: to the measures of functions, to cycles, to what security saw, to what documents claim, and what it leaves without a test. */
export function differences(old: Project, now: Project): Found<DifferenceRow> {
  const gone = ofGone(old, now);
  const told = new Set(gone.map(({ what, path, name }) => `${what} ${path} ${name}`));
  const broken = new Set(gone.map(({ path, lines }) => placeOf(path, lines)));
  const rows = [
    ...gone,
    ...appeared(
      structure,
      old,
      now,
      ({ what, imports }) => `${what} ${imports[0]}`,
      "structure",
      ({ what }) => what === "unresolved import",
    ).filter(({ path, lines }) => !broken.has(placeOf(path, lines))),
    ...ofCycles(old, now),
    ...appeared(
      security,
      old,
      now,
      ({ what, pattern, given }) => `${what} ${pattern} ${given}`,
      "security",
      () => true,
    ),
    ...appeared(
      documentation,
      old,
      now,
      ({ what, claim }) => `${what} ${claim}`,
      "documentation",
      ({ found }) => !found,
    ),
    ...untested(old, now),
    ...ofFunctions(old, now).filter(
      ({ after, what, name, path }) => after !== null || !told.has(`${what} ${path} ${name}`),
    ),
    ...ofFiles(old, now),
  ];
  return {
    rows: rows.sort((a, b) => Number(b.worse) - Number(a.worse)),
    open: [...partly(old).map((each) => `before: ${each}`), ...partly(now)],
  };
}

function placeOf(path: string, lines: Source["lines"]): string {
  return `${path}:${lines?.[0]}`;
}

/** Kernels that are compared build on no other. */
const alone: Earlier = () => ({ rows: [], open: [] });

/** What is gone of what others could take, and who still takes it: places that surely do, each by itself. A file of tests gives nothing to others. */
function ofGone(old: Project, now: Project): DifferenceRow[] {
  const removed = [...old.modules.keys()].filter((path) => !now.modules.has(path));
  const lost = removed.flatMap((path) =>
    importersOf(path, old, now).map((at) => brokenAt(at, path, `imports ${path}, which is gone`)),
  );
  const told = goneFrom(old, now).flatMap((gone): DifferenceRow[] => {
    const takers = takersOf(gone, now);
    if (!gone.exported && takers.length === 0) return [];
    const name = gone.of === null ? gone.name : `${gone.of}.${gone.name}`;
    const sure = takers.filter((each) => each.sure);
    const broken = sure.map((at) => brokenAt(at, name, `${at.does} ${name} of ${gone.path}, which is gone`));
    return [...broken, rowOfGone(gone, name, now.modules.has(gone.path), takers)];
  });
  const rows = [...lost, ...told];
  return [...rows.filter(({ what }) => what === "break"), ...rows.filter(({ what }) => what !== "break")];
}

function brokenAt({ path, lines }: Source, name: string, after: string): DifferenceRow {
  return { path, lines, what: "break", name, before: null, after, worse: true };
}

/** Places that are named in a row at most. */
const named = 5;

function rowOfGone(
  { path, line, exported, kind }: Gone,
  name: string,
  isLeft: boolean,
  takers: Break[],
): DifferenceRow {
  const maybe = takers.filter(({ sure }) => !sure).map((each) => `${each.path}:${each.lines?.[0]}`);
  const more = maybe.length > named ? ` and ${maybe.length - named} more` : "";
  const calls =
    maybe.length > 0
      ? `; called by that name, which nothing here declares: ${maybe.slice(0, named).join(", ")}${more}`
      : "";
  const sure = takers.length - maybe.length;
  const still = sure > 0 ? `; still taken in ${sure} ${sure === 1 ? "place" : "places"}` : "";
  const state = isLeft ? (exported ? "no longer exported" : "no longer declared") : "its file is gone";
  return {
    ...{ path, lines: null, what: exported ? "export" : kind, name },
    before: `${exported ? "exported" : "declared"} on line ${line}`,
    after: `${state}${still}${calls}`,
    worse: exported || sure > 0,
  };
}

function changed(old: Project, now: Project): string[] {
  return [...now.modules.values()]
    .filter(({ path, hash }) => old.modules.get(path)?.hash !== hash)
    .map(({ path }) => path);
}

function ofFiles(old: Project, now: Project): DifferenceRow[] {
  const paths = [...new Set([...old.files, ...now.files])].sort();
  return paths.flatMap((path): DifferenceRow[] => {
    const [was, is] = [old.files.includes(path), now.files.includes(path)];
    if (was && is) {
      const [before, after] = [old.texts.get(path), now.texts.get(path)];
      if (before === undefined || after === undefined || before === after) return [];
      return [
        {
          path,
          lines: null,
          what: "file",
          name: path,
          before: `${lines(before)} lines`,
          after: `${lines(after)} lines`,
          worse: false,
        },
      ];
    }
    return [
      {
        path,
        lines: null,
        what: "file",
        name: path,
        before: was ? "there" : null,
        after: is ? "there" : null,
        worse: false,
      },
    ];
  });
}

function lines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function ofFunctions(old: Project, now: Project): DifferenceRow[] {
  const touched = new Set([...changed(old, now), ...[...old.modules.keys()].filter((path) => !now.modules.has(path))]);
  const read = (project: Project) => {
    const found = new Map<string, ReturnType<typeof metrics.run>["rows"][number]>();
    for (const row of metrics.run(project, alone).rows)
      if (touched.has(row.path)) found.set(JSON.stringify([row.path, row.name]), row);
    return found;
  };
  const [before, after] = [read(old), read(now)];
  const told = (row: { cyclomatic: number; cognitive: number | null; length: number } | undefined) =>
    row ? `cyclomatic ${row.cyclomatic}, cognitive ${row.cognitive ?? 0}, ${row.length} lines` : null;
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): DifferenceRow[] => {
    const [was, is] = [before.get(key), after.get(key)];
    if (told(was) === told(is)) return [];
    const { path, lines: at, name, of } = (is ?? was)!;
    const worse = (is?.cognitive ?? 0) > (was?.cognitive ?? 0) && (is?.cognitive ?? 0) > 15;
    return [{ path, lines: is ? at : null, what: of, name, before: told(was), after: told(is), worse }];
  });
}

function ofCycles(old: Project, now: Project): DifferenceRow[] {
  const key = (files: string[]) => files.join(" ");
  const [before, after] = [old, now].map((project) => {
    const { nodes, running } = importGraph(project);
    return cycles(nodes, running);
  }) as [string[][], string[][]];
  const fresh = after.filter((files) => !before.some((each) => key(each) === key(files)));
  const gone = before.filter((files) => !after.some((each) => key(each) === key(files)));
  return [
    ...fresh.map(
      (files): DifferenceRow => ({
        path: files[0]!,
        lines: null,
        what: "cycle",
        name: key(files),
        before: null,
        after: files.join(" → "),
        worse: true,
      }),
    ),
    ...gone.map(
      (files): DifferenceRow => ({
        path: files[0]!,
        lines: null,
        what: "cycle",
        name: key(files),
        before: files.join(" → "),
        after: null,
        worse: false,
      }),
    ),
  ];
}

function appeared<Row extends Source>(
  kernel: Kernel<Row>,
  old: Project,
  now: Project,
  key: (row: Row) => string,
  what: string,
  counts: (row: Row) => boolean,
): DifferenceRow[] {
  const known = new Set(
    kernel
      .run(old, alone)
      .rows.filter(counts)
      .map((row) => `${row.path} ${key(row)}`),
  );
  return kernel
    .run(now, alone)
    .rows.filter((row) => counts(row) && !known.has(`${row.path} ${key(row)}`))
    .map((row) => ({
      path: row.path,
      lines: row.lines,
      what,
      name: key(row),
      before: null,
      after: kernel.tell(row),
      worse: true,
    }));
}

function untested(old: Project, now: Project): DifferenceRow[] {
  const touched = new Set(changed(old, now).filter((path) => !isTest(path)));
  return tests
    .run(now, alone)
    .rows.filter((row) => touched.has(row.path) && row.tests.length === 0 && row.through.length === 0)
    .map(({ path }) => ({
      path,
      lines: null,
      what: "untested",
      name: path,
      before: null,
      after: "changed, and no test file reaches it",
      worse: true,
    }));
}
