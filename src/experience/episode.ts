import type { Stop } from "../core/answer.ts";
import { isStop } from "../core/answer.ts";
import type { PastGame, PastTurn } from "../core/game.ts";
import { isWorked, type Worked } from "./uses.ts";

/**
 * How a question was answered: by which engine and recipe, to what end, over which files, as it is remembered. It holds no text of a
 * file, only the question and the names of the files that the answer rests on. `time` is milliseconds since 1970, `dir` the folder.
 */
export type Episode = {
  v: 1;
  run: string;
  time: number;
  dir: string;
  question: string;
  kind: string;
  engine: string;
  recipe: string | null;
  stop: Stop;
  paths: string[];
  /** The tools that its steps used, for an engine that plans. */
  tools?: Worked;
};

/** What the user said of a run's answer. */
export type Label = { v: 1; run: string; time: number; label: "good" | "bad" | null; said: string | null };

/** How a run's game about a claim went. */
export type Played = PastGame & { v: 1; run: string; time: number };

/** What is noted in a line. */
export type Noted = Episode | Label | Played;

/** An episode with the last that was said of it. */
export type Labelled = Episode & { label: Label["label"]; said: string | null };

/** What a line of events holds; null for one that can't be read. */
export function eventIn(line: string): Noted | null {
  try {
    const value = JSON.parse(line) as Partial<Episode & Label & Played> | null;
    if (value === null || typeof value !== "object" || value.v !== 1) return null;
    if (typeof value.run !== "string" || typeof value.time !== "number") return null;
    if ("shape" in value) return isPlayed(value) ? (value as Played) : null;
    if ("label" in value)
      return value.label === null || value.label === "good" || value.label === "bad" ? (value as Label) : null;
    const texts = [value.dir, value.question, value.kind, value.engine];
    const isWhole =
      texts.every((text) => typeof text === "string") &&
      isStop(value.stop) &&
      Array.isArray(value.paths) &&
      (value.tools === undefined || isWorked(value.tools));
    return isWhole ? (value as Episode) : null;
  } catch {
    return null;
  }
}

function isPlayed({ shape, turns }: Partial<Played>): boolean {
  const isTurn = (turn: Partial<PastTurn> | null) =>
    typeof turn?.did === "string" &&
    [turn.refused, turn.helped, turn.left].every((flag) => typeof flag === "boolean") &&
    (turn.failure === null || typeof turn.failure === "string");
  const isShape = Array.isArray(shape) && shape.every((each) => typeof each === "string");
  return isShape && Array.isArray(turns) && turns.every(isTurn);
}

/** Episodes with what was said of them, the oldest first, each run once. */
export function labelled(events: readonly Noted[]): Labelled[] {
  const labels = new Map<string, Label>();
  for (const event of events) if ("label" in event) labels.set(event.run, merged(labels.get(event.run), event));
  const episodes = new Map<string, Episode>();
  for (const event of events) if ("question" in event) episodes.set(event.run, event);
  return [...episodes.values()].map((episode) => {
    const { label = null, said = null } = labels.get(episode.run) ?? {};
    return { ...episode, label, said };
  });
}

/** A later word adds to an earlier label, and a later label takes its place. */
function merged(before: Label | undefined, { label, said, ...event }: Label): Label {
  return { ...event, label: label ?? before?.label ?? null, said: said ?? before?.said ?? null };
}

/** The words of a question by which it is compared with others. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu) ?? []);
}
