import type { Draft, Stop } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { conclude } from "./conclude.ts";
import { engine } from "./engine.ts";
import { partial } from "./partial.ts";
import { again } from "./plan/again.ts";
import { citing } from "./plan/agenda.ts";
import { outline } from "./plan/outline.ts";
import { notePlan } from "./plan/record.ts";
import { isShown } from "./plan/sign.ts";
import { type Note, type Step, take, unsigned } from "./plan/step.ts";
import { blank, type Progress, short } from "./state.ts";

type State = Progress & {
  /** Steps that are still to be done, and those that were. */
  plan: Step[];
  notes: Note[];
  /** Why what was done is no answer; "" where nothing speaks against it. */
  because: string;
  retried: boolean;
};

/** A plan, its steps in their order, a check, and one more try of what failed, in another way. Nothing is diagnosed or planned anew. */
const graph = define<State, Draft, Ports>()({
  name: "loop",
  start: "CLASSIFY",
  nodes: {
    CLASSIFY: {
      to: ["PLAN", END],
      async run(state, _, { converse }) {
        const reply = state.task.route.level === "BYPASS" ? converse(state.task.question) : null;
        if (reply === null) return { state, next: "PLAN" };
        return { state: { ...state, draft: blank("bypass", reply) }, next: END, stop: "bypass" };
      },
    },
    PLAN: {
      to: ["EXECUTE"],
      async run(state, ctx, ports) {
        const { steps, problem, refused } = await outline([], [], { ctx, ports, task: state.task }, true);
        notePlan(ctx, { pass: 1, steps, reason: null, refused });
        return { state: { ...state, plan: steps, degraded: problem ? [problem] : [] }, next: "EXECUTE" };
      },
    },
    EXECUTE: {
      to: ["EXECUTE", "VERIFY"],
      async run(state, ctx, ports) {
        const [step, ...plan] = state.plan;
        if (!step) return { state, next: "VERIFY" };
        const pass = state.retried ? 2 : 1;
        const note = await take(step, state.notes, { ctx, ports, task: state.task }, pass);
        return {
          state: { ...state, plan, notes: [...state.notes, note] },
          next: plan.length > 0 ? "EXECUTE" : "VERIFY",
        };
      },
    },
    VERIFY: {
      to: ["EXECUTE", "RESPOND"],
      async run(state, ctx, ports) {
        const verified = await verify(state, ctx, ports);
        return { state: verified, next: verified.plan.length > 0 ? "EXECUTE" : "RESPOND" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state) {
        const { draft, notes, because, degraded } = state;
        const whole = because === "" && draft ? draft : partial({ draft, notes, lessons: [], because }, stopOf(draft));
        const told = { ...whole, degraded: [...degraded, ...whole.degraded] };
        return { state: { ...state, draft: told }, next: END, stop: told.stop };
      },
    },
  },
  respond: answer,
});

export const loop = engine({
  version: 2,
  for: "the same few steps for every task: what others are measured against",
  steps: ["plan steps", "do them in their order", "check what they show", "try once more what failed"],
  outlines: true,
  asks: ["planner", "worker", "verifier"],
  graph,
  start: (from) => ({ ...from, plan: [], notes: [], because: "", retried: false }),
});

/** What was done as an answer; where that is none, the steps that failed are to be done once more in another way. */
async function verify(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, retried } = state;
  const others: Step[] = [];
  const faults: string[] = [];
  for (const note of state.notes) {
    const { ok, because } = await isShown(note, { ctx, ports });
    if (ok) continue;
    faults.push(because);
    const other = again(note, [], task.question, ports);
    if (other) others.push(other);
  }
  const draft = await conclude(task, state.notes, ctx, ports);
  if (draft?.stop === "success") return { ...state, draft, because: "" };
  const because = faults[0] ?? "what was found is no sure answer";
  const whole = citing(task.question);
  const isRead = [...state.notes, ...others].some((step) => unsigned(step) === unsigned(whole));
  const next = others.length === 0 && !isRead ? [whole] : others;
  return { ...state, draft, because, plan: retried ? [] : next, retried: true };
}

function stopOf(draft: Draft | null): Stop {
  return draft === null || draft.stop === "success" ? "unproven" : draft.stop;
}

function answer(state: State, stop: Stop, problem?: Problem): Draft {
  const { draft, notes, because } = state;
  if (notes.length === 0) return short(state, stop, problem);
  if (draft && because === "") return { ...draft, stop };
  // What RESPOND wrote tells of all that was tried already.
  if (draft && problem === undefined) return { ...draft, stop };
  return partial({ draft, notes, lessons: [], because: problem?.message ?? because }, stop);
}
