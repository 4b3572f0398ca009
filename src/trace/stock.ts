import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ErgoError } from "../core/error.ts";
import { forgottenMark } from "./blobs.ts";
import { noteRemoved, type Removed } from "./heads.ts";
import { decode, lockFile, type Place, referenceIn } from "./line.ts";
import { dropLock, isLocked, takeLock } from "./lock.ts";
import { type RawLine, rawLines } from "./read.ts";
import { dropRoll } from "./roll.ts";
import { listRuns, type RunStatus } from "./runs.ts";

/** A file with its size in bytes and the time of its last change in milliseconds since 1970. */
export type Item = { file: string; bytes: number; modified: number };

/**
 * A run as it lies on disk; `payloads` are the SHA-256 of those that its lines refer to, `bulk` those among them that only
 * effects do: without them its question and answer can still be read.
 */
export type StockRun = Item & { run: string; parent: string | null; status: RunStatus } & References;
type References = { payloads: string[]; bulk: string[] };

/** What a state folder holds of runs, oldest first. `leftovers` are what interrupted processes left behind. */
export type Stock = { state: string; runs: StockRun[]; payloads: Map<string, Item>; leftovers: Item[] };

/** Nothing that a living process still writes stays unfinished for so long; milliseconds. */
export const settled = 3_600_000;

/** Takes stock of the runs of a state folder; `now` is in milliseconds since 1970. Throws TRACE_READ. */
export function takeStock(state: string, now: number): Stock {
  const traces = itemsIn(join(state, "traces"));
  const runs = listRuns(state).flatMap(({ run, parent, status }) => {
    const item = traces.get(`${run}.jsonl`);
    return item ? [{ ...item, run, parent, status, ...referencesIn(item.file) }] : [];
  });
  const payloads = new Map<string, Item>();
  const leftovers: Item[] = [];
  for (const [name, item] of itemsIn(join(state, "blobs"))) {
    if (/^[0-9a-f]{64}$/.test(name)) payloads.set(name, item);
    else if (now - item.modified > settled && !name.endsWith(forgottenMark)) leftovers.push(item);
  }
  for (const [name, item] of traces) {
    const dead = name.endsWith(".lock") ? !isLocked(item.file) : now - item.modified > settled;
    if (/\.lock(\.|$)/.test(name) && dead) leftovers.push(item);
  }
  return { state, runs: runs.sort((a, b) => a.modified - b.modified), payloads, leftovers };
}

/**
 * What lies in a folder, by name; nothing where there is no folder. A folder counts with all that is in it: its size, and
 * when the newest of it was changed. Links are not followed.
 */
export function itemsIn(folder: string): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    const parts = stat?.isDirectory() ? [...itemsIn(file).values()] : [];
    if (stat === undefined) continue;
    items.set(name, {
      file,
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, stat.isDirectory() ? 0 : stat.size),
      modified: Math.max(stat.mtimeMs, ...parts.map(({ modified }) => modified)),
    });
  }
  return items;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function referencesIn(file: string): References {
  const [own, bulk] = [new Set<string>(), new Set<string>()];
  for (const { bytes } of legible(file)) {
    const line = bytes.includes('"blob":"') ? decode(bytes) : undefined;
    const reference = line && referenceIn(line.data);
    if (reference) (line.path === "" ? own : bulk).add(reference.blob);
  }
  return { payloads: [...own.union(bulk)], bulk: [...bulk.difference(own)] };
}

/** The lines of a file as far as it can be read as a trace; none where something else stands in its place. */
export function* legible(file: string): Generator<RawLine> {
  try {
    yield* rawLines(file);
  } catch (thrown) {
    if ((thrown as ErgoError).code !== "TRACE_READ") throw thrown;
  }
}

/**
 * Removes payloads by SHA-256, unless a run has begun or gone on since the stock was taken: it may rely on one of them.
 * So they are moved aside, the runs are looked at again, and only then are they gone. `gone` are the runs removed since.
 */
export function removePayloads({ state, runs, payloads }: Stock, names: Iterable<string>, gone: Set<string>): boolean {
  const going = [...names].flatMap((name) => payloads.get(name)?.file ?? []);
  dropRoll(state);
  for (const file of going) renameSync(file, aside(file));
  const left = runs.filter(({ run }) => !gone.has(run));
  const same = marks(itemsIn(join(state, "traces")).values()) === marks(left);
  for (const file of going) {
    if (same) rmSync(aside(file), { force: true });
    else renameSync(aside(file), file);
  }
  return same;
}

/** Notes that payloads went because the user wanted what they held forgotten; `verify` says so then. */
export function markForgotten({ payloads }: Stock, names: Iterable<string>): void {
  for (const name of names) {
    const file = payloads.get(name)?.file;
    if (file !== undefined) writeFileSync(file + forgottenMark, "", { mode: 0o600 });
  }
}

/**
 * Removes a run's trace under its lock, and notes that it was meant to go; false where it is being written, or has been
 * since the stock was taken. Throws TRACE_WRITE.
 */
export function removeRun(
  { root, home }: Pick<Place, "root" | "home">,
  { run, file, bytes, modified }: StockRun,
  removed: Removed["removed"],
): boolean {
  const lock = lockFile(file);
  if (takeLock(lock) !== undefined) return false;
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined || stat.size !== bytes || stat.mtimeMs !== modified) return false;
    noteRemoved(home, { run, removed, time: Date.now(), dir: root });
    rmSync(file);
    dropRoll(dirname(dirname(file)));
    return true;
  } finally {
    dropLock(lock);
  }
}

/** Removes a leftover; a lock only once it is taken, for its run may just have been resumed. */
export function removeLeftover({ file }: Item): boolean {
  if (!file.endsWith(".lock")) rmSync(file, { recursive: true, force: true });
  else if (takeLock(file) === undefined) dropLock(file);
  else return false;
  return true;
}

/** Puts back payloads that an interrupted cleaning had moved aside. */
export function putBack(state: string): void {
  for (const [name, { file }] of itemsIn(join(state, "blobs"))) {
    if (name.endsWith(asideMark)) renameSync(file, file.slice(0, -asideMark.length));
  }
}

const asideMark = ".aside";

function aside(file: string): string {
  return file + asideMark;
}

/** Differs once a run has been added or written to, and while one is being written. */
function marks(items: Iterable<Item>): string {
  return [...items]
    .filter(({ file }) => file.endsWith(".jsonl"))
    .map(({ file, bytes, modified }) => `${file} ${bytes} ${modified} ${isLocked(lockFile(file))}`)
    .sort()
    .join();
}
