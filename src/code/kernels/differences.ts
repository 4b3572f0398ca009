import type { Project } from "../facts/project.ts";
import { appeared, watchedKernels } from "./appeared.ts";
import { type Break, type Gone, goneFrom, importersOf, takersOf } from "./breaks.ts";
import type { DifferenceRow } from "./difference.ts";
import { figuredKernels, figuresOf } from "./figures.ts";
import { type Found, type Kernel, partly, plural, type Source } from "./kernel.ts";
import { runKernels } from "./registry.ts";
import { type TestRow, tests } from "./tests.ts";

/** What a change does, in every figure. `fresh`: by kernel, the rows that say that something is wrong and were not there before. */
export type Differences = Found<DifferenceRow> & { fresh: Record<string, Source[]> };

const compared = [...new Set([...watchedKernels, ...figuredKernels, tests as unknown as Kernel])].map(
  ({ name }) => name,
);

/** Compares a project with what it was. Risk is compared without the history, which the older one does not have. */
export function differences(old: Project, now: Project): Differences {
  const shared = { history: old.history, hidden: now.hidden };
  const [before, after] = [old, now].map((project) => runKernels({ ...project, ...shared }, compared, () => 0));
  const gone = ofGone(old, now);
  const touched = touchedBy(old, now);
  // What no longer is there is told with those who take it.
  const told = new Set(gone.map(placeOf));
  const fresh = appeared(before!, after!).map(({ kernel, rows }) => ({
    kernel,
    rows: rows.filter((row) => kernel.name !== "structure" || !told.has(placeOf(row))),
  }));
  const removed = new Set(gone.map(({ what, path, name }) => `${what} ${path} ${name}`));
  const rows = [
    ...gone,
    ...fresh.flatMap(({ kernel, rows }) => rows.map((row) => rowFor(kernel, row, false))),
    ...untested(touched, after!.tests!.rows as TestRow[]),
    ...figuresOf(before!, after!, touched).filter(
      ({ after, what, name, path }) => after !== null || !removed.has(`${what} ${path} ${name}`),
    ),
    ...ofFiles(old, now),
    ...appeared(after!, before!).flatMap(({ kernel, rows }) => rows.map((row) => rowFor(kernel, row, true))),
  ];
  return {
    rows: rows.sort((a, b) => Number(b.worse) - Number(a.worse)),
    open: [...partly(old).map((each) => `before: ${each}`), ...partly(now)],
    fresh: Object.fromEntries(fresh.map(({ kernel, rows }) => [kernel.name, rows])),
  };
}

/** What a kernel says that is new, or, where it is `over`, that is gone. */
function rowFor(kernel: Kernel, row: Source, over: boolean): DifferenceRow {
  const { path, lines } = row;
  const said = kernel.tell(row);
  return {
    path,
    lines: over ? null : lines,
    what: kernel.name,
    name: path,
    before: over ? said : null,
    after: over ? null : said,
    worse: !over,
  };
}

function placeOf({ path, lines }: Source): string {
  return `${path}:${lines?.[0]}`;
}

/** Files that are new, gone or other than before. */
function touchedBy(old: Project, now: Project): Set<string> {
  const paths = new Set([...old.modules.keys(), ...now.modules.keys()]);
  return new Set([...paths].filter((path) => old.modules.get(path)?.hash !== now.modules.get(path)?.hash));
}

/** What is gone of what others could take, and who still takes it: places that surely do, each by itself. A file of tests gives nothing to others. */
function ofGone(old: Project, now: Project): DifferenceRow[] {
  const removed = [...old.modules.keys()].filter((path) => !now.modules.has(path));
  const lost = removed.flatMap((path) =>
    importersOf(path, old, now).map((at) =>
      at.sure ? brokenAt(at, path, `imports ${path}, which is gone`) : unsureAt(at, path),
    ),
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

function unsureAt({ path, lines }: Source, name: string): DifferenceRow {
  return {
    ...{ path, lines, what: "import", name, worse: false },
    ...{ before: `leads to ${name}`, after: "its file is gone, and whether it leads elsewhere can't be told" },
  };
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
  const perhaps = maybe.length > 0 ? `; perhaps still taken: ${maybe.slice(0, named).join(", ")}${more}` : "";
  const sure = takers.length - maybe.length;
  const still = sure > 0 ? `; still taken in ${sure} ${sure === 1 ? "place" : "places"}` : "";
  const state = isLeft ? (exported ? "no longer exported" : "no longer declared") : "its file is gone";
  return {
    ...{ path, lines: null, what: exported ? "export" : kind, name },
    before: `${exported ? "exported" : "declared"} on line ${line}`,
    after: `${state}${still}${perhaps}`,
    worse: exported || sure > 0,
  };
}

function ofFiles(old: Project, now: Project): DifferenceRow[] {
  const [were, are] = [new Set(old.files), new Set(now.files)];
  return [...new Set([...were, ...are])].sort().flatMap((path): DifferenceRow[] => {
    const row = { path, lines: null, what: "file", name: path, worse: false };
    if (!were.has(path) || !are.has(path))
      return [{ ...row, before: were.has(path) ? "there" : null, after: are.has(path) ? "there" : null }];
    const [before, after] = [old.texts.get(path), now.texts.get(path)];
    if (before === undefined || after === undefined || before === after) return [];
    const [was, is] = [lines(before), lines(after)];
    return [{ ...row, before: plural(was, "line"), after: was === is ? "as many, others" : plural(is, "line") }];
  });
}

function lines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function untested(touched: ReadonlySet<string>, rows: readonly TestRow[]): DifferenceRow[] {
  const bare = rows.filter((row) => touched.has(row.path) && row.tests.length === 0 && row.through.length === 0);
  return bare.map(({ path }) => ({
    ...{ path, lines: null, what: "untested", name: path, before: null },
    ...{ after: "changed, and no test file reaches it", worse: true },
  }));
}
