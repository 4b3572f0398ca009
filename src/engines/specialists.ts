import type { Draft } from "../core/answer.ts";
import { define, END } from "../flow/define.ts";
import { branch } from "./branch.ts";
import { delegate, type Plan, planOf } from "./delegate.ts";
import { engine, type Lent } from "./engine.ts";
import type { Voted } from "./merge.ts";
import { type Progress, short, smallTalk } from "./state.ts";
import { synthesized } from "./synthesis.ts";

type State = Progress & Plan & { done: (Voted | null)[] };

/** Parts of a question at most. */
const most = 4;

/** Each part of a question to the engine that suits it: what files tell exactly, what texts say, what is counted over all documents. */
const graph = define<State, Draft, Lent>()({
  name: "specialists",
  start: "SPLIT",
  nodes: {
    SPLIT: {
      to: ["WORK", END],
      async run(state, ctx, ports) {
        const draft = smallTalk(state, ports);
        if (draft) return { state: { ...state, draft }, next: END, stop: draft.stop };
        const { question } = state.task;
        const { split, degraded } = await branch(question, { most, anew: false }, ctx, ports);
        return {
          state: { ...state, ...planOf(question, split), degraded: [...state.degraded, ...degraded] },
          next: "WORK",
        };
      },
    },
    WORK: {
      to: ["SYNTHESIZE"],
      async run(state, ctx, ports) {
        const { done, degraded } = await delegate(state.parts, (suits) => suits, ctx, ports);
        return { state: { ...state, done, degraded: [...state.degraded, ...degraded] }, next: "SYNTHESIZE" };
      },
    },
    SYNTHESIZE: { to: [END], run: synthesized },
  },
  respond: short,
});

export const specialists = engine({
  version: 2,
  for: "a question whose parts are of different kinds",
  steps: ["split the question", "give each part to the engine that suits it", "put the answers together"],
  asks: ["worker", "planner", "verifier"],
  graph,
  start: (from) => ({ ...from, parts: [], each: true, done: [] }),
});
