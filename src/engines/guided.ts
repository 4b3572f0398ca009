import type { Draft, Stop } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { conclude } from "./conclude.ts";
import { engine } from "./engine.ts";
import { partial } from "./partial.ts";
import { again } from "./plan/again.ts";
import type { Lesson } from "./plan/diagnose.ts";
import { outline } from "./plan/outline.ts";
import { notePlan, noteReflection } from "./plan/record.ts";
import { enough, evaluate, isEnough, type Score, scoreStep } from "./plan/score.ts";
import { type Note, type Step, take, unsigned } from "./plan/step.ts";
import { blank, type Progress, short } from "./state.ts";

type State = Progress & {
  plan: Step[];
  /** Steps of this plan that were done, each as it was done last, and those of the plan before it. */
  notes: Note[];
  past: Note[];
  pass: number;
  lessons: Lesson[];
  because: string;
};

/** Plans at most: the first, and one that is revised. */
const passes = 2;

/**
 * Each step is scored when it is done, and done once more, improved, where it is not good enough; so is the plan, once, when all of
 * it was done. What was planned, thought and done is the run's `reasoning_trace`.
 */
const graph = define<State, Draft, Ports>()({
  name: "guided",
  start: "PLAN",
  nodes: {
    PLAN: {
      to: ["STEP", "RESPOND", END],
      async run(state, ctx, ports) {
        const { task, lessons } = state;
        const reply = task.route.level === "BYPASS" ? ports.converse(task.question) : null;
        if (reply !== null) return { state: { ...state, draft: blank("bypass", reply) }, next: END, stop: "bypass" };
        const past = [...state.past, ...state.notes];
        const made = await outline(lessons, past, { ctx, ports, task }, true);
        const pass = state.pass + 1;
        notePlan(ctx, { pass, steps: made.steps, reason: lessons.at(-1)?.error ?? null, refused: made.refused });
        const degraded = made.problem ? [...state.degraded, made.problem] : state.degraded;
        const planned = { ...state, plan: made.steps, notes: [], past, pass, degraded };
        return { state: planned, next: made.steps.length > 0 ? "STEP" : "RESPOND" };
      },
    },
    STEP: {
      to: ["STEP", "EVALUATE"],
      async run(state, ctx, ports) {
        const note = await improved(state, ctx, ports);
        const notes = [...state.notes, note];
        return { state: { ...state, notes }, next: notes.length < state.plan.length ? "STEP" : "EVALUATE" };
      },
    },
    EVALUATE: {
      to: ["PLAN", "RESPOND"],
      async run(state, ctx, ports) {
        const { task, notes, past, pass } = state;
        const score = await evaluate([...past, ...notes], { ctx, ports, task });
        const good = isEnough(score);
        const revise = !good && pass < passes;
        noteReflection(ctx, { pass, step: null, ...score, retry: revise });
        const because = good ? "" : reasonOf(score);
        const lessons = revise ? [lessonOf(score, because, state, ports)] : state.lessons;
        return { state: { ...state, lessons, because }, next: revise ? "PLAN" : "RESPOND" };
      },
    },
    RESPOND: {
      to: [END],
      async run(state, ctx, ports) {
        const { task, notes, past, because, degraded, lessons } = state;
        const all = [...past, ...notes];
        const draft = await conclude(task, all, ctx, ports);
        const good = draft?.stop === "success";
        const whole = good ? draft : partial({ draft, notes: all, lessons, because }, stopOf(draft));
        const told = { ...whole, degraded: [...degraded, ...whole.degraded] };
        return { state: { ...state, draft: told }, next: END, stop: told.stop };
      },
    },
  },
  respond: answer,
});

export const guided = engine({
  version: 2,
  for: "work whose every step is to be scored, with a reasoning trace of it",
  steps: ["plan steps", "do each, score it, and improve it once", "score all of it", "revise the plan once"],
  outlines: true,
  asks: ["planner", "worker", "verifier"],
  graph,
  start: (from) => ({ ...from, plan: [], notes: [], past: [], pass: 0, lessons: [], because: "" }),
});

/** Does the next step, and once more in an improved way where it is not good enough; the better of both stays. */
async function improved({ task, plan, notes, pass }: State, ctx: Context, ports: Ports): Promise<Note> {
  const desk = { ctx, ports, task };
  const note = await take(plan[notes.length]!, notes, desk, pass);
  const score = await scoreStep(note, desk);
  const step = notes.length + 1;
  const other = isEnough(score) ? null : again(note, score.suggestions, task.question, ports);
  noteReflection(ctx, { pass, step, ...score, retry: other !== null });
  if (other === null) return note;
  const second = await take(other, notes, desk, pass);
  const better = await scoreStep(second, desk);
  noteReflection(ctx, { pass, step, ...better, retry: false });
  return sum(better) > sum(score) ? second : note;
}

function sum({ completeness, correctness }: Score): number {
  return completeness + correctness;
}

/** Which score is too low, as the reasoning trace says it. */
function reasonOf({ completeness, correctness }: Score): string {
  const low = [
    ...(completeness < enough ? [`completeness_score < ${enough}`] : []),
    ...(correctness < enough ? [`correctness_score < ${enough}`] : []),
  ];
  return low.join(" and ");
}

/** What a revised plan is to heed: the steps that gave nothing, and what was suggested. */
function lessonOf({ issues, suggestions }: Score, error: string, { notes, task }: State, ports: Ports): Lesson {
  const avoid = notes.filter(({ seen }) => !seen.found).map(unsigned);
  const said = suggestions.join(" ");
  const known = [task.question, ...notes.map(({ seen }) => seen.text)].join("\n");
  const strange = new Set(ports.lacking(said, known));
  const about = ports
    .lacking(said, "")
    .filter((word) => !strange.has(word))
    .join(" ");
  return { text: [...issues, ...suggestions].join("; "), error, avoid, about: about === "" ? null : about };
}

function stopOf(draft: Draft | null): Stop {
  return draft === null || draft.stop === "success" ? "unproven" : draft.stop;
}

function answer(state: State, stop: Stop, problem?: Problem): Draft {
  const { draft, notes, past, lessons, because } = state;
  const all = [...past, ...notes];
  if (draft || all.length === 0) return short(state, stop, problem);
  return partial({ draft, notes: all, lessons, because: problem?.message ?? because }, stop);
}
