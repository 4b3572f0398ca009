import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { saying } from "./effects.ts";
import { engine } from "./engine.ts";
import { expressionIn, numberAt } from "./program.ts";
import { blank, type Progress, short } from "./state.ts";
import { use } from "./tools/list.ts";

/** A calculation that was written: its one expression, what that comes to, and the answer that proves so much. */
type Computed = { expression: string; value: string; draft: Draft };

type State = Progress & { computed: Computed | null; said: number | null; model: string | null };

/**
 * How likely the result is right, by whether the steps that the model takes in words come to the same: the share that was right of
 * each kind with the model that was measured (bench/word.ts).
 */
const sureness = { agreed: 0.9, alone: 0.35 };

/**
 * A problem in words that says all that its answer takes: a model writes the calculation, CHECK computes it, and the model solves it once
 * more in words. Where both come to the same it is answered; else the result of the calculation is likelier, and only probable. That the
 * calculation is what the problem asks for is proven by nothing.
 */
const graph = define<State, Draft, Ports>()({
  name: "compute",
  start: "WRITE",
  nodes: {
    WRITE: {
      to: ["COMPUTE", "RESPOND"],
      async run(state, ctx, ports) {
        const written = await tell("program", state, ctx, ports);
        if (written.text === null) return { state: written.state, next: "RESPOND" };
        const expression = expressionIn(written.text);
        const computed = expression === null ? null : { expression, value: "", draft: blank("no_plan", "") };
        return { state: { ...written.state, computed }, next: computed ? "COMPUTE" : "RESPOND" };
      },
    },
    COMPUTE: {
      to: ["COMPARE", "RESPOND"],
      async run(state, ctx, ports) {
        const { expression } = state.computed!;
        const { found, value, rests } = await use("calculate", { expression }, { ctx, ports, task: state.task });
        if (!found || value === null || rests.on !== "claims")
          return { state: { ...state, computed: null }, next: "RESPOND" };
        return { state: { ...state, computed: { expression, value, draft: rests.draft } }, next: "COMPARE" };
      },
    },
    COMPARE: {
      to: ["RESPOND"],
      async run(state, ctx, ports) {
        const stepped = await tell("steps", state, ctx, ports);
        const said = stepped.text === null ? null : numberAt(stepped.text);
        return { state: { ...stepped.state, said }, next: "RESPOND" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state) {
        const draft = respond(state);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: short,
});

export const compute = engine({
  version: 1,
  for: "a problem in words that gives every number its answer takes",
  steps: ["write the calculation", "compute it", "solve it once more in words", "see whether both come to the same"],
  asks: ["worker"],
  graph,
  start: (from) => ({ ...from, computed: null, said: null, model: null }),
});

/** What the worker says to a prompt about the problem; null where none is to be had, which is no fault where none is named. */
async function tell(prompt: "program" | "steps", state: State, ctx: Context, ports: Ports) {
  if (ports.say === null) return { state, text: null };
  const values = { question: state.task.question };
  const said = await saying(ctx, ports.say, { role: "worker", prompt, values });
  if (!said.ok) return { state: lacking(state, said.error), text: null };
  const { text, model, instead } = said.value;
  return { state: { ...(instead ? lacking(state, instead) : state), model }, text };
}

function lacking(state: State, problem: Problem): State {
  return { ...state, degraded: [...state.degraded, problem] };
}

function respond({ computed, said, model, degraded }: State): Draft {
  if (computed === null) return { ...blank("no_plan", "No model set up a calculation for this."), degraded };
  const { expression, value, draft } = computed;
  const agrees = said !== null && Math.abs(said - numberOf(value)) < 1e-6 * Math.max(1, Math.abs(said));
  const also = said === null ? "" : agrees ? "; in words it comes to the same" : `; in words it comes to ${said}`;
  const lines = [
    `${agrees ? "" : "Probably: "}${value}`,
    `${expression} = ${value} [1]`,
    `(${model} set it up${also})`,
  ];
  const basis = agrees ? "two ways of the model agree" : "a calculation of the model";
  return {
    ...draft,
    stop: agrees ? "success" : "unproven",
    answer: lines.join("\n"),
    confidence: { value: agrees ? sureness.agreed : sureness.alone, basis },
    degraded,
  };
}

/** The number that a value writes: a whole one, a decimal, or a fraction. */
function numberOf(value: string): number {
  const [above, below = "1"] = value.split("/");
  return Number(above) / Number(below);
}
