import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Census, Ports, Proposal } from "../core/port.ts";
import type { Route } from "../core/route.ts";

/** What an engine starts from: the question, with what was read in it before the run began. */
export type Task = {
  question: string;
  route: Route;
  /** What it asks of all documents together; null where it asks no such thing. */
  census: Census | null;
  /** What it wants done, as rules read it; null where they read nothing of the kind. */
  proposal: Proposal | null;
  /** The preset that the user chose for an engine that has some; null for the usual one. */
  preset: string | null;
  /** Whether a model may plan the steps: the user called for the engine, or measured that it pays with that model. */
  plans: boolean;
};

/** What every engine keeps while it works, with what it had to do without; plain JSON. */
export type Progress = { task: Task; draft: Draft | null; degraded: Problem[] };

/** A draft that says nothing yet. */
export function blank(stop: Draft["stop"], answer: string): Draft {
  return {
    stop,
    answer,
    claims: [],
    evidence: [],
    universe: { files: 0, skipped: 0, globs: [] },
    confidence: null,
    degraded: [],
  };
}

/** The draft that a run ends with when it stops short: what was found stands, what stopped it is said. */
export function short({ draft, degraded }: Progress, stop: Draft["stop"], problem?: Problem): Draft {
  if (draft === null) {
    return { ...blank(stop, `No answer: ${problem?.message ?? "the run stopped early"}.`), degraded };
  }
  return { ...draft, stop, degraded: [...degraded, ...draft.degraded] };
}

/** The reply to small talk, about which no engine thinks; null for anything else. */
export function smallTalk({ task }: Pick<Progress, "task">, { converse }: Pick<Ports, "converse">): Draft | null {
  const reply = task.route.level === "BYPASS" ? converse(task.question) : null;
  return reply === null ? null : blank("bypass", reply);
}
