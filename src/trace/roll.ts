import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunId } from "./line.ts";
import { readRegular } from "./regular.ts";
import type { RunInfo } from "./runs.ts";

/** What a list says of a run that ended or waits. It holds while the file of the run, and the payload `blob` of its first line, bear the stamp. */
type Entry = { stamp: string; blob: string | null; info: RunInfo };

/** What was read of the runs of a state folder; `unsaved` of them are not in the file beside the traces yet. */
export type Roll = { entries: Map<string, Entry>; unsaved: number };

/** Bytes of the file that are read at most: some hundred thousand runs. */
const most = 256 * 1024 * 1024;

/** It is written anew once so many runs more are known, or one in fifty of all. */
const few = 50;

const rolls = new Map<string, Roll>();

/**
 * What this process, or one before it, read of the runs of a state folder. The file that holds it is derived: it counts for nothing where a
 * trace is another than the one that it was read from, and can be thrown away.
 */
export function rollOf(state: string): Roll {
  const known = rolls.get(state);
  if (known !== undefined) return known;
  const roll = { entries: saved(state), unsaved: 0 };
  rolls.set(state, roll);
  return roll;
}

/** Forgets runs that are no longer there, and writes down what is known, where that is much more than the file holds, or less. */
export function keepRoll(state: string, runs: ReadonlySet<string>): void {
  const roll = rollOf(state);
  for (const run of roll.entries.keys()) {
    if (runs.has(run)) continue;
    roll.entries.delete(run);
    roll.unsaved = Number.POSITIVE_INFINITY;
  }
  if (roll.unsaved < Math.max(few, roll.entries.size / few)) return;
  roll.unsaved = 0;
  const file = fileOf(state);
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, JSON.stringify({ v: 1, runs: [...roll.entries.values()] }), { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
  } catch {
    // A folder that can't be written in is listed all the same.
    rmSync(draft, { force: true });
  }
}

/** Throws away what is known of the runs: what was removed of them must not stand there either. */
export function dropRoll(state: string): void {
  rolls.delete(state);
  rmSync(fileOf(state), { force: true });
}

/** What changes when a file does: another one in its place has another number, or another time. */
export function stampOf(...files: string[]): string {
  const stamps = files.map((file) => {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
  });
  return stamps.join(" ");
}

function saved(state: string): Map<string, Entry> {
  try {
    const { v, runs } = JSON.parse(String(readRegular(fileOf(state), most))) as { v: unknown; runs: Entry[] };
    return v === 1 && runs.every(isEntry) ? new Map(runs.map((entry) => [entry.info.run, entry])) : new Map();
  } catch {
    return new Map();
  }
}

function isEntry({ stamp, blob, info }: Partial<Entry>): boolean {
  const { run, session, parent, question, status, outcome, started, ms } = info ?? {};
  const texts = [stamp, run, session, question, status].every((each) => typeof each === "string");
  const names =
    texts && isRunId(run!) && [blob, parent, outcome].every((each) => each === null || typeof each === "string");
  return names && typeof started === "number" && typeof ms === "number";
}

function fileOf(state: string): string {
  return join(state, "runs.json");
}
