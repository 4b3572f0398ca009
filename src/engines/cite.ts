import type { Draft } from "../core/answer.ts";
import type { Ports } from "../core/port.ts";
import { define, END } from "../flow/define.ts";
import { compose } from "./compose.ts";
import { type Delved, delve, divide, isSaid } from "./delve.ts";
import { observing } from "./effects.ts";
import { engine } from "./engine.ts";
import { type Finding, judge } from "./judge.ts";
import { type Progress, short } from "./state.ts";

type State = Progress & { delved: Delved | null; findings: Finding[]; divided: boolean };

/** Passages that are read. */
const depth = 12;

/**
 * An answer from the folder's texts, with sentences cited: VERIFY asks CHECK whether each stands where it is said to stand.
 * Where what was found is no sure answer, it is asked once more in the steps that a model puts it in.
 */
const graph = define<State, Draft, Ports>()({
  name: "cite",
  start: "FIND",
  nodes: {
    FIND: {
      to: ["VERIFY"],
      async run(state, ctx, ports) {
        const delved = await delve(state.task.question, depth, ctx, ports);
        return { state: withLacks({ ...state, delved }, delved), next: "VERIFY" };
      },
    },
    VERIFY: {
      to: ["DIVIDE", "RESPOND"],
      async run(state, ctx, ports) {
        const { found, reading } = state.delved!;
        const findings = await judge(reading.excerpts, found.passages, observing(ctx, ports), ctx);
        const good = isSaid({ reading }) && findings.some((finding) => finding.stands);
        const again = !good && !state.divided && ports.split !== null;
        return { state: { ...state, findings }, next: again ? "DIVIDE" : "RESPOND" };
      },
    },
    DIVIDE: {
      to: ["VERIFY"],
      async run(state, ctx, ports) {
        const { degraded: _, ...plain } = state.delved!;
        const delved = await divide(plain, state.task.question, depth, ctx, ports);
        return { state: withLacks({ ...state, delved, divided: true }, delved), next: "VERIFY" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state, ctx, ports) {
        const { task, findings, delved } = state;
        const { found: retrieved, reading } = delved!;
        const draft = await compose({ task, retrieved, findings, reading }, ctx, ports);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const cite = engine({
  version: 2,
  for: "what the texts say, with the sentences that say it",
  steps: ["search the folder's texts", "pick the sentences that answer", "check that each stands in its file"],
  asks: ["worker", "planner", "verifier"],
  graph,
  start: (from) => ({ ...from, delved: null, findings: [], divided: false }),
});

function withLacks(state: State, { degraded = [] }: Delved): State {
  return { ...state, degraded: [...state.degraded, ...degraded] };
}
