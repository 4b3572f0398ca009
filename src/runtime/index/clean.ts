import { join } from "node:path";
import { type Plan, planRetention, type Why } from "../../trace/retain.ts";
import {
  type Item,
  itemsIn,
  putBack,
  removeLeftover,
  removePayloads,
  removeRun,
  type Stock,
  settled,
  takeStock,
} from "../../trace/stock.ts";
import { pruneOld } from "../record/learn.ts";
import type { Folder } from "../session/folder.ts";
import type { Config } from "../settings/settings.ts";

type Kind = "runs" | "payloads" | "indexes" | "models" | "runtimes" | "other";

/** Something that went; `name` is a run (of payloads: the run that they were of) or a path. */
type Removed = { kind: Kind; name: string; files: number; bytes: number; because: Why | "leftover" };

/** What cleaning did, or with a dry run would do; sizes in bytes. `spared` says what stayed over a limit, and why. */
export type Cleaned = {
  dryRun: boolean;
  freed: number;
  kept: number;
  kinds: Record<Kind, { freed: number; kept: number }>;
  removed: Removed[];
  spared: { name: string; because: string }[];
};

/**
 * Keeps what is recorded of a folder within the limits (see `planRetention`), removes the indexes of scopes that were
 * not searched for as long, and what interrupted processes left there and in the user's home. Throws TRACE_READ.
 */
export function clean(
  folder: Folder,
  limits: Config["retention"],
  { dryRun = false, now = Date.now() }: { dryRun?: boolean; now?: number } = {},
): Cleaned {
  if (!dryRun) putBack(folder.state);
  const use = diskUse(folder);
  const stock = takeStock(folder.state, now);
  const plan = planRetention(stock, limits, now);
  const gone = runs(folder, plan, dryRun);
  const removed = [
    ...gone,
    ...payloads(stock, plan, new Set(gone.map(({ name }) => name)), dryRun),
    ...sweep("indexes", oldIndexes(folder.state, now - limits.days * 86_400_000), "unused", dryRun),
    ...aged(folder, now, dryRun),
    ...leftovers(folder, stock, now).flatMap(([kind, items]) => sweep(kind, items, "leftover", dryRun)),
  ];
  return report(use, removed, { dryRun, spared: plan.spared });
}

function runs(folder: Folder, { runs, spared }: Plan, dryRun: boolean): Removed[] {
  return runs.flatMap(({ run, why }) => {
    if (dryRun || removeRun(folder, run, "clean"))
      return { kind: "runs", name: run.run, files: 1, bytes: run.bytes, because: why };
    spared.push({ name: run.run, because: "it is being written" });
    return [];
  });
}

function payloads(stock: Stock, plan: Plan, gone: Set<string>, dryRun: boolean): Removed[] {
  if (!dryRun && plan.payloads.size > 0 && !removePayloads(stock, plan.payloads.keys(), gone)) {
    plan.spared.push({ name: "payloads", because: "a run began meanwhile; they go next time" });
    return [];
  }
  const byRun = new Map<string, Removed>();
  for (const [hash, { run, why }] of plan.payloads) {
    const sum = byRun.get(run) ?? { kind: "payloads", name: run, files: 0, bytes: 0, because: why };
    sum.files += 1;
    sum.bytes += stock.payloads.get(hash)!.bytes;
    byRun.set(run, sum);
  }
  return [...byRun.values()];
}

function sweep(kind: Kind, items: Item[], because: Removed["because"], dryRun: boolean): Removed[] {
  return items
    .filter((item) => dryRun || removeLeftover(item))
    .map(({ file, bytes }) => ({ kind, name: file, files: 1, bytes, because }));
}

/** What is remembered of questions for longer than experience is kept. */
function aged(folder: Folder, now: number, dryRun: boolean): Removed[] {
  const files = pruneOld(folder, now, dryRun);
  return files === 0 ? [] : [{ kind: "other", name: "experience", files, bytes: 0, because: "age" }];
}

/** Indexes of single scopes (`--only`); they are derived, and built anew when they are wanted again. */
function oldIndexes(state: string, oldest: number): Item[] {
  const scopes = Map.groupBy(itemsIn(state), ([name]) => /^index-[^.]+\.sqlite/.exec(name)?.[0]);
  return [...scopes].flatMap(([scope, files]) => {
    const items = files.map(([, item]) => item);
    return scope !== undefined && items.every(({ modified }) => modified < oldest) ? items : [];
  });
}

/** With those of runs, downloads and installations that were broken off; one that goes on changes its files. */
function leftovers({ home }: Folder, stock: Stock, now: number): [Kind, Item[]][] {
  const broken = (folder: string, mark: RegExp) =>
    [...itemsIn(join(home, folder))]
      .filter(([name, { modified }]) => mark.test(name) && now - modified > settled)
      .map(([, item]) => item);
  return [
    ["runs", stock.leftovers.filter(({ file }) => file.includes(".lock"))],
    ["payloads", stock.leftovers.filter(({ file }) => !file.includes(".lock"))],
    ["models", broken("models", /^\.pull-/)],
    ["runtimes", broken("runtimes", /^\.(llama|onnx)-|\.lock$/)],
  ];
}

function diskUse({ state, home }: Folder): Record<Kind, number> {
  const use: Record<Kind, number> = { runs: 0, payloads: 0, indexes: 0, models: 0, runtimes: 0, other: 0 };
  for (const [name, { bytes }] of itemsIn(state)) {
    const index = /^index.*\.sqlite/.test(name);
    use[name === "traces" ? "runs" : name === "blobs" ? "payloads" : index ? "indexes" : "other"] += bytes;
  }
  const owned = itemsIn(home);
  use.models = owned.get("models")?.bytes ?? 0;
  use.runtimes = owned.get("runtimes")?.bytes ?? 0;
  return use;
}

function report(
  use: Record<Kind, number>,
  removed: Removed[],
  { dryRun, spared }: Pick<Cleaned, "dryRun" | "spared">,
): Cleaned {
  const kinds = {} as Cleaned["kinds"];
  for (const kind of Object.keys(use) as Kind[]) {
    const freed = removed.reduce((sum, each) => sum + (each.kind === kind ? each.bytes : 0), 0);
    kinds[kind] = { freed, kept: Math.max(0, use[kind] - freed) };
  }
  const total = (which: "freed" | "kept") => Object.values(kinds).reduce((sum, kind) => sum + kind[which], 0);
  return { dryRun, freed: total("freed"), kept: total("kept"), kinds, removed, spared };
}
