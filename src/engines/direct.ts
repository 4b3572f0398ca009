import type { Draft } from "../core/answer.ts";
import type { Means } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { observing } from "./effects.ts";
import { exactEngine } from "./engine.ts";
import { blank, type Progress, short } from "./state.ts";

/** No plan: a recipe's exact answer, or a reply that needs no source. */
const graph = define<Progress, Draft, Means>()({
  name: "direct",
  start: "DIRECT_EXEC",
  nodes: {
    DIRECT_EXEC: {
      to: ["RESPOND"],
      run: async (state, ctx, ports) => ({
        state: { ...state, draft: await execute(state, ctx, ports) },
        next: "RESPOND",
      }),
    },
    RESPOND: {
      to: [END],
      run: async (state) => ({ state, next: END, stop: state.draft?.stop }),
    },
  },
  respond: short,
});

export const direct = exactEngine({
  version: 1,
  for: "what files answer exactly, and what needs no source",
  steps: ["look at the files", "check the claim"],
  asks: [],
  graph,
  start: (from) => from,
});

async function execute({ task }: Progress, ctx: Context, ports: Means): Promise<Draft> {
  if (ports.recipe) return await ports.recipe(observing(ctx, ports), await ctx.now(), ctx.signal);
  const reply = ports.converse(task.question);
  return reply === null
    ? blank("no_plan", "This needs no look at the files, but no model here can answer it.")
    : blank("bypass", reply);
}
