import type { Draft } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import type { Completed, Tried } from "../../core/prompting.ts";
import { visible } from "../../core/visible.ts";
import { completing } from "../../engines/effects.ts";
import { type Progress, short } from "../../engines/state.ts";
import type { Context } from "../../flow/context.ts";
import { define, END, supply } from "../../flow/define.ts";
import { type Clarify, think, thinking } from "./think.ts";

/** How a model completes a question, who is told what was made of it, and how it is then answered. */
export type Following = {
  complete(question: string, signal: AbortSignal): Promise<Tried<Completed | null>>;
  tell(text: string): void;
  clarify: Clarify;
};

/**
 * A question that goes back to others in a way that rules leave open: a model completes it from those, and then it is asked as
 * it was completed; where that fails or is refused, as it stands. The completion is an effect like any other, so it is recorded
 * once, whatever comes of it. One that asks for a change is done only once somebody has agreed.
 */
export const follow = define<Progress, Draft, Following>()({
  name: "follow",
  start: "COMPLETE",
  nodes: {
    COMPLETE: {
      to: ["ASK"],
      run: async (state, ctx, following) => ({ state: await completed(state, ctx, following), next: "ASK" }),
    },
    ASK: {
      to: [END],
      async run(state, ctx, { clarify }) {
        const { question } = state.task;
        const way = clarify(question);
        const { output, problem } = await ctx.run("ask", supply(think, { ...way, clarify }), thinking(way.intent));
        const draft = { ...output, question, engine: output.engine ?? way.intent.engine };
        return { state: { ...state, draft }, next: END, stop: output.stop, problem };
      },
    },
  },
  respond: short,
});

async function completed(state: Progress, ctx: Context, { complete, tell }: Following): Promise<Progress> {
  const said = state.task.question;
  const given = await completing(ctx, complete, said);
  if (!given.ok) return { ...state, degraded: [given.error] };
  if (given.value === null) return state;
  const { text: question, model, instead, fault, acts, attended } = given.value;
  const degraded = instead ? [instead] : [];
  const because = fault ?? (acts && !attended ? "it would change something, and nobody is there to agree" : null);
  ctx.note("completion.checked", { question, asked: because === null, because });
  if (because !== null) {
    if (fault === null) tell(`asked as it stands; "${question}" was meant, says ${model}: ${because}`);
    return { ...state, degraded };
  }
  tell(`understood as: ${question} (${model} completed it)`);
  if (acts) {
    const text = `“${said}” was completed to “${visible(question)}” by ${model}. Is that what you want done?`;
    if (!(await ctx.ask({ kind: "approval", text }))) throw new ErgoError("NOT_APPROVED", { line: question });
  }
  return { ...state, task: { ...state.task, question }, degraded };
}
