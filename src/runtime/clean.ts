import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Item,
  itemsIn,
  putBack,
  removeLeftover,
  removePayloads,
  removeRun,
  type Stock,
  type StockRun,
  settled,
  takeStock,
} from "../trace/stock.ts";
import type { Folder } from "./folder.ts";
import type { Config } from "./settings.ts";

export type Kind = "runs" | "payloads" | "indexes" | "leftovers" | "models" | "runtimes" | "other";

/** Something that went, or with a dry run would go. `payloads` names the run whose payloads they were. */
export type Removed = { kind: Kind; name: string; files: number; bytes: number; because: "age" | "size" | "unused" };

/** What cleaning did; sizes in bytes. `spared` says why something stayed that was over a limit. */
export type Cleaned = {
  dryRun: boolean;
  freed: number;
  kept: number;
  kinds: Record<Kind, { freed: number; kept: number }>;
  removed: Removed[];
  spared: { name: string; because: string }[];
};

type Limits = Config["retention"];
type Chosen = { removed: Removed; items: Item[]; remove: () => boolean };

/**
 * Keeps a folder's runs within the limits of `retention`. Age takes whole runs. Size takes the payloads of finished runs,
 * oldest first, then, if that is not enough, whole finished runs. A run that is being written is never touched, nor one
 * that a kept run was forked from. Indexes that were not written for as long go too, and what interrupted processes
 * left. Throws TRACE_READ.
 */
export function clean(
  folder: Folder,
  limits: Limits,
  { dryRun = false, now = Date.now() }: { dryRun?: boolean; now?: number } = {},
): Cleaned {
  if (!dryRun) putBack(folder.state);
  const before = diskUse(folder);
  const stock = takeStock(folder.state, now);
  const plan = choose(stock, limits, now);
  const chosen = [...payloadsOf(stock, plan), ...runsOf(plan), ...indexes(folder, limits, now), ...leftovers(folder, stock, now)];
  const gone = dryRun ? chosen : chosen.filter(({ remove }) => remove());
  for (const { removed } of chosen.filter((each) => !gone.includes(each))) {
    plan.spared.push({ name: removed.name, because: "it was in use" });
  }
  return report(before, gone.map(({ removed }) => removed), plan.spared, dryRun);
}
