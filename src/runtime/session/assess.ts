import type { Assessed, Statement, Tried } from "../../core/asked.ts";
import { ErgoError, problem } from "../../core/error.ts";
import type { Passage } from "../../core/evidence.ts";
import type { Model, Result } from "../../core/model.ts";
import type { Excerpt } from "../../core/port.ts";
import { readPrompt, render } from "../../model/prompt/prompt.ts";
import type { Means } from "./able.ts";
import { giveJob } from "./job.ts";
import type { Watching } from "./models.ts";
import type { Session } from "./session.ts";

type Judged = Omit<Assessed, "model" | "instead">;

/**
 * Has the verifier judge whether excerpts support a sentence; another model than its writer, and one that was measured to be
 * able to.
 */
export async function assessBy(
  session: Session,
  { text, writer }: Statement,
  excerpts: Excerpt[],
  passages: Passage[],
  watching: Watching & { signal: AbortSignal },
): Promise<Tried<Assessed>> {
  const context = excerpts.map(({ passage, plain }) => {
    const { title } = passages[passage]!;
    return title ? `${title}: ${plain}` : plain;
  });
  const job = { role: "verifier", ability: "judge", measured: true, not: writer, about: text } as const;
  return await giveJob(session, job, watching, (model, means) =>
    judge(model, means, { context, statement: text }, watching.signal),
  );
}

async function judge(
  model: Model,
  { form, wording }: Means,
  values: { context: string[]; statement: string },
  signal: AbortSignal,
): Promise<Result<Judged>> {
  const { prompt, hash } = readPrompt("judge", wording);
  const { request, left } = render(prompt, values, model.window, form);
  const { name } = model;
  // One that did not see all of it can't say that it is not there.
  if (left.length > 0) {
    const detail = "it holds not all of what the sentence rests on";
    return { ok: false, error: problem(new ErgoError("MODEL_CONTEXT", { model: name, detail })) };
  }
  const given = await model.generate(request, signal);
  if (!given.ok) return given;
  const [, said] = /^\W*(yes|no)\b/i.exec(given.value.text) ?? [];
  if (said === undefined) {
    const detail = "it said neither yes nor no";
    return { ok: false, error: problem(new ErgoError("MODEL_FAILED", { model: name, detail })) };
  }
  return { ok: true, value: { supported: said.toLowerCase() === "yes", prompt: hash } };
}
