import type { Draft } from "../core/answer.ts";
import { define, END } from "../flow/define.ts";
import { engine, type Lent } from "./engine.ts";
import type { Voted } from "./merge.ts";
import { type Progress, short, smallTalk, type Task } from "./state.ts";
import { voted } from "./vote.ts";

type State = Progress & { votes: Voted[] };

/** Who is asked, and when: engines that look and change nothing. */
const members: [name: string, isFor: (task: Task, ports: Lent) => boolean][] = [
  ["direct", (_, { recipe }) => recipe !== null],
  ["survey", ({ census }) => census !== null],
  ["cite", () => true],
  ["contract", () => true],
];

/** The same question to several engines side by side, and what they answer put together claim by claim. */
const graph = define<State, Draft, Lent>()({
  name: "ensemble",
  start: "ASK",
  nodes: {
    ASK: {
      to: ["MERGE", END],
      async run(state, ctx, ports) {
        const draft = smallTalk(state, ports);
        if (draft) return { state: { ...state, draft }, next: END, stop: draft.stop };
        const names = members.filter(([, isFor]) => isFor(state.task, ports)).map(([name]) => name);
        const from: Progress = { task: state.task, draft: null, degraded: [] };
        const votes = await ctx.all("engine", names, async (name, own) => {
          const { output } = await (await ports.find(name)).enter(own, ports, from);
          return { engine: name, question: state.task.question, draft: output };
        });
        return { state: { ...state, votes }, next: "MERGE" };
      },
    },
    MERGE: {
      to: [END],
      async run(state, ctx, ports) {
        const draft = await voted(state.task.question, state.votes, ctx, ports);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const ensemble = engine({
  version: 1,
  for: "one question that several engines answer side by side",
  steps: ["ask every engine that suits the question", "put what they claim together, and show where they differ"],
  asks: ["worker", "planner", "verifier"],
  graph,
  start: (from) => ({ ...from, votes: [] }),
});
