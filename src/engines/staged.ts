import type { Draft } from "../core/answer.ts";
import { define, END } from "../flow/define.ts";
import { branch } from "./branch.ts";
import { delegate, type Plan, planOf } from "./delegate.ts";
import { engine, type Lent } from "./engine.ts";
import { answers, type Voted } from "./merge.ts";
import { type Progress, short, smallTalk } from "./state.ts";
import { synthesized } from "./synthesis.ts";

type State = Progress & Plan & { done: (Voted | null)[] };

/** Parts of a question at most. */
const most = 4;

/**
 * Two stages: what texts say of each part is answered by a tree of its own (`contract`); a part that has no answer after that is given to steps
 * that may fail and are planned anew (`graph`). The better answer to a part stays.
 */
const graph = define<State, Draft, Lent>()({
  name: "staged",
  start: "ANALYZE",
  nodes: {
    ANALYZE: {
      to: ["WORK", "MERGE", END],
      async run(state, ctx, ports) {
        const draft = smallTalk(state, ports);
        if (draft) return { state: { ...state, draft }, next: END, stop: draft.stop };
        const { question } = state.task;
        const made = await branch(question, { most, anew: false }, ctx, ports);
        const plan = planOf(question, made.split);
        const byTree = (suits: string) => (suits === "cite" || suits === "react" ? "contract" : suits);
        const { done, degraded } = await delegate(plan.parts, byTree, ctx, ports);
        const all = [...state.degraded, ...made.degraded, ...degraded];
        return { state: { ...state, ...plan, done, degraded: all }, next: done.every(isAnswered) ? "MERGE" : "WORK" };
      },
    },
    WORK: {
      to: ["MERGE"],
      async run(state, ctx, ports) {
        const answered = state.done.map((vote) => (isAnswered(vote) ? vote : null));
        const { done, degraded } = await delegate(state.parts, () => "graph", ctx, ports, answered);
        const best = done.map((vote, at) => better(state.done[at] ?? null, vote));
        return { state: { ...state, done: best, degraded: [...state.degraded, ...degraded] }, next: "MERGE" };
      },
    },
    MERGE: { to: [END], run: synthesized },
  },
  respond: short,
});

export const staged = engine({
  version: 1,
  for: "a question of several parts, of which some take work in steps",
  steps: ["answer each part by a tree of its own", "do what is left in steps", "put the answers together"],
  asks: ["planner", "worker", "verifier"],
  graph,
  start: (from) => ({ ...from, parts: [], each: true, done: [] }),
});

function isAnswered(vote: Voted | null): boolean {
  return vote !== null && answers(vote.draft);
}

/** Of two answers to a part the second where it answers or there is no other. */
function better(first: Voted | null, second: Voted | null): Voted | null {
  return first === null || (second !== null && isAnswered(second)) ? second : first;
}
