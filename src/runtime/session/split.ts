import { mostSteps, type Split, stepReference, type Tried } from "../../core/prompting.ts";
import { unlessNamed } from "./job.ts";
import type { Watching } from "./models.ts";
import { say } from "./say.ts";
import { allStems, namesIn, stems, turns } from "./sense.ts";
import type { Session } from "./session.ts";

/**
 * Lets the planner put a question in steps, where a model is here that was measured to be able to. That there is none is said
 * where the user named one; null otherwise.
 */
export async function splitBy(
  session: Session,
  question: string,
  watching: Watching & { signal: AbortSignal },
): Promise<Tried<Split | null>> {
  const asked = { role: "planner", ability: "split", prompt: "split", values: { question } } as const;
  const done = await say(session, asked, watching);
  if (!done.ok) return unlessNamed(done, session.config.models.planner !== "worker");
  const { text, ended, samples: _, left: __, ...by } = done.value;
  return { ...done, value: { ...by, steps: ended ? stepsIn(text, question) : null } };
}

/**
 * The questions of a model's answer, two to four, where they share out the words of the one that was asked: each says something
 * of it and not all, together all, and none anything else; and where each but the last is needed by a later one, and none by
 * one before it. So a model can put a question apart, and ask no other.
 */
export function stepsIn(text: string, question: string): Split["steps"] {
  const written = text.split(/\bthen:/i).map((each) => each.trim());
  if (written.length < 2 || written.length > mostSteps) return null;
  // The answer to the step before is that with its number.
  const steps = written.map((step, at) => step.replace(stepReference, (_, number: string) => `#${number || at}`));
  return isLinked(steps) && isSharedOut(steps, question) ? steps : null;
}

function isLinked(steps: string[]): boolean {
  const needs = steps.map((step) => [...step.matchAll(stepReference)].map(([, number]) => Number(number)));
  const backward = needs.every((numbers, at) => numbers.every((number) => number >= 1 && number <= at));
  return backward && steps.slice(1).every((_, at) => needs.flat().includes(at + 1));
}

function isSharedOut(steps: string[], question: string): boolean {
  const bare = steps.map((step) => step.replace(stepReference, " "));
  const names = new Set([question, ...bare].flatMap(namesIn));
  const asked = stems(question, names);
  const parts = bare.map((step) => stems(step, names));
  const said = new Set(parts.flatMap((part) => [...part]));
  const words = allStems(question, names);
  const own = [...said].every((stem) => words.has(stem)) && turns(question) === turns(bare.join(" "));
  const apart = parts.every((part) => part.size > 0 && [...asked].some((stem) => !part.has(stem)));
  const different = new Set(parts.map((part) => [...part].sort().join(" "))).size === parts.length;
  return own && apart && different && [...asked].every((stem) => said.has(stem));
}
