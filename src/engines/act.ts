import type { Draft } from "../core/answer.ts";
import type { Ports, Proposal } from "../core/port.ts";
import { define, END } from "../flow/define.ts";
import { type Deed, perform } from "./deed.ts";
import { choosing } from "./effects.ts";
import { engine } from "./engine.ts";
import { blank, type Progress, short } from "./state.ts";
import { tell } from "./tell.ts";

type State = Progress & { proposal: Proposal | null; deed: Deed | null };

/**
 * A request that a command or an edit fulfils: it is carried out once, within what the profile allows, and VERIFY looks how it
 * ended and what the folder shows of it. What rules don't read a model may choose of the menu.
 */
const graph = define<State, Draft, Ports>()({
  name: "act",
  start: "PLAN",
  nodes: {
    PLAN: {
      to: ["EXECUTE", END],
      async run(state, ctx, { acting }) {
        const { proposal, question } = state.task;
        if (proposal) return { state: { ...state, proposal }, next: "EXECUTE" };
        const chosen = await choosing(ctx, acting, question);
        const lack = chosen?.ok ? chosen.value?.instead : chosen?.error;
        const degraded = [...state.degraded, ...(lack ? [lack] : [])];
        const picked = chosen?.ok ? (chosen.value?.proposal ?? null) : null;
        if (picked) return { state: { ...state, degraded, proposal: picked }, next: "EXECUTE" };
        const draft = blank("no_plan", "No command here does what is asked.");
        return { state: { ...state, degraded, draft }, next: END, stop: draft.stop };
      },
    },
    EXECUTE: {
      to: ["VERIFY"],
      // A command is not tried twice: what it did the first time would be done again.
      run: async (state, ctx, { acting }) => ({
        state: { ...state, deed: await perform(state.proposal!, ctx, acting) },
        next: "VERIFY",
      }),
    },
    VERIFY: {
      to: [END],
      async run(state, ctx, { acting }) {
        const draft = await tell(state.deed!, ctx, acting);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const act = engine({
  version: 1,
  for: "what is to be done: a command in the sandbox, an edit",
  steps: ["choose a command of the menu", "run it in the sandbox", "look how it ended and what it changed"],
  asks: ["worker"],
  graph,
  start: (from) => ({ ...from, proposal: null, deed: null }),
});
