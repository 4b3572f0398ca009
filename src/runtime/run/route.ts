import { ErgoError, type Problem, problem as toProblem } from "../../core/error.ts";
import { once } from "../../core/once.ts";
import type { EngineName, Route } from "../../core/route.ts";
import type { FieldQuestion } from "../../fields/catalog.ts";
import type { Matched } from "../../recipes/fit.ts";
import { match, narrowers } from "../../recipes/match.ts";
import { route } from "../../routing/route.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { nothingSpent } from "../session/spent.ts";
import { liken } from "./liken.ts";

/** How a question will be answered: its route, the recipe's match that the route rests on, and why there is none where there might be. */
export type Decision = {
  route: Route;
  matched: Matched | null;
  /** What it asks of fields; then no recipe is asked. */
  fields: FieldQuestion | null;
  engine: EngineName;
  problem: Problem | null;
};

/**
 * Decides from the words alone, or from the `usual` wording that an encoder found the question to be like, null if none, and from what they were `read` to ask of fields; `now` (milliseconds
 * since 1970) is what dates such as "yesterday" count from. No recipe answers a question from which a secret was redacted: the files
 * hold what it asked for, not the mark.
 */
export function decideRoute(
  question: string,
  now = Date.now(),
  usual?: string | null,
  read: FieldQuestion | null = null,
): Decision {
  const isHidden = holdsMark(question);
  const fields = isHidden ? null : read;
  const matched = isHidden || fields ? null : match(question, { now, usual });
  const recipe = matched ? recipeOf(matched) : fields && { id: "fields", slots: { asks: fields.asks } };
  const decided = route(question, { recipe });
  return {
    route: decided,
    matched,
    fields,
    engine: decided.engine,
    problem: matched || fields || isHidden ? null : narrowed(question, now, usual),
  };
}

function narrowed(question: string, now: number, usual?: string | null): Problem | null {
  const said = narrowers(question, { now, usual });
  return said.length > 0 ? toProblem(new ErgoError("QUESTION_NARROWED", { said: said.join(" ") })) : null;
}

/**
 * Decides how questions would be answered, with the encoder of the user's own configuration where it is here and one needs it;
 * close it when done.
 */
export function openRouter(home: string) {
  const encoding = nothingSpent();
  const settings = once(async () => (await (await import("../settings/config.ts")).loadConfig(home, home)).config);
  const embedder = async () => (await settings.get()).models.embedder;
  const encoder = once(async () => {
    const { presentEncoder } = await import("../session/encoders.ts");
    return (await presentEncoder({ config: await settings.get(), home, encoding })).model;
  });
  return {
    async route(question: string): Promise<Route> {
      const now = Date.now();
      const likened = await liken(question, now, { embedder, encoder: encoder.get, encoding });
      return decideRoute(question, now, likened?.usual).route;
    },
    async close() {
      await (await encoder.end())?.close();
    },
  };
}

function recipeOf({ id, slots, usual }: Matched): Route["recipe"] {
  return { id, slots, ...(usual === undefined ? {} : { usual }) };
}
