import type { Form, Model, Result } from "../../core/model.ts";
import type { Split, Tried } from "../../core/port.ts";
import { findTerms } from "../../knowledge/text/term.ts";
import { readPrompt, render } from "../../model/prompt/prompt.ts";
import { giveJob } from "./job.ts";
import type { Watching } from "./models.ts";
import type { Session } from "./session.ts";

/**
 * Lets the planner put a question in two, where a model is here that was measured to be able to. That there is none is said
 * where the user named one; null otherwise.
 */
export async function splitBy(
  session: Session,
  question: string,
  watching: Watching & { signal: AbortSignal },
): Promise<Tried<Split | null>> {
  const job = { role: "planner", ability: "split", measured: true } as const;
  const done = await giveJob(session, job, watching, (model, form) => split(model, form, question, watching.signal));
  return done.ok || session.config.models.planner !== "worker" ? done : { ok: true, value: null, cost: done.cost };
}

async function split(
  model: Model,
  form: Form | undefined,
  question: string,
  signal: AbortSignal,
): Promise<Result<Omit<Split, "model" | "instead">>> {
  const { prompt, hash } = readPrompt("split");
  const given = await model.generate(render(prompt, { question }, model.window, form).request, signal);
  if (!given.ok) return given;
  return { ok: true, value: { steps: stepsIn(given.value.text, question), prompt: hash } };
}

/**
 * The two questions of a model's answer, where they share out the words of the one that was asked: each says something of
 * it, together all, and neither anything else. So a model can put a question apart, and ask no other.
 */
export function stepsIn(text: string, question: string): Split["steps"] {
  const [inner = "", outer = "", ...more] = text.split(/\bthen:/i).map((each) => each.trim());
  if (more.length > 0 || inner.includes("#") || outer.split("#").length !== 2) return null;
  const names = new Set([question, inner, outer].flatMap(namesIn));
  const [asked, first, second] = [question, inner, outer.replace("#", " ")].map((each) => stems(each, names));
  if (!asked || !first || !second) return null;
  const whole = [...asked].every((stem) => first.has(stem) || second.has(stem));
  const own = [...first, ...second].every((stem) => asked.has(stem)) && turns(question) === turns(`${inner} ${outer}`);
  const apart = [...asked].some((stem) => !first.has(stem)) && [...asked].some((stem) => !second.has(stem));
  return whole && own && apart && first.size > 0 && second.size > 0 ? { inner, outer } : null;
}

/** Words that ask, and stand for what is asked. */
const asking = /(?<!\p{L})(?:who|whom|whose|what|which|when|where|why|how|many|much|person|thing)(?!\p{L})/giu;

/** Words that turn the sense of a question, which stems leave out. */
const turning =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|neither|nor|without|except|but|only|any|\p{L}+n['’]t)(?!\p{L})/giu;

/** What turns the sense of a text, in any order. */
export function turns(text: string): string {
  return (text.toLowerCase().match(turning) ?? []).sort().join(" ");
}

function stems(text: string, names: Set<string>): Set<string> {
  const bare = text.replace(asking, " ");
  const terms = /\p{L}|\p{N}/u.test(bare) ? findTerms(bare) : [];
  return new Set(terms.map(({ stem }) => (names.has(stem) || /\P{L}/u.test(stem) ? stem : root(stem))));
}

function namesIn(text: string): string[] {
  const names = text.match(/(?<=\S\s)\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return names.flatMap(findTerms).map(({ stem }) => stem);
}

/** What strong verbs keep in all their forms, as grow and grew: the consonants. */
function root(stem: string): string {
  const bare = stem.slice(0, 1) + stem.slice(1).replace(/[aeiouwy]/g, "");
  return bare.length > 1 ? bare : stem;
}
