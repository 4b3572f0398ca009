import type { Draft } from "../core/answer.ts";
import type { Retrieved } from "../core/evidence.ts";
import type { Ports, Reading } from "../core/port.ts";
import { define, END, type Graph } from "../flow/define.ts";
import { compose } from "./compose.ts";
import { observing, retrieving } from "./effects.ts";
import { type Finding, judge } from "./judge.ts";
import { type Progress, short } from "./state.ts";

/** A step of a plan: what is done, and the observation that would show success. */
type Plan = { query: string; k: number; validation: string };

type State = Progress & {
  plan: Plan | null;
  found: Retrieved | null;
  reading: Reading | null;
  findings: Finding[];
  attempts: number;
};

/** What `loop` starts from. */
export function looping(progress: Progress): State {
  return { ...progress, plan: null, found: null, reading: null, findings: [], attempts: 0 };
}

/** Passages that a first and a second attempt read. */
const depth = [12, 40] as const;

/**
 * PLAN, EXECUTE, VERIFY, RESPOND, with one retry: the predictable baseline. It answers from the folder's texts with
 * cited sentences. VERIFY asks CHECK whether each sentence stands where it is said to stand, and whether together they
 * cover the question; a second attempt reads deeper.
 */
export function loop(ports: Ports): Graph<State, Draft> {
  return define<State, Draft>()({
    name: "loop",
    start: "PLAN",
    nodes: {
      PLAN: {
        to: ["EXECUTE"],
        run: async (state) => ({ state: { ...state, plan: makePlan(state) }, next: "EXECUTE" }),
      },
      EXECUTE: {
        to: ["VERIFY"],
        async run(state, ctx) {
          const { query, k } = state.plan!;
          const found = await retrieving(ctx, ports, query, k);
          const reading = ports.read(state.task.question, found.passages);
          return { state: { ...state, found, reading }, next: "VERIFY" };
        },
      },
      VERIFY: {
        to: ["PLAN", "RESPOND"],
        async run(state, ctx) {
          const { excerpts, enough } = state.reading!;
          const findings = await judge(excerpts, state.found!.passages, observing(ctx, ports), ctx);
          const attempts = state.attempts + 1;
          const good = enough && findings.some((finding) => finding.stands);
          return {
            state: { ...state, findings, attempts },
            next: good || attempts === depth.length ? "RESPOND" : "PLAN",
          };
        },
      },
      RESPOND: {
        to: [END],
        async run(state, ctx) {
          const { enough, reason } = state.reading!;
          const found = {
            task: state.task,
            retrieved: state.found!,
            findings: state.findings,
            enough,
            reason,
          };
          const draft = await compose(found, ctx, ports);
          return { state: { ...state, draft }, next: END, stop: draft.stop };
        },
      },
    },
    respond: short,
  });
}

function makePlan({ task, attempts }: State): Plan {
  const k = depth[attempts] ?? depth[1];
  return { query: task.question, k, validation: "a sentence that stands in its file and covers what is asked" };
}
