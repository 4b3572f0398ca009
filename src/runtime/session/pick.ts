import { asksForAct, pick } from "../../commands/pick.ts";
import type { Picked } from "../../core/port.ts";
import type { Prompting, Said, Tried } from "../../core/prompting.ts";
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
    const [{ say }, { unlessNamed }] = await Promise.all([import("./say.ts"), import("./job.ts")]);
    const done = await chosen(request, (asked) => say(session, { ...asked, ability: "choose" }, { signal }));
    if (!done.ok) return unlessNamed(done, config.models.worker !== "auto");
    const proposal = done.value?.proposal;
    const refused = proposal && rule(config.profile, await session.judge(proposal.line)).verdict === "refused";
    // What the profile refuses was never asked for in words that are read: the texts are searched instead.
    return refused ? { ...done, value: { ...done.value!, proposal: null } } : done;
  };
}

/**
 * The command that a model chooses for a request, asked once for each choice that there is; null where the menu has nothing for it.
 * Fails with the model's own error.
 */
export async function chosen(
  request: string,
  ask: (asked: Prompting) => Promise<Tried<Said>>,
): Promise<Tried<Picked | null>> {
  const cost = { calls: 0, tokensIn: 0, tokensOut: 0 };
  let last: Tried<Said> | undefined;
  const proposal = await pick(request, async (about, options) => {
    last = await ask({ role: "worker", prompt: "choose", values: { options, request: about } });
    cost.calls += last.cost.calls;
    cost.tokensIn += last.cost.tokensIn;
    cost.tokensOut += last.cost.tokensOut;
    return last.ok ? last.value.text : null;
  });
  if (last === undefined) return { ok: true, value: null, cost };
  if (!last.ok) return { ...last, cost };
  const { text: _, ended: __, samples: ___, left: ____, ...by } = last.value;
  if (proposal === null) return { ok: true, value: { ...by, proposal }, cost };
  const reading = `${proposal.reading} (${by.model} chose this.)`;
  return { ok: true, value: { ...by, proposal: { does: "command", line: proposal.line, reading } }, cost };
}
