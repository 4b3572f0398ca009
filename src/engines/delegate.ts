import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import { stepReference } from "../core/prompting.ts";
import type { Context } from "../flow/context.ts";
import { understanding } from "./effects.ts";
import type { Lent } from "./engine.ts";
import { answers, type Voted } from "./merge.ts";
import type { Split } from "./tree.ts";

/** What is to be delegated; `each` where every part is an answer to be given, else the last one answers the whole. */
export type Plan = { parts: Split["parts"]; each: boolean };

/**
 * The parts of a question, the whole where nobody splits it. What a planner thinks is needed answers nothing by itself: then the whole
 * is asked as well, as the last one.
 */
export function planOf(question: string, split: Split | null): Plan {
  const whole = { question, after: null };
  if (split === null) return { parts: [whole], each: true };
  const isChain = split.parts.some((part) => part.after !== null && part.question.search(stepReference) >= 0);
  if (split.joint === "each" || isChain) return { parts: split.parts, each: split.joint === "each" };
  return { parts: [...split.parts, whole], each: false };
}

/** What became of the parts of a question, each in its place; null for one that could not be asked. */
export type Delegated = { done: (Voted | null)[]; degraded: Problem[] };

/**
 * Gives each part of a question to the engine that suits it, or to the one that `engineFor` names; side by side where none needs another. A
 * part that needs an answer which there is not is left out; one that is `done` is not asked again.
 */
export async function delegate(
  parts: Split["parts"],
  engineFor: (suits: string) => string,
  ctx: Context,
  lent: Lent,
  before: readonly (Voted | null)[] = [],
): Promise<Delegated> {
  const done = parts.map((_, at) => before[at] ?? null);
  const degraded: Problem[] = [];
  const left = new Set([...parts.keys()].filter((at) => done[at] === null));
  while (left.size > 0) {
    const now = [...left].filter((at) => parts[at]!.after === null || !left.has(parts[at]!.after!));
    const asked = now.flatMap((at) => {
      const question = wordedBy(parts[at]!, done, lent);
      return question === null ? [] : [{ at, question }];
    });
    const found = await ctx.all("part", asked, async ({ question }, own) => {
      const { engine, output } = await given(question, engineFor, own, lent);
      return { engine, question, draft: output };
    });
    for (const [i, vote] of found.entries()) done[asked[i]!.at] = vote;
    degraded.push(...found.flatMap(({ draft }) => draft.degraded));
    for (const at of now) left.delete(at);
  }
  return { done, degraded };
}

/** A question given to an engine; one that has no plan for it leaves it to what texts say. */
async function given(question: string, engineFor: (suits: string) => string, ctx: Context, lent: Lent) {
  const { engine: suits, route, census, exact } = await understanding(ctx, lent, question);
  const task = { question, route, census, proposal: null, preset: null, plans: true };
  const own = { ...lent, recipe: exact === null ? null : lent.exactly(exact), game: null };
  let output: Draft | undefined;
  let engine = suits;
  for (const each of new Set([suits, "cite"].map(engineFor))) {
    engine = each;
    ctx.note("part.given", { question, engine });
    const found = await lent.find(engine);
    ({ output } = await found.enter(ctx, own, { task, draft: null, degraded: [] }));
    if (output.stop !== "no_plan") break;
  }
  return { engine, output: output! };
}

/** A part as it is asked: with the answer to the one that it comes after put in. */
function wordedBy({ question, after }: Split["parts"][number], done: (Voted | null)[], lent: Lent): string | null {
  if (after === null) return question;
  const before = done[after];
  const needs = question.search(stepReference) >= 0;
  if (!before || !answers(before.draft)) return needs ? null : question;
  const answer = before.draft.claims[0]!.text;
  if (needs) return question.replace(stepReference, answer);
  const quotes = before.draft.evidence.map(({ text }) => text);
  return lent.goOn(question, { question: before.question, answer, quotes });
}
