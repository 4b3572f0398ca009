import type { Event } from "../../core/journal.ts";
import { readAmount } from "../../language/amount.ts";
import { data } from "../../recipes/data.ts";
import type { Matched } from "../../recipes/fit.ts";
import { byRules } from "../../recipes/match.ts";
import type { Intent } from "./intent.ts";

/**
 * A question is brief where it is read as one that listings, times, sizes and texts of files answer: each look is a short one, after
 * which signals have their turn, and no program is started for it. `now` is in milliseconds since 1970.
 */
export function mayBeBrief(question: string, now: number): boolean {
  return readAmount(question) !== null || isLight(byRules(question, { now }));
}

/** Whether it is one as it was understood. */
export function isBrief({ kind, engine, goal, exact: [first, ...others] }: Intent): boolean {
  const isShort = first?.is === "amount" || (first?.is === "recipe" && isLight(first.matched));
  return kind === "exact" && engine === "direct" && goal === null && isShort && others.length === 0;
}

/** Whether a run goes on after its first engine: with another one, which may do anything, or to ask the user. */
export function goesFurther(event: Event): boolean {
  if (event.type !== "line" || event.line.type !== "node.end" || event.line.path !== "ENGINE.1") return false;
  return (event.line.data as { next?: string }).next !== "END";
}

/** Arithmetic looks at nothing, and may take long; so may syntax trees. */
function isLight(matched: Matched | null): boolean {
  if (matched === null || matched.usual !== undefined || "symbol" in matched.slots) return false;
  const looks = data()
    .recipes.find(({ id }) => id === matched.id)!
    .sees.includes("universe");
  return looks && !/"(?:imports|defines|exports)"/.test(JSON.stringify(matched.slots));
}
