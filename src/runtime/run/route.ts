import type { EngineName, Route } from "../../core/route.ts";
import type { Matched } from "../../recipes/fit.ts";
import { match } from "../../recipes/match.ts";
import { route } from "../../routing/route.ts";
import { holdsMark } from "../../secrets/redact.ts";

/** How a question will be answered: its route, and the recipe's match that the route rests on. */
export type Decision = { route: Route; matched: Matched | null; engine: EngineName };

/**
 * Decides from the words alone; `now` (milliseconds since 1970) is what dates such as "yesterday" count from. No recipe
 * answers a question from which a secret was redacted: the files hold what it asked for, not the mark.
 */
export function decideRoute(question: string, now = Date.now()): Decision {
  const matched = holdsMark(question) ? null : match(question, { now });
  const decided = route(question, { recipe: matched && recipeOf(matched) });
  return { route: decided, matched, engine: decided.engine };
}

function recipeOf({ id, slots, usual }: Matched): Route["recipe"] {
  return { id, slots, ...(usual === undefined ? {} : { usual }) };
}
