import type { Json } from "./journal.ts";
import type { Observation, Query } from "./observation.ts";

/**
 * A rule from what was seen to a claim. `match`: the kind of observation, and tests of what it holds; `each` names a list in it, for
 * each item of which the rule holds by itself, and whose keys are tested as `item.KEY`. `gives` is a claim with holes such as `{path}` or
 * `{item.name}`, written as JSON. CHECK has the last word: what it doesn't prove from that very observation is no conclusion.
 */
export type Rule = {
  id: string;
  /** `permanent`: comes with Ergo. `session`: the user's own; used once its examples hold. */
  tier: "permanent" | "session";
  match: { see: Query["see"]; each?: string; where: Test[] };
  gives: string;
  examples: { accepts: Example[]; rejects: Observation[] };
};

/** `equals` any value, `at_least` and `at_most` numbers, `includes` and `lacks` a list with an item, `matches` a text by a glob. */
export type Test = { key: string; is: Operator; value: Json };
type Operator = "equals" | "differs" | "at_least" | "at_most" | "includes" | "lacks" | "matches";

/** An observation with what the rule gives from it. */
type Example = { seen: Observation; gives: string[] };
