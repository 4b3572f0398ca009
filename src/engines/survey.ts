import type { Draft } from "../core/answer.ts";
import type { Ports, Survey } from "../core/port.ts";
import { define, END } from "../flow/define.ts";
import { count } from "./count.ts";
import { observing, surveying } from "./effects.ts";
import { engine } from "./engine.ts";
import { type Finding, judge } from "./judge.ts";
import { blank, type Progress, short } from "./state.ts";

type State = Progress & { survey: Survey | null; findings: Finding[] };

/** A question about all documents: every one is looked at, and what is shown of some is checked to stand there. */
const graph = define<State, Draft, Ports>()({
  name: "survey",
  start: "LOOK",
  nodes: {
    LOOK: {
      to: ["VERIFY", END],
      async run(state, ctx, ports) {
        const { census } = state.task;
        const survey = census && (await surveying(ctx, ports, census));
        if (survey) return { state: { ...state, survey }, next: "VERIFY" };
        const draft = blank("no_plan", "The documents have nothing that could be counted by.");
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
    VERIFY: {
      to: ["RESPOND"],
      async run(state, ctx, ports) {
        const { excerpts, retrieved } = state.survey!;
        const findings = await judge(excerpts, retrieved.passages, observing(ctx, ports), ctx);
        return { state: { ...state, findings }, next: "RESPOND" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state, _, { globs }) {
        const draft = count(state.survey!, state.findings, globs);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const survey = engine({
  version: 1,
  for: "what is counted or listed over all documents",
  steps: ["look at every document", "count what is asked for", "check that what is shown stands in its file"],
  asks: [],
  graph,
  start: (from) => ({ ...from, survey: null, findings: [] }),
});
