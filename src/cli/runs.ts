import { setTimeout as wait } from "node:timers/promises";
import { runsOf } from "../runtime/record/runs.ts";
import { type Folder, openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { note, print, printJson } from "./print.ts";
import { shortened, table } from "./text.ts";

type Run = ReturnType<typeof runsOf>[number];

export async function run({ values }: Call): Promise<number> {
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  if (values.watch) await interruptible((signal) => watch(folder, values, signal));
  const runs = runsOf(folder);
  if (values.json) printJson({ runs });
  else if (values.watch) return 0;
  else if (runs.length === 0) print("no runs yet");
  else print(...table(runs.map(rowOf), "theirs"));
  const missing = runs.filter(({ status }) => status === "missing").length;
  if (missing > 0) note(`runs whose record is gone although Ergo did not remove it: ${missing}`);
  return 0;
}

function rowOf({ run, status, ms, question }: Run): string[] {
  return [run, status, ms === null ? "" : `${ms} ms`, shortened(question, 80)];
}

/** Milliseconds between two looks. */
const pace = 300;

/** Says each run that is running, and what becomes of it, until none is or the user has seen enough. */
async function watch(folder: Folder, values: Call["values"], signal: AbortSignal): Promise<void> {
  const seen = new Map<string, string>();
  for (;;) {
    const runs = runsOf(folder);
    const going = runs.filter(({ run, status }) => status === "running" || seen.has(run));
    const news = going.filter(({ run, status }) => seen.get(run) !== status);
    for (const { run, status } of going) seen.set(run, status);
    if (news.length > 0 && !values.json) print(...table(news.toReversed().map(rowOf), "theirs"));
    if (signal.aborted || runs.every(({ status }) => status !== "running")) return;
    await wait(pace, undefined, { signal }).catch(() => undefined);
  }
}
