import { type Stock, type StockRun, settled } from "./stock.ts";

/** How long and how large runs may lie: days since a run was last written, and the size of runs with their payloads. */
export type Limits = { days: number; megabytes: number };

export type Why = "age" | "size" | "unused";

/** What is to go: whole runs, and payloads by SHA-256, each with the run that it was of. `spared` is what stays all the same. */
export type Plan = {
  runs: { run: StockRun; why: Why }[];
  payloads: Map<string, { run: string; why: Why }>;
  spared: { name: string; because: string }[];
};

/**
 * Chooses what goes. Age takes whole runs. Size takes what effects of finished runs gave, oldest first, then whole
 * finished runs. Never a run that is being written, nor one that a run that stays goes on from; size leaves alone what a run that
 * can still be resumed needs.
 */
export function planRetention(stock: Stock, { days, megabytes }: Limits, now: number): Plan {
  const plan: Plan = { runs: [], payloads: new Map(), spared: [] };
  const rest = new Map(stock.runs.map((run) => [run.run, run]));
  const oldest = now - days * 86_400_000;
  removeWhole(plan, rest, "age", (run) => run.status !== "running" && run.modified < oldest);
  const lean = leanTo(stock, plan, rest, megabytes * 1_000_000);
  forget(stock, plan, rest, now);
  if (lean > 0) {
    const because = `runs that can be resumed, or that others go on from, take ${lean} bytes more than is allowed`;
    plan.spared.push({ name: "runs", because });
  }
  return plan;
}

/** Moves runs from `rest` into the plan while `due` says so, children before those that they go on from. */
function removeWhole(plan: Plan, rest: Map<string, StockRun>, why: Why, due: (run: StockRun) => boolean): void {
  for (let before = -1; before !== rest.size; ) {
    before = rest.size;
    const parents = new Set([...rest.values()].map(({ parent }) => parent));
    for (const run of [...rest.values()]) {
      if (parents.has(run.run) || !due(run)) continue;
      rest.delete(run.run);
      plan.runs.push({ run, why });
    }
  }
}

/** Brings what the rest takes down to `limit` bytes; gives the bytes that it still takes beyond it. */
function leanTo(stock: Stock, plan: Plan, rest: Map<string, StockRun>, limit: number): number {
  const users = new Map<string, number>();
  let size = 0;
  for (const { bytes, payloads } of rest.values()) {
    size += bytes;
    for (const hash of payloads) users.set(hash, (users.get(hash) ?? 0) + 1);
  }
  for (const hash of users.keys()) size += stock.payloads.get(hash)?.bytes ?? 0;
  const needed = unfinished(rest);
  for (const { run, bulk } of rest.values()) {
    if (size <= limit) return 0;
    if (needed.has(run)) continue;
    for (const hash of bulk) {
      const others = users.get(hash)! - 1;
      users.set(hash, others);
      if (others > 0) continue;
      plan.payloads.set(hash, { run, why: "size" });
      size -= stock.payloads.get(hash)?.bytes ?? 0;
    }
  }
  removeWhole(plan, rest, "size", ({ run, bytes }) => {
    const due = size > limit && !needed.has(run);
    if (due) size -= bytes;
    return due;
  });
  return Math.max(0, size - limit);
}

/** The runs that can be resumed, and all that they go on from. */
function unfinished(rest: Map<string, StockRun>): Set<string> {
  const needed = new Set<string>();
  for (const run of rest.values()) {
    if (run.status === "done" || run.status === "failed") continue;
    for (let each: StockRun | undefined = run; each && !needed.has(each.run); each = rest.get(each.parent ?? "")) {
      needed.add(each.run);
    }
  }
  return needed;
}

/** Adds the payloads that nothing refers to any more. None may go while a run is written, for it may come to need it. */
function forget(stock: Stock, plan: Plan, rest: Map<string, StockRun>, now: number): void {
  const used = new Set([...rest.values()].flatMap(({ payloads }) => payloads));
  const owners = new Map(
    plan.runs.flatMap(({ run, why }) => run.payloads.map((hash) => [hash, { run: run.run, why }])),
  );
  for (const [hash, { modified }] of stock.payloads) {
    const owner = owners.get(hash);
    if (used.has(hash) || plan.payloads.has(hash)) continue;
    if (owner) plan.payloads.set(hash, owner);
    else if (now - modified > settled) plan.payloads.set(hash, { run: "none", why: "unused" });
  }
  for (const hash of plan.payloads.keys()) if (!stock.payloads.has(hash)) plan.payloads.delete(hash);
  if (plan.payloads.size > 0 && stock.runs.some(({ status }) => status === "running")) {
    plan.payloads.clear();
    plan.spared.push({ name: "payloads", because: "a run is being written; they go once it has ended" });
  }
}
