import type { PastGame } from "../../core/game.ts";
import type { Played } from "../../experience/episode.ts";
import { note, readEvents } from "../../experience/events.ts";
import type { Turn } from "../../tutor/game.ts";
import { likeGames, pastOf } from "../../tutor/past.ts";
import type { Folder } from "../session/folder.ts";
import { filesOf } from "./learn.ts";
import { readRun } from "./runs.ts";

/** Remembers how a run's game about a claim went. What can't be written down is not remembered: the answer stands without. */
export function learnGame(folder: Folder, run: string, goal: string): void {
  const turns = readRun(folder, run).flatMap(({ type, data }) =>
    type === "turn.played" ? [data as unknown as Turn] : [],
  );
  if (turns.length === 0) return;
  const event = { v: 1, run, time: Date.now(), ...pastOf(goal, turns) } as const;
  for (const file of filesOf(folder)) {
    try {
      note(file, event);
    } catch {
      return;
    }
  }
}

/** The games that were played about claims like one, in this folder and in all, each once. */
export function gamesLike(folder: Folder, goal: string): PastGame[] {
  const events = filesOf(folder).flatMap((file) => readEvents(file).events);
  const games = new Map(events.flatMap((event) => ("shape" in event ? [[event.run, event] as [string, Played]] : [])));
  const inTime = [...games.values()].toSorted((one, other) => one.time - other.time);
  return likeGames(goal, inTime).map(({ shape, turns }) => ({ shape, turns }));
}
