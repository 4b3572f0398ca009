import { ErgoError } from "../../core/error.ts";
import type { Form, Model, Result } from "../../core/model.ts";
import type { Done } from "../../core/port.ts";
import type { Whole } from "../../dialogue/follow.ts";
import type { Turn } from "../../dialogue/turn.ts";
import { findTerms } from "../../knowledge/text/term.ts";
import { readPrompt, render } from "../../model/prompt/prompt.ts";
import type { Watching } from "../run/pursue.ts";
import { giveJob } from "../session/job.ts";
import type { Session } from "../session/session.ts";
import { turns } from "../session/split.ts";

/** Turns that a model is shown. */
const reach = 3;

/**
 * Lets the planner complete a question from the turns before it, where a model is here that was measured to be able to. Null
 * where none is, or where it adds what was not said; that one which the user named can't be used is told to the watcher.
 */
export async function completeBy(
  session: Session,
  said: string,
  turns: readonly Turn[],
  { watch, signal = new AbortController().signal }: Watching,
): Promise<Whole | null> {
  const started = performance.now();
  const shown = turns.slice(-reach).reverse().map(tell);
  const job = { role: "planner", ability: "complete", measured: true } as const;
  const done = await giveJob(session, job, { signal, ...(watch ? { watch } : {}) }, (model, form) =>
    complete(model, form, { turns: shown, question: said }, signal),
  );
  if (signal.aborted) throw new ErgoError("CANCELLED");
  if (!done.ok) {
    if (session.config.models.planner !== "worker") watch?.({ type: "notice", text: done.error.message });
    return null;
  }
  const { question, model, tokensIn, tokensOut, prompt, instead } = done.value;
  if (!isOfThem(question, said, shown)) return null;
  const by = { model, tokensIn, tokensOut, prompt, ms: Math.round(performance.now() - started) };
  const typed = turns.map((turn) => `${turn.said} ${turn.question}`).join(" ");
  const found = ![...stems(question)].every((stem) => stems(`${typed} ${said}`).has(stem));
  return { question, found, by: instead ? { ...by, instead } : by };
}

type Completed = Omit<Done, "model" | "instead"> & { question: string };

async function complete(
  model: Model,
  form: Form | undefined,
  values: { turns: string[]; question: string },
  signal: AbortSignal,
): Promise<Result<Completed>> {
  const { prompt, hash } = readPrompt("complete");
  const given = await model.generate(render(prompt, values, model.window, form).request, signal);
  if (!given.ok) return given;
  const { text, tokensIn, tokensOut, finish } = given.value;
  const question = finish === "stop" ? text.replace(/\s+/g, " ").trim() : "";
  return { ok: true, value: { question, tokensIn, tokensOut, prompt: hash } };
}

/** A turn as its question with what was answered, in one line. */
function tell({ question, gist, quotes, answer }: Turn): string {
  return `${question} ${gist ?? quotes[0] ?? answer.split("\n")[0] ?? ""}`.trim();
}

/** Whether a question says something that the one it completes does not, and nothing that was not said before. */
function isOfThem(question: string, said: string, shown: string[]): boolean {
  const known = stems([said, ...shown].join(" "));
  const [whole, part] = [stems(question), stems(said)];
  const own = [...whole].every((stem) => known.has(stem));
  return /\?$/.test(question) && turns(question) === turns(said) && own && [...whole].some((stem) => !part.has(stem));
}

function stems(text: string): Set<string> {
  return new Set(findTerms(text).map(({ stem }) => stem));
}
