import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLocked } from "../trace/lock.ts";
import { type Plan, planRetention, type Why } from "../trace/retain.ts";
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
} from "../trace/stock.ts";
import type { Folder } from "./folder.ts";
import type { Config } from "./settings.ts";

type Kind = "runs" | "payloads" | "indexes" | "leftovers" | "models" | "runtimes" | "other";

/** Something that went; `name` is a run (of payloads: the run that they were of) or a path. */
type Removed = { kind: Kind; name: string; files: number; bytes: number; because: Why };

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
  const removed = [
    ...payloads(stock, plan, dryRun),
    ...runs(plan, dryRun),
    ...unused("indexes", oldIndexes(folder.state, now - limits.days * 86_400_000), dryRun),
    ...unused("leftovers", [...stock.leftovers, ...homeLeftovers(folder.home, now)], dryRun),
  ];
  return report(use, removed, { dryRun, spared: plan.spared });
}

/** Before the runs, so that an interrupted cleaning leaves no payload that nothing refers to. */
function payloads(stock: Stock, plan: Plan, dryRun: boolean): Removed[] {
  const names = [...plan.payloads.keys()];
  if (!dryRun && names.length > 0 && removePayloads(stock, names).length === 0) {
    plan.spared.push({ name: "payloads", because: "a run began meanwhile; they go once it has ended" });
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

function runs({ runs, spared }: Plan, dryRun: boolean): Removed[] {
  return runs.flatMap(({ run, why }) => {
    if (dryRun || removeRun(run)) return { kind: "runs", name: run.run, files: 1, bytes: run.bytes, because: why };
    spared.push({ name: run.run, because: "it is being written" });
    return [];
  });
}

function unused(kind: Kind, items: Item[], dryRun: boolean): Removed[] {
  return items
    .filter((item) => dryRun || removeLeftover(item))
    .map(({ file, bytes }) => ({ kind, name: file, files: 1, bytes, because: "unused" }));
}

/** Indexes of single scopes (`--only`); they are derived, and built anew when they are wanted again. */
function oldIndexes(state: string, oldest: number): Item[] {
  const scopes = Map.groupBy(itemsIn(state), ([name]) => /^index-[^.]+\.sqlite/.exec(name)?.[0]);
  return [...scopes].flatMap(([scope, files]) => {
    const items = files.map(([, item]) => item);
    return scope !== undefined && items.every(({ modified }) => modified < oldest) ? items : [];
  });
}

/** Downloads and installations that were broken off, locks of dead processes, half-made keys. */
function homeLeftovers(home: string, now: number): Item[] {
  const marks: [folder: string, mark: RegExp][] = [
    ["models", /^\.pull-/],
    ["runtimes", /^\.llama-|\.lock$/],
    ["keys", /\.pem\.\d+$/],
  ];
  return marks.flatMap(([folder, mark]) =>
    namesIn(join(home, folder))
      .filter((name) => mark.test(name))
      .map((name) => whole(join(home, folder, name)))
      .filter(({ file, modified }) => now - modified > settled && !isLocked(`${file}.lock`)),
  );
}

function diskUse({ state, home }: Folder): Record<Kind, number> {
  const size = (...path: string[]) => whole(join(...path)).bytes;
  const indexes = [...itemsIn(state)].filter(([name]) => /^index.*\.sqlite/.test(name));
  const use = {
    runs: size(state, "traces"),
    payloads: size(state, "blobs"),
    indexes: indexes.reduce((sum, [, { bytes }]) => sum + bytes, 0),
    models: size(home, "models"),
    runtimes: size(home, "runtimes"),
  };
  const other = size(state) - use.runs - use.payloads - use.indexes;
  return { ...use, leftovers: 0, other };
}

/** A file, or a folder with all that is in it: its size, and when the newest of it was changed. Links are not followed. */
function whole(file: string): Item {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return { file, bytes: stat?.size ?? 0, modified: stat?.mtimeMs ?? 0 };
  const parts = namesIn(file).map((name) => whole(join(file, name)));
  return {
    file,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    modified: Math.max(stat.mtimeMs, ...parts.map(({ modified }) => modified)),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Leftovers lie among the files of other kinds, and count as their own. */
function report(
  use: Record<Kind, number>,
  removed: Removed[],
  { dryRun, spared }: Pick<Cleaned, "dryRun" | "spared">,
): Cleaned {
  const freed = Object.fromEntries(Object.keys(use).map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind, bytes } of removed) freed[kind] += bytes;
  const kinds = Object.fromEntries(
    Object.entries(use).map(([kind, bytes]) => [
      kind,
      { freed: freed[kind as Kind], kept: Math.max(0, bytes - freed[kind as Kind]) },
    ]),
  ) as Cleaned["kinds"];
  const total = (which: "freed" | "kept") => Object.values(kinds).reduce((sum, kind) => sum + kind[which], 0);
  return { dryRun, freed: total("freed"), kept: total("kept"), kinds, removed, spared };
}
