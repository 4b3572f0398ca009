import type { Folder } from "../session/folder.ts";
import { runsOf } from "./runs.ts";

/** Runs of one session: its first question, how many runs it has, and when the first and the last began. */
export type Conversation = { session: string; question: string; runs: number; started: number; last: number };

/** The conversations of a folder, the one that was gone on with last first. Runs whose record is missing are of none. */
export function conversationsOf(folder: Folder): Conversation[] {
  const all = Map.groupBy(
    runsOf(folder).filter(({ session }) => session !== ""),
    ({ session }) => session,
  );
  return [...all].map(([session, runs]) => {
    const [last, first] = [runs[0]!, runs.at(-1)!];
    return { session, question: first.question, runs: runs.length, started: first.started, last: last.started };
  });
}
