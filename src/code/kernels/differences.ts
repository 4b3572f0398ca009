import { isTest } from "../../core/testfile.ts";
import type { Project } from "../facts/project.ts";
import { documentation } from "./documentation.ts";
import { cycles, importGraph } from "./graph.ts";
import { type Earlier, type Found, type Kernel, partly, rowOf, type Source } from "./kernel.ts";
import { metrics } from "./metrics.ts";
import { security } from "./security.ts";
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
  const rows = [
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
    ...ofExports(old, now),
    ...ofFunctions(old, now),
    ...ofFiles(old, now),
  ];
  return {
    rows: rows.sort((a, b) => Number(b.worse) - Number(a.worse)),
    open: [...partly(old).map((each) => `before: ${each}`), ...partly(now)],
  };
}

/** Kernels that are compared build on no other. */
const alone: Earlier = () => ({ rows: [], open: [] });

/** What those who use the code lose: names that a file no longer exports, and files with exports that are gone. A file of tests gives nothing to others. */
function ofExports(old: Project, now: Project): DifferenceRow[] {
  return [...old.modules.values()].flatMap(({ path, hash, symbols }): DifferenceRow[] => {
    const after = now.modules.get(path);
    const names = [...new Set((symbols?.exports ?? []).map(({ name }) => name))];
    if (isTest(path) || after?.hash === hash || names.length === 0) return [];
    // What can't be read now, or may export more than it says, may still have it.
    const isOpen = after && (after.symbols === null || after.symbols.open.some(({ what }) => what === "exports"));
    if (isOpen) return [];
    const left = new Set(after?.symbols?.exports.map(({ name }) => name));
    const taken = names.filter((name) => !left.has(name));
    const before = (name: string) => `exported on line ${symbols!.exports.find((each) => each.name === name)!.line}`;
    return taken.map((name) => ({
      ...{ path, lines: null, what: "export", name, before: before(name), worse: true },
      after: after ? "no longer exported" : "its file is gone",
    }));
  });
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
