import type { Route } from "../../core/route.ts";
import { stepOf } from "../../engines/plan/agenda.ts";
import { stepsIn } from "../../engines/plan/outline.ts";
import { unsigned } from "../../engines/plan/step.ts";
import type { Session } from "../session/session.ts";
import { assemble } from "./assemble.ts";
import type { Beginning } from "./begin.ts";
import { texts } from "./texts.ts";

/**
 * How a question would be answered: the steps that would be taken, and for an engine that plans, what rules plan for it: each a line, with
 * the observation that would show that it worked. A model may plan otherwise; none is asked.
 */
export type Planned = { route: Route; steps: string[]; plan: { line: string; shows: string }[] };

/** What rules plan for a question before anything is looked at; no model is asked, and nothing is recorded. */
export async function foresee(
  session: Session,
  { intent, stdin, now }: Beginning,
  signal: AbortSignal = new AbortController().signal,
): Promise<Planned["plan"]> {
  const { understand } = assemble(session, intent, stdin);
  const { question } = intent;
  const steps = await stepsIn(question, texts, (asked) =>
    stepOf({ question: asked, except: [] }, question, (each) => understand(each, now, signal)),
  );
  return steps.map((step) => ({ line: unsigned(step), shows: step.shows }));
}
