import { asksForAct, pick } from "../../commands/pick.ts";
import type { Form, Model, Result } from "../../core/model.ts";
import type { Picked } from "../../core/port.ts";
import { rule } from "./permit.ts";
import type { Session } from "./session.ts";

/**
 * For an order that the rules do not read: lets the session's worker choose a command. It does so only where it was
 * measured to be able to choose; null where the request is no order, or there is no worker.
 */
export function choosing(
  session: Session,
  request: string,
): ((signal: AbortSignal) => Promise<Result<Picked | null>>) | null {
  const { config, folder } = session;
  if (config.models.worker === "none" || !asksForAct(request)) return null;
  return async (signal) => {
    const { model } = await session.model("worker", { signal });
    const { standingFor } = await import("./able.ts");
    const form = model === null ? undefined : (await standingFor(model.name, folder.home))?.forms.choose;
    if (model === null || form === undefined) return { ok: true, value: null };
    const picked = await chosenBy(model, form, request, signal);
    const { verdict } = picked
      ? rule(config.profile, await session.judge(picked.proposal.line))
      : { verdict: "refused" };
    // What the profile refuses was never asked for in words that are read: the texts are searched instead.
    return { ok: true, value: verdict === "refused" ? null : picked };
  };
}

/** The command that a model chooses for a request, with its cost; null where it chooses none. */
export async function chosenBy(
  model: Model,
  form: Form,
  request: string,
  signal?: AbortSignal,
): Promise<Picked | null> {
  const { readPrompt, render } = await import("../../model/prompt/prompt.ts");
  const { prompt } = readPrompt("choose");
  const spent = { tokensIn: 0, tokensOut: 0 };
  const proposal = await pick(request, async (asked, options) => {
    const rendered = render(prompt, { options, request: asked }, model.window, form);
    const said = await model.generate(rendered.request, signal);
    if (!said.ok) return null;
    spent.tokensIn += said.value.tokensIn;
    spent.tokensOut += said.value.tokensOut;
    return said.value.text.trim();
  });
  if (proposal === null) return null;
  const { line, reading } = proposal;
  return {
    proposal: { does: "command", line, reading: `${reading} (${model.name} chose this.)` },
    model: model.name,
    ...spent,
  };
}
