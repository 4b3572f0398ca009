import type { Draft } from "../core/answer.ts";
import { define, END } from "../flow/define.ts";
import { isOver, measured, type State, split, together } from "./contraction.ts";
import { engine, type Lent } from "./engine.ts";
import { normalised, peersReviewed, preReviewed, solved } from "./grow.ts";
import { presetFor } from "./preset.ts";
import { short, smallTalk } from "./state.ts";
import { planted, ready, ripe } from "./tree.ts";

/**
 * A tree of questions. Each is answered from the texts; where sampled answers differ in meaning, or it holds several, it is split into
 * parts that are answered in its place. What comes of them is reviewed and collapses, up to the whole question, which is
 * reviewed as well. Rounds follow while answers come nearer to each other; where they don't, the question is asked anew. The best answer
 * is kept, not the last.
 */
const graph = define<State, Draft, Lent>()({
  name: "contract",
  start: "NEW",
  nodes: {
    NEW: {
      to: ["NORMALIZE", END],
      async run(state, _, ports) {
        const draft = smallTalk(state, ports);
        if (draft) return { state: { ...state, draft }, next: END, stop: draft.stop };
        return { state: { ...state, tree: planted(state.task.question) }, next: "NORMALIZE" };
      },
    },
    NORMALIZE: {
      to: ["SOLVE", "PRE_REVIEW"],
      async run(state, ctx) {
        const tree = normalised(state.tree, state.preset, ctx);
        return { state: { ...state, tree }, next: ready(tree).length > 0 ? "SOLVE" : "PRE_REVIEW" };
      },
    },
    SOLVE: {
      to: ["SOLVE", "DECOMPOSE", "PRE_REVIEW"],
      async run(state, ctx, ports) {
        const now = await solved(state, ctx, ports);
        if (ready(now.tree).length > 0) return { state: now, next: "SOLVE" };
        const doubtful = now.tree.some((part) => part.state === "doubtful");
        return { state: now, next: doubtful ? "DECOMPOSE" : "PRE_REVIEW" };
      },
    },
    DECOMPOSE: {
      to: ["NORMALIZE", "PRE_REVIEW"],
      async run(state, ctx, ports) {
        const now = await split(state, ctx, ports);
        const grew = now.tree.some((part) => part.state === "new");
        return { state: now, next: grew ? "NORMALIZE" : "PRE_REVIEW" };
      },
    },
    PRE_REVIEW: {
      to: ["PEER_REVIEW"],
      run: async (state, ctx) => ({ state: { ...state, tree: preReviewed(state.tree, ctx) }, next: "PEER_REVIEW" }),
    },
    PEER_REVIEW: {
      to: ["COLLAPSE"],
      run: async (state, ctx, ports) => ({ state: await peersReviewed(state, ctx, ports), next: "COLLAPSE" }),
    },
    COLLAPSE: {
      to: ["PRE_REVIEW", "SOLVE", "DECOMPOSE", END],
      async run(state, ctx, ports) {
        if (ripe(state.tree).length > 0) return { state: await together(state, ctx, ports), next: "PRE_REVIEW" };
        const now = measured(state, ctx, ports);
        if (isOver(now)) return { state: now, next: END, stop: now.draft!.stop };
        return { state: now, next: now.tree[0]!.state === "doubtful" ? "DECOMPOSE" : "SOLVE" };
      },
    },
  },
  respond: short,
});

export const contract = engine({
  version: 1,
  for: "a question whose answer is uncertain, or that holds several",
  steps: [
    "answer the question from the texts, several times",
    "split what is uncertain into parts, and answer those",
    "review each answer, and let them collapse into one",
  ],
  asks: ["worker", "planner", "verifier"],
  graph,
  start: (from) => ({
    ...from,
    ...{ preset: presetFor(from.task), tree: [], round: 1, renewed: 0, over: false },
    ...{ first: null, texts: [], distances: [1], best: null },
  }),
});
