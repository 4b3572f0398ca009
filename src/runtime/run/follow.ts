import type { Draft } from "../../core/answer.ts";
import { ErgoError, type Problem } from "../../core/error.ts";
import type { Completed, Tried } from "../../core/port.ts";
import { visible } from "../../core/visible.ts";
import { completing } from "../../engines/effects.ts";
import { type Progress, short } from "../../engines/state.ts";
import type { Context } from "../../flow/context.ts";
import { define, END, type Graph } from "../../flow/define.ts";
import { type Clarify, think } from "./think.ts";

/** How a model completes a question, and who is told what was made of it. */
export type Completing = {
  complete(question: string, signal: AbortSignal): Promise<Tried<Completed | null>>;
  tell(text: string): void;
};

type State = Progress & { degraded: Problem[] };

/**
 * A question that goes back to others in a way that rules leave open: a model completes it from those, and then it is asked as
 * it was completed; where that fails or is refused, as it stands. The completion is an effect like any other, so it is recorded
 * once, whatever comes of it. One that asks for a change is done only once somebody has agreed.
 */
export function follow(completing: Completing, ask: Clarify): Graph<State, Draft> {
  return define<State, Draft>()({
    name: "follow",
    start: "COMPLETE",
    nodes: {
      COMPLETE: {
        to: ["ASK"],
        run: async (state, ctx) => ({ state: await completed(state, ctx, completing, ask), next: "ASK" }),
      },
      ASK: {
        to: [END],
        async run(state, ctx) {
          const { question } = state.task;
          const { ports, engine, route } = ask(question);
          const progress = { task: { question, route }, draft: null };
          const { output, problem } = await ctx.run("ask", think(ports, engine, ask), progress);
          const degraded = [...state.degraded, ...output.degraded];
          const draft = { ...output, question, engine: output.engine ?? engine, degraded };
          return { state: { ...state, draft }, next: END, stop: output.stop, problem };
        },
      },
    },
    respond: short,
  });
}

async function completed(state: State, ctx: Context, { complete, tell }: Completing, ask: Clarify): Promise<State> {
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
  return { ...state, task: { question, route: ask(question).route }, degraded };
}
