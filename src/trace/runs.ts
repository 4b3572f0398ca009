import { closeSync, fstatSync, lstatSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { isStop, type Status, statusOf } from "../core/answer.ts";
import type { Json, Line } from "../core/journal.ts";
import { blobsOf, resolved } from "./blobs.ts";
import { decode, identityIn, isEnding, isRunId, lockFile, referenceIn, traceFile } from "./line.ts";
import { isLocked } from "./lock.ts";
import { reading } from "./read.ts";
import { openRegular } from "./regular.ts";
import { keepRoll, type Roll, rollOf, stampOf } from "./roll.ts";

/** `broken`: the file is no trace of the run that it is named after. `missing`: the run ended, and its file is gone. */
export type RunStatus = "running" | "interrupted" | "waiting" | "done" | "failed" | "cancelled" | "broken" | "missing";

/** A run as a list shows it. `question` is the goal of a run that was begun with a goal alone, `started` is in milliseconds since 1970, `ms` is how long it was active; `outcome` says what its answer came to, once it has ended. */
export type RunInfo = {
  run: string;
  session: string;
  parent: string | null;
  question: string;
  status: RunStatus;
  outcome: Status | null;
  started: number;
  ms: number;
};

/**
 * The runs recorded in a state folder, newest first. Of each trace the first and the last line are read; of one that ended or waits once, and not again
 * while it stays as it is.
 */
export function listRuns(state: string): RunInfo[] {
  const folder = join(state, "traces");
  const names = namesIn(folder).filter((name) => name.endsWith(".jsonl"));
  const runs = names.map((name) => name.slice(0, -".jsonl".length)).filter(isRunId);
  const roll = rollOf(state);
  const infos = runs.map((run) => infoOf(join(folder, `${run}.jsonl`), run, roll));
  keepRoll(state, new Set(runs));
  return infos.sort((a, b) => b.started - a.started || (a.run < b.run ? 1 : -1));
}

/** One run of a state folder, as the list shows it; undefined where it has no file. */
export function runInfo(state: string, run: string): RunInfo | undefined {
  const file = traceFile(state, run);
  return lstatSync(file, { throwIfNoEntry: false }) && infoOf(file, run, null);
}

/** What a list says of a run, with `roll` from what is known of it already. */
function infoOf(file: string, run: string, roll: Roll | null): RunInfo {
  const known = roll?.entries.get(run);
  // One that paused runs again once somebody holds it, before anything is written.
  const rests = known?.info.outcome !== null || !isLocked(lockFile(file));
  if (known !== undefined && rests && known.stamp === stampOf(...sources(file, known.blob))) return known.info;
  const { first, last } = endsOf(file) ?? {};
  if (first === undefined || identityIn(first)?.run !== run) return brokenAt(file, run);
  const info = infoIn(file, run, first, last);
  const rested = last?.type === "run.end" || (last?.type === "run.pause" && info.status !== "running");
  if (rested && roll !== null) {
    const blob = referenceIn(first.data)?.blob ?? null;
    roll.entries.set(run, { stamp: stampOf(...sources(file, blob)), blob, info });
    roll.unsaved += 1;
  }
  return info;
}

/** What the list of a run is read from: its trace, and the payload that its question may lie in, which can be pruned or forgotten. */
function sources(file: string, blob: string | null): string[] {
  return blob === null ? [file] : [file, join(blobsOf(file), blob)];
}

function infoIn(file: string, run: string, first: Line, last: Line | undefined): RunInfo {
  const blobs = blobsOf(file);
  const about = asObject(resolved(blobs, first.data));
  const started = first.time;
  const ending = isEnding(last?.type) ? asObject(resolved(blobs, last!.data)) : undefined;
  const active = typeof ending?.ms === "number" ? ending.ms : (last?.time ?? started) - started;
  return {
    run,
    session: text(about.session),
    parent: typeof about.parent === "string" ? about.parent : null,
    question: text(about.question) || text(asObject(about.intent).goal),
    status: statusOfRun(last?.type, ending, isLocked(lockFile(file))),
    outcome: last?.type === "run.end" && isStop(ending?.stop) ? statusOf(ending.stop) : null,
    started,
    ms: Math.max(0, active),
  };
}

/** What the file holds is not told, for it is of no run, or of another one. A run that begins has an empty file for a moment. */
function brokenAt(file: string, run: string): RunInfo {
  const { mtimeMs, size } = lstatSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
  const status = size === 0 && isLocked(lockFile(file)) ? "running" : "broken";
  return { run, session: "", parent: null, question: "", status, outcome: null, started: Math.round(mtimeMs), ms: 0 };
}

/** A run that paused is running when somebody goes on with it. */
function statusOfRun(
  type: string | undefined,
  ended: { stop?: Json | undefined } | undefined,
  locked: boolean,
): RunStatus {
  if (ended !== undefined && !(type === "run.pause" && locked)) return statusAt(ended.stop);
  return locked ? "running" : "interrupted";
}

function statusAt(stop: Json | undefined): RunStatus {
  const status = isStop(stop) ? statusOf(stop) : "error";
  if (status === "waiting" || status === "cancelled") return status;
  return status === "error" ? "failed" : "done";
}

/** Lines are short, for long payloads lie elsewhere: this holds one for sure. */
const window = 16_384;

/**
 * The first line and the last whole one; undefined where the file does not begin or end with a line of a trace, or can't
 * be read.
 */
function endsOf(file: string): { first?: Line; last?: Line } | undefined {
  let handle: number;
  try {
    handle = openRegular(file);
  } catch {
    return undefined;
  }
  return reading(file, () => {
    try {
      const { size } = fstatSync(handle);
      const head = part(handle, 0, Math.min(size, window));
      const tail = part(handle, Math.max(0, size - window), Math.min(size, window));
      const end = tail.lastIndexOf(10);
      const lines = {
        first: head.subarray(0, head.indexOf(10) + 1),
        last: tail.subarray(tail.lastIndexOf(10, end - 1) + 1, end + 1),
      };
      return { first: decode(lines.first), last: end > 0 ? decode(lines.last) : undefined };
    } finally {
      closeSync(handle);
    }
  });
}

function part(handle: number, from: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(handle, bytes, 0, size, from));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    return reading(folder, () => {
      throw thrown;
    });
  }
}

function asObject(data: Json | undefined): { [key: string]: Json | undefined } {
  return data !== null && typeof data === "object" && !Array.isArray(data) ? data : {};
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
