import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Route } from "../core/route.ts";

/** What an engine starts from. */
export type Task = { question: string; route: Route };

/** What every engine keeps while it works; plain JSON. */
export type Progress = { task: Task; draft: Draft | null };

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
export function short({ draft }: Progress, stop: Draft["stop"], problem?: Problem): Draft {
  if (draft === null) return blank(stop, `No answer: ${problem?.message ?? "the run stopped early"}.`);
  return { ...draft, stop };
}
