import { ErgoError } from "../../core/error.ts";
import { removePayloads, removeRun, type Stock, type StockRun, takeStock } from "../../trace/stock.ts";
import { unlearnRuns } from "../record/learn.ts";
import type { Folder } from "../session/folder.ts";

/** What of runs was removed, or with a dry run would be; null where one of the folder's runs is being written. */
export type Erased = { runs: StockRun[]; payloads: number; bytes: number; events: number };

/**
 * Removes runs by name, with those that were forked from them, payloads that no other run refers to, and what is remembered of them.
 * Throws RUN_UNKNOWN and TRACE_READ.
 */
export function erase(folder: Folder, names: readonly string[], dryRun = false): Erased | null {
  const stock = takeStock(folder.state, Date.now());
  for (const run of names)
    if (!stock.runs.some((each) => each.run === run)) throw new ErgoError("RUN_UNKNOWN", { run, dir: folder.root });
  const whole = withForks(stock.runs, names);
  const runs = stock.runs.filter(({ run }) => whole.has(run));
  const others = new Set(stock.runs.flatMap(({ run, payloads }) => (whole.has(run) ? [] : payloads)));
  const payloads = new Set(runs.flatMap((run) => run.payloads).filter((hash) => !others.has(hash)));
  if (!dryRun && !removeRuns(folder, stock, whole, payloads)) return null;
  const events = unlearnRuns(folder, whole, dryRun);
  const items = [...runs, ...[...payloads].flatMap((hash) => stock.payloads.get(hash) ?? [])];
  return { runs, payloads: payloads.size, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0), events };
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

/** Removes runs and payloads; false where a run is being written, or began meanwhile. Throws TRACE_WRITE. */
export function removeRuns(
  folder: Folder,
  stock: Stock,
  whole: ReadonlySet<string>,
  payloads: ReadonlySet<string>,
): boolean {
  if (stock.runs.some(({ status }) => status === "running")) return false;
  const runs = stock.runs.filter(({ run }) => whole.has(run));
  const removed = runs.filter((run) => removeRun(folder, run, "forget"));
  if (removed.length < runs.length) return false;
  return removePayloads(stock, payloads, new Set(removed.map(({ run }) => run)));
}
