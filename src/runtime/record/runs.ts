import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ErgoError } from "../../core/error.ts";
import type { Json, Line } from "../../core/journal.ts";
import type { Ports } from "../../core/port.ts";
import { direct } from "../../engines/direct.ts";
import { loop } from "../../engines/loop.ts";
import { draw } from "../../flow/draw.ts";
import { traceFile } from "../../trace/line.ts";
import { printTrace } from "../../trace/print.ts";
import { readTrace } from "../../trace/read.ts";
import { listRuns, type RunInfo } from "../../trace/runs.ts";
import type { Folder } from "../session/folder.ts";

/** The runs recorded for a folder, newest first. */
export function runsOf(folder: Folder): RunInfo[] {
  return listRuns(folder.state);
}

/** The trace file of a run: its name in this folder, or a path. Throws RUN_UNKNOWN. */
export function traceOf(folder: Folder, target: string): string {
  if (/[/\\]|\.jsonl$/.test(target)) {
    const file = resolve(target);
    if (existsSync(file)) return file;
  } else {
    const file = traceFile(folder.state, target);
    if (existsSync(file)) return file;
  }
  throw new ErgoError("RUN_UNKNOWN", { run: target, dir: folder.root });
}

/** The lines of a run, payloads in place. */
export function readRun(folder: Folder, target: string): Line[] {
  return [...readTrace(traceOf(folder, target))];
}

/** A run told for a terminal. */
export function tellRun(folder: Folder, target: string): string {
  return printTrace(readRun(folder, target));
}

/** The graph of a run's last engine as Mermaid, with the way that the run took. A graph's shape does not depend on its ports. */
export function drawRun(folder: Folder, target: string): string {
  const lines = readRun(folder, target);
  const ran = (name: string) =>
    lines.some(({ type, data }) => type === "node.start" && (data as { graph: Json }).graph === name);
  const ports = {} as Ports;
  return ran("loop") ? draw(loop(ports), lines) : draw(direct(ports), lines);
}
