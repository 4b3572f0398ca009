import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import { labelled } from "../../experience/episode.ts";
import { eventsFile, kept, note, prune } from "../../experience/events.ts";
import { eventsNear, labelsOf } from "../../experience/near.ts";
import { type Remembered, remember } from "../../experience/recall.ts";
import type { Worked } from "../../experience/uses.ts";
import type { Calibrated } from "../../routing/shift.ts";
import { redactText } from "../../secrets/redact.ts";
import { writing } from "../../trace/pen.ts";
import type { Folder } from "../session/folder.ts";
import { recalibrate } from "./recalibrate.ts";
import { readRun } from "./runs.ts";

/** The files of events: those of this folder, and those of all. */
export function filesOf({ home, state }: Folder): string[] {
  return [...new Set([state, home].map(eventsFile))];
}

/** Remembers how a question was answered. What can't be written down is not remembered: the answer stands without. */
export function learn(
  folder: Folder,
  kind: string,
  { run, question, engine, route, stop, evidence }: Answer,
  tools: Worked,
): void {
  const paths = [...new Set(evidence.flatMap(({ path }) => (path === undefined ? [] : [path])))].slice(0, 8);
  const recipe = route?.recipe?.id ?? null;
  const event = { v: 1, run, time: Date.now(), dir: folder.root, question, kind, engine, recipe, stop, paths } as const;
  const whole = Object.keys(tools).length > 0 ? { ...event, tools } : event;
  for (const file of filesOf(folder)) {
    try {
      note(file, whole);
    } catch {
      return;
    }
  }
}

/**
 * Notes what the user says of a run's answer: "good", "bad", or a text; and how all that was said of answers moves routing from then on. Throws
 * RUN_UNKNOWN and TRACE_WRITE.
 */
export function say(
  folder: Folder,
  run: string,
  said: string,
): { run: string; label: "good" | "bad" | null; said: string | null; calibrated: Calibrated | null } {
  const text = said.trim();
  if (text === "")
    throw new ErgoError("USAGE", { detail: 'what you think of it: good, bad, or a text: ergo feedback RUN "TEXT"' });
  readRun(folder, run);
  const label = text === "good" || text === "bad" ? text : null;
  const spoken = label === null ? redactText(text) : null;
  for (const file of filesOf(folder))
    writing(file, () => note(file, { v: 1, run, time: Date.now(), label, said: spoken }));
  const calibrated = label === null ? null : writing(folder.home, () => recalibrate(folder.home));
  return { run, label, said: spoken, calibrated };
}

/** What comes to mind of earlier questions like this one; `unread` counts lines of the record that can't be read. */
export function recollect(folder: Folder, question: string, now: number): { found: Remembered[]; unread: number } {
  const near = filesOf(folder).map((file) => eventsNear(file, question));
  const episodes = labelled(near.flatMap(({ events }) => events));
  const unread = near.reduce((sum, each) => sum + each.unread, 0);
  const corpus = {
    size: near.reduce((sum, each) => sum + each.corpus.size, 0),
    count: (word: string) => near.reduce((sum, each) => sum + each.corpus.count(word), 0),
  };
  return { found: remember(question, episodes, { now, dir: folder.root, corpus }), unread };
}

/** Whether the user found a run's answer bad, as far as was said last. */
export function isBad(folder: Folder, run: string): boolean {
  return labelsOf(eventsFile(folder.state), run).findLast(({ label }) => label !== null)?.label === "bad";
}

/** Drops what goes back to files that are to be forgotten. Gives how many events went, or would. */
export function unlearn(
  folder: Folder,
  { isPath, quotes }: { isPath(path: string): boolean; quotes(text: string): boolean },
  dryRun: boolean,
): number {
  const isOf = (event: Parameters<Parameters<typeof prune>[1]>[0]) =>
    "paths" in event
      ? event.dir === folder.root && (event.paths.some((path) => isPath(path)) || quotes(event.question))
      : "said" in event && event.said !== null && quotes(event.said);
  return filesOf(folder).reduce((sum, file) => sum + prune(file, isOf, dryRun), 0);
}

/** Drops what is remembered of runs. */
export function unlearnRuns(folder: Folder, runs: ReadonlySet<string>): void {
  for (const file of filesOf(folder)) prune(file, ({ run }) => runs.has(run));
}

/** Drops what is older than it is kept for. Gives how many events went, or would. */
export function pruneOld({ home, state }: Folder, now: number, dryRun: boolean): number {
  const day = 86_400_000;
  const older = (days: number) => (event: { time: number }) => event.time < now - days * day;
  return prune(eventsFile(state), older(kept.folder), dryRun) + prune(eventsFile(home), older(kept.home), dryRun);
}
