import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { ErgoError } from "../../core/error.ts";
import type { Asked, Json, Line } from "../../core/journal.ts";
import { listHeads, listRemoved } from "../../trace/heads.ts";
import { isRunId, traceFile } from "../../trace/line.ts";
import { printTrace } from "../../trace/print.ts";
import { readTrace } from "../../trace/read.ts";
import { listRuns, type RunInfo, runInfo } from "../../trace/runs.ts";
import { verifyChain } from "../../trace/verify.ts";
import { type Folder, statesOf } from "../session/folder.ts";

export type { RunInfo };

/** The runs of a folder, newest first: those recorded, and those whose record is missing. */
export function runsOf(folder: Folder): RunInfo[] {
  const runs = listRuns(folder.state);
  const there = new Set(runs.map(({ run }) => run));
  return [...runs, ...missingOf(folder, there)].sort((a, b) => b.started - a.started);
}

/** One run of the folder, as the list shows it. Throws RUN_UNKNOWN. */
export function infoOfRun(folder: Folder, run: string): RunInfo {
  const info = runInfo(folder.state, run);
  if (info === undefined) throw new ErgoError("RUN_UNKNOWN", { run, dir: folder.root });
  return info;
}

/** Runs whose head the user's list holds for this folder, and whose file is gone although Ergo did not remove it; none of those `there`. */
function missingOf({ root, home }: Folder, there: ReadonlySet<string> = new Set()): RunInfo[] {
  const removed = listRemoved(home, root);
  const ended = new Map(listHeads(home).heads.flatMap((head) => (head.dir === root ? [[head.run, head]] : [])));
  return [...ended.values()]
    .filter(({ run }) => !there.has(run) && !removed.has(run) && isRunId(run))
    .filter(({ run }) => !statesOf(root, home).some((state) => isThere(traceFile(state, run))))
    .map(({ run, time }) => {
      return { run, session: "", parent: null, question: "", status: "missing", outcome: null, started: time, ms: 0 };
    });
}

/**
 * The trace file of a run: its name in this folder, or a path. Throws RUN_UNKNOWN, RUN_REMOVED, and RUN_MISSING where the
 * user's list of heads knows the run.
 */
export function traceOf(folder: Folder, target: string): string {
  if (isPath(target)) {
    const file = resolve(target);
    if (isThere(file)) return file;
  } else {
    const file = traceFile(folder.state, target);
    if (isThere(file)) return file;
    const removed = listRemoved(folder.home, folder.root).get(target);
    if (removed) {
      const day = new Date(removed.time).toISOString().slice(0, 10);
      throw new ErgoError("RUN_REMOVED", { run: target, by: removed.removed, day });
    }
    if (missingOf(folder).some(({ run }) => run === target)) {
      throw new ErgoError("RUN_MISSING", { run: target, dir: folder.root, file });
    }
  }
  throw new ErgoError("RUN_UNKNOWN", { run: target, dir: folder.root });
}

/** Where the record of a run stands, once it has begun. */
export function recordOf({ state }: Folder, run: string): string {
  return traceFile(state, run);
}

/** Whether a word names a run of this folder, one that is missing or was removed included. */
export function namesRun(folder: Folder, target: string): boolean {
  try {
    return !isPath(target) && traceOf(folder, target) !== "";
  } catch (thrown) {
    return (thrown as ErgoError).code !== "RUN_UNKNOWN";
  }
}

function isPath(target: string): boolean {
  return /[/\\]|\.jsonl$/.test(target);
}

/** Whether something stands there, a link that leads nowhere included. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** The lines of a run, payloads in place. */
export function readRun(folder: Folder, target: string): Line[] {
  return [...readTrace(traceOf(folder, target))];
}

/** What a run waits for, the first question first; nothing where it does not wait. */
export function askedIn(lines: readonly Line[]): Asked[] {
  const last = lines.findLast(({ type }) => type === "run.pause" || type === "run.resume" || type === "run.end");
  const { asked } = (last?.type === "run.pause" ? last.data : {}) as { asked?: Json };
  return Array.isArray(asked) ? (asked as unknown as Asked[]) : [];
}

/** The hash of a run's last line, which its answer has as its `head`. Throws RUN_UNKNOWN and TRACE_READ. */
export function headOfRun(folder: Folder, target: string): string {
  return verifyChain(traceOf(folder, target)).head;
}

/** A run told for a terminal, line by line. */
export function tellRun(folder: Folder, target: string): string[] {
  return printTrace(readRun(folder, target));
}
