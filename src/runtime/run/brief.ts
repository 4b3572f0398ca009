import type { Event } from "../../core/journal.ts";
import { readAmount } from "../../language/amount.ts";
import type { Intent } from "./intent.ts";

/**
 * A question is brief where it is read as one that listings, times, sizes and texts of files answer: each look is a short one, after
 * which signals have their turn, and no program is started for it.
 */
export function mayBeBrief(question: string): boolean {
  return readAmount(question) !== null;
}

/** Whether it is one as it was understood. */
export function isBrief({ kind, engine, goal, exact: [first, ...others] }: Intent): boolean {
  return kind === "exact" && engine === "direct" && goal === null && first?.is === "amount" && others.length === 0;
}

/** Whether a run goes on after its first engine: with another one, which may do anything, or to ask the user. */
export function goesFurther(event: Event): boolean {
  if (event.type !== "line" || event.line.type !== "node.end" || event.line.path !== "ENGINE.1") return false;
  return (event.line.data as { next?: string }).next !== "END";
}
