import { ErgoError } from "../../core/error.ts";
import { putBack, removePayloads, removeRun, type StockRun, takeStock } from "../../trace/stock.ts";
import { unlearnRuns } from "../record/learn.ts";
import type { Folder } from "../session/folder.ts";

/** What of runs was removed, or with a dry run would be; `left` are those that are being written, with what they go on from. */
export type Erased = { runs: StockRun[]; left: string[]; bytes: number };

/**
 * Removes runs by name, with those that were forked from them, payloads that no other run refers to, and what is remembered of them. While
 * a run of the folder is being written nothing goes. Throws RUN_UNKNOWN, TRACE_READ and TRACE_WRITE.
 */
export function erase(folder: Folder, names: readonly string[], dryRun = false): Erased {
  if (!dryRun) putBack(folder.state);
  const stock = takeStock(folder.state, Date.now());
  for (const run of names)
    if (!stock.runs.some((each) => each.run === run)) throw new ErgoError("RUN_UNKNOWN", { run, dir: folder.root });
  const whole = withForks(stock.runs, names);
  const isBusy = !dryRun && stock.runs.some(({ status }) => status === "running");
  const runs = isBusy
    ? []
    : dryRun
      ? stock.runs.filter(({ run }) => whole.has(run))
      : removeRuns(folder, stock.runs, whole);
  const gone = new Set(runs.map(({ run }) => run));
  const own = new Set(runs.flatMap(({ payloads }) => payloads));
  if (!dryRun) {
    unlearnRuns(folder, gone);
    // A run that began meanwhile may rely on one of them.
    const isDone = own.size === 0 || removePayloads(stock, unused(own, stock.runs, gone), gone);
    const later = isDone ? null : takeStock(folder.state, Date.now());
    if (later) removePayloads(later, unused(own, later.runs, gone), gone);
  }
  const items = [...runs, ...unused(own, stock.runs, gone).flatMap((hash) => stock.payloads.get(hash) ?? [])];
  const left = [...whole].filter((run) => !gone.has(run));
  return { runs, left, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Payloads that no run refers to but those that are gone. */
function unused(payloads: ReadonlySet<string>, runs: readonly StockRun[], gone: ReadonlySet<string>): string[] {
  const others = new Set(runs.flatMap(({ run, payloads: own }) => (gone.has(run) ? [] : own)));
  return [...payloads].filter((hash) => !others.has(hash));
}

/** Runs, and those that were forked from one of them. */
export function withForks(runs: readonly StockRun[], named: readonly string[]): Set<string> {
  const whole = new Set(named);
  for (let before = -1; before !== whole.size; ) {
    before = whole.size;
    for (const { run, parent } of runs) if (parent !== null && whole.has(parent)) whole.add(run);
  }
  return whole;
}

/** Removes runs, forks before what they go on from; gives those that went before one that is being written. Throws TRACE_WRITE. */
export function removeRuns(folder: Folder, runs: readonly StockRun[], whole: ReadonlySet<string>): StockRun[] {
  const removed: StockRun[] = [];
  const rest = new Map(runs.flatMap((run) => (whole.has(run.run) ? [[run.run, run]] : [])));
  while (rest.size > 0) {
    const parents = new Set([...rest.values()].map(({ parent }) => parent));
    const next = [...rest.values()].find(({ run }) => !parents.has(run));
    if (next === undefined || !removeRun(folder, next, "forget")) break;
    rest.delete(next.run);
    removed.push(next);
  }
  return removed;
}
