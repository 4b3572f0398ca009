import { asksForAct, pick } from "../../commands/pick.ts";
import type { Form, Model, Result } from "../../core/model.ts";
import type { Picked } from "../../core/port.ts";
import type { Tried } from "../../core/prompting.ts";
import { rule } from "./permit.ts";
import type { Session } from "./session.ts";

/**
 * For an order that the rules do not read: lets the session's worker choose a command, or another model in its place, each
 * only where it was measured to be able to. That there is none is said where the user named a worker; null otherwise, and
 * where the menu has nothing for the order. Null at once where the request is no order, or there is no worker.
 */
export function choosing(
  session: Session,
  request: string,
): ((signal: AbortSignal) => Promise<Tried<Picked | null>>) | null {
  const { config } = session;
  if (config.models.worker === "none" || !asksForAct(request)) return null;
  return async (signal) => {
    const cost = { calls: 0, tokensIn: 0, tokensOut: 0 };
    if (!(await isOffered(request))) return { ok: true, value: null, cost };
    const { giveJob, unlessNamed } = await import("./job.ts");
    const job = { role: "worker", ability: "choose", measured: true, about: request } as const;
    const done = await giveJob(session, job, { signal }, (model, { form }) => chosenBy(model, form, request, signal));
    if (!done.ok) return unlessNamed(done, config.models.worker !== "auto");
    const { proposal } = done.value;
    const refused = proposal && rule(config.profile, await session.judge(proposal.line)).verdict === "refused";
    // What the profile refuses was never asked for in words that are read: the texts are searched instead.
    return refused ? { ...done, value: { ...done.value, proposal: null } } : done;
  };
}

/** Whether a model would be asked anything. */
async function isOffered(request: string): Promise<boolean> {
  let asked = false;
  await pick(request, async () => {
    asked = true;
    return null;
  });
  return asked;
}

/** The command that a model chooses for a request; null where it chooses none. Fails with the model's own error. */
export async function chosenBy(
  model: Model,
  form: Form | undefined,
  request: string,
  signal?: AbortSignal,
): Promise<Result<Pick<Picked, "proposal" | "prompt">>> {
  const { readPrompt, render } = await import("../../model/prompt/prompt.ts");
  const { prompt, hash } = readPrompt("choose");
  let failed: Result<never> | undefined;
  const proposal = await pick(request, async (asked, options) => {
    const rendered = render(prompt, { options, request: asked }, model.window, form);
    const said = await model.generate(rendered.request, signal);
    if (said.ok) return said.value.text.trim();
    failed = said;
    return null;
  });
  if (failed) return failed;
  if (proposal === null) return { ok: true, value: { proposal, prompt: hash } };
  const { line, reading } = proposal;
  const chosen = { does: "command", line, reading: `${reading} (${model.name} chose this.)` } as const;
  return { ok: true, value: { proposal: chosen, prompt: hash } };
}
