import type { Problem } from "../../core/error.ts";
import type { Model, Result } from "../../core/model.ts";
import type { Prompting, Said, Tried } from "../../core/prompting.ts";
import { readPrompt, render } from "../../model/prompt/prompt.ts";
import { sampleInTurn } from "../../model/prompt/sample.ts";
import type { Prompts } from "../../model/prompt/words.ts";
import type { Means } from "./able.ts";
import { within } from "./deadline.ts";
import { giveJob } from "./job.ts";
import type { Watching } from "./models.ts";
import type { Session } from "./session.ts";

/** The temperature of further answers (docs/answers.md). */
const heat = 0.8;

/** What a model said, without which one it was. */
type Words = Omit<Said, "model" | "instead">;

/**
 * Asks the model of a role what a prompt says. `faultIn` tells what keeps an answer from being one, so that another model may be asked.
 * Fails with the model's own error, MODEL_NONE where the role has none.
 */
export async function say(
  session: Session,
  asked: Prompting,
  watching: Watching & { signal: AbortSignal },
  faultIn: (words: Words, model: string) => Problem | null = () => null,
): Promise<Tried<Said>> {
  const { role, ability, not } = asked;
  const about = Object.values(asked.values).flat().at(-1) ?? "";
  const measured = ability === undefined ? {} : { ability, measured: true, ...(not === undefined ? {} : { not }) };
  return await giveJob(session, { role, about, ...measured }, watching, async (model, means) => {
    const how = { ...means, words: session.prompts[asked.prompt] };
    const ask = (signal: AbortSignal) => said(model, how, asked, signal);
    const { deadline_ms } = session.config.models;
    const given = asked.brief ? await within(model, deadline_ms, watching.signal, ask) : await ask(watching.signal);
    const error = given.ok ? faultIn(given.value, model.name) : null;
    return error === null ? given : { ok: false, error };
  });
}

async function said(
  model: Model,
  { form = model.forms?.[0], wording, words }: Means & { words: Prompts[string] | undefined },
  { prompt: name, values, samples: k = 0, among = [] }: Prompting,
  signal: AbortSignal,
): Promise<Result<Words>> {
  const { prompt, hash } = readPrompt(name, wording, words);
  if (among.length > 0 && model.score) {
    const { request, left } = render(prompt, values, model.window, "completion");
    const given = await likeliest(model.score, request.prompt as string, among, signal);
    if (given.ok) return { ok: true, value: { text: given.value, ended: true, samples: [], prompt: hash, left } };
    if (signal.aborted) return given;
  }
  const { request, left } = render(prompt, values, model.window, form);
  const given = await model.generate(request, signal);
  if (!given.ok) return given;
  const hot = { ...request, temperature: heat, seed: 1 };
  const more =
    k === 0 || signal.aborted
      ? null
      : await (model.sample?.(hot, k, signal) ?? sampleInTurn(model.generate, hot, k, signal));
  const samples = more?.ok ? more.value.filter(({ finish }) => finish !== "abort").map(({ text }) => text.trim()) : [];
  const { text, finish } = given.value;
  return { ok: true, value: { text: text.trim(), ended: finish === "stop", samples, prompt: hash, left } };
}

/** The likeliest of some texts after a prompt, each as the one word that the answer is. */
export async function likeliest(
  score: NonNullable<Model["score"]>,
  prompt: string,
  among: readonly string[],
  signal?: AbortSignal,
): Promise<Result<string>> {
  const scored = await score(
    prompt,
    among.map((text) => ` ${text}\n`),
    signal,
  );
  if (!scored.ok) return scored;
  const best = scored.value.indexOf(Math.max(...scored.value));
  return { ok: true, value: among[best] ?? "" };
}
