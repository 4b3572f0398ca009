import { languageOf } from "../../tools/languages.ts";
import type { Commit, Project } from "../facts/project.ts";
import { underPresentNames } from "../facts/renames.ts";
import { kernel, plural, rowOf, type Source } from "./kernel.ts";

/** A time `span` that begins on the day `from`; `after`: lines of source files at its end, counted back from those that are there now. */
export type TrendRow = Source & {
  from: string;
  span: string;
  commits: number;
  authors: number;
  added: number;
  deleted: number;
  after: number;
};

const day = 86_400_000;
/** How long a history may be, in days, to be told by each span. */
const spans = [
  ["day", 62],
  ["week", 62 * 7],
  ["month", 15 * 366],
  ["year", Number.POSITIVE_INFINITY],
] as const;
type Span = (typeof spans)[number][0];

/**
 * How source files grew: lines that commits added and deleted, by the day, week, month or year in which they were written. A merge counts no lines
 * of its own, and a file that is renamed stays one.
 */
export const trend = kernel<TrendRow>({
  name: "trend",
  history: true,
  means: "lines of source files over time, and what commits added and deleted, the last span first",
  schema: rowOf({
    from: "text",
    span: "text",
    commits: "count",
    authors: "count",
    added: "count",
    deleted: "count",
    after: "count",
  }),
  run(project) {
    const { history, modules } = project;
    if (history.commits === null) return { rows: [], open: [history.because] };
    const changes = changesIn(history.commits, project).filter(({ at }) => !Number.isNaN(at));
    const times = changes.map(({ at }) => at).sort((a, b) => a - b);
    const days = times.length === 0 ? 0 : (times.at(-1)! - times[0]!) / day;
    const [span] = spans.find(([, most]) => days <= most)!;
    const groups = new Map<string, Change[]>();
    for (const change of changes) {
      const from = beginOf(change.at, span);
      groups.set(from, [...(groups.get(from) ?? []), change]);
    }
    let after = [...modules.values()].reduce((sum, { lines }) => sum + lines, 0);
    const rows = [...groups]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([from, all]): TrendRow => {
        const sum = (key: "added" | "deleted") => all.reduce((total, each) => total + each[key], 0);
        const [added, deleted] = [sum("added"), sum("deleted")];
        const authors = new Set(all.map(({ author }) => author)).size;
        const row = { path: "", lines: null, from, span, commits: all.length, authors, added, deleted, after };
        after = Math.max(0, after - added + deleted);
        return row;
      });
    return { rows, open: history.complete ? [] : ["the history was not read whole"] };
  },
  tell: ({ from, span, commits, authors, added, deleted, after }) =>
    `${span} of ${from}: ${plural(commits, "commit")} by ${authors}, +${added} −${deleted}, then ${after} lines`,
});

type Change = { at: number; author: string; added: number; deleted: number };

/** What each commit did to source files that Ergo reads, or that are gone. */
function changesIn(commits: readonly Commit[], { files: listed, modules }: Project): Change[] {
  const net = new Map<string, number>();
  const named = underPresentNames(commits).map(({ author, date, files }) => {
    for (const { path, added, deleted } of files) net.set(path, (net.get(path) ?? 0) + added - deleted);
    return { at: Date.parse(date), author, files };
  });
  const there = new Set(listed);
  // What is not listed though more was added than deleted is hidden, and was never among what is counted.
  const isCounted = (path: string) =>
    modules.has(path) || (languageOf(path) !== null && !there.has(path) && net.get(path)! <= 0);
  return named.map(({ at, author, files }) => {
    const own = files.filter(({ path }) => isCounted(path));
    const sum = (key: "added" | "deleted") => own.reduce((total, each) => total + each[key], 0);
    return { at, author, added: sum("added"), deleted: sum("deleted") };
  });
}

/** The first day of the span that a time is in, as ISO 8601 writes it; weeks begin on Mondays. */
function beginOf(at: number, span: Span): string {
  const date = new Date(at);
  if (span === "week") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (span === "month" || span === "year") date.setUTCDate(1);
  if (span === "year") date.setUTCMonth(0);
  return date.toISOString().slice(0, 10);
}
