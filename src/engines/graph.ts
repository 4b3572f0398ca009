import type { Draft, Stop } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import type { Ports } from "../core/port.ts";
import type { Level } from "../core/route.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { conclude } from "./conclude.ts";
import { engine } from "./engine.ts";
import { partial } from "./partial.ts";
import { partsIn, stepFor } from "./plan/agenda.ts";
import { diagnose, type Lesson } from "./plan/diagnose.ts";
import { outline } from "./plan/outline.ts";
import { notePlan, noteReflection } from "./plan/record.ts";
import { isShown, placed } from "./plan/sign.ts";
import { type Note, type Step, take, unsigned } from "./plan/step.ts";
import { blank, type Progress, short } from "./state.ts";

type State = Progress & {
  plan: Step[];
  /** Steps of this plan that were done, and of those before it. */
  notes: Note[];
  past: Note[];
  passes: number;
  /** What failed, until it is reflected on. */
  failed: { step: Note | null; because: string } | null;
  lessons: Lesson[];
  /** Replies of a model that were no plan. */
  deaf: number;
};

/** How often it is reflected, by level. */
const budgets: Record<Level, number> = { BYPASS: 0, SIMPLE: 0, MODERATE: 1, COMPLEX: 3 };

/** Bypass and simple questions take one look at most; all others are planned. */
async function directly(state: State, ctx: Context, ports: Ports): Promise<State & { draft: Draft }> {
  const { task } = state;
  if (task.route.level === "BYPASS") {
    const reply = ports.converse(task.question);
    const draft = reply === null ? blank("no_plan", "No plan is made for this.") : blank("bypass", reply);
    return { ...state, draft };
  }
  const desk = { ctx, ports, task };
  const note = await take(await stepFor({ question: task.question, except: [] }, desk), [], desk, 1);
  const draft = await conclude(task, [note], ctx, ports);
  return { ...state, notes: [note], draft: draft ?? blank("not_found", note.seen.text) };
}

async function plan(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, lessons, deaf, degraded } = state;
  const past = [...state.past, ...state.notes];
  const made = await outline(lessons, past, { ctx, ports, task }, deaf < 2);
  const passes = state.passes + 1;
  // A plan that only repeats what was done leads nowhere else.
  const isNew = made.steps.some((step) => !past.some(({ planned }) => planned === unsigned(step)));
  const steps = isNew ? made.steps : [];
  notePlan(ctx, { pass: passes, steps, reason: lessons.at(-1)?.text ?? null, refused: made.refused });
  const isDeaf = made.asked && made.steps.every(({ by }) => by === "rules");
  return {
    ...state,
    ...{ plan: steps, notes: [], past, passes },
    deaf: deaf + (isDeaf ? 1 : 0),
    degraded: made.problem ? known(degraded, made.problem) : degraded,
  };
}

function known(degraded: Problem[], problem: Problem): Problem[] {
  return degraded.some(({ code, message }) => code === problem.code && message === problem.message)
    ? degraded
    : [...degraded, problem];
}

/** Does the next step; one that an earlier plan did as well is not done again. */
async function execute(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, past, notes, passes } = state;
  const step = state.plan[notes.length]!;
  const before = past.findLast(
    (note) => note.planned === unsigned(step) && note.seen.found && !note.planned.includes("#"),
  );
  const note = before ?? (await take(step, notes, { ctx, ports, task }, passes));
  const shown = await isShown({ ...note, shows: step.shows }, { ctx, ports });
  return { ...state, notes: [...notes, note], failed: shown.ok ? null : { step: note, because: shown.because } };
}

/** Whether what was done answers the question: every step shows what it was to, all that the question names was come by, and it holds. */
async function verify(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, notes, past } = state;
  const all = [...past, ...notes];
  const draft = await conclude(task, all, ctx, ports);
  for (const note of notes) {
    const shown = await isShown(note, { ctx, ports });
    if (!shown.ok) return { ...state, draft, failed: { step: note, because: shown.because } };
  }
  const lacks = ports.lacking(
    task.question,
    notes
      .filter(({ seen }) => seen.found)
      .map(placed)
      .join("\n"),
  );
  if (draft?.stop === "success" && lacks.length === 0) return { ...state, draft, failed: null };
  const because =
    lacks.length > 0
      ? `nothing read names ${lacks.map((word) => `"${word}"`).join(", ")}`
      : "what was found is no sure answer";
  return { ...state, draft, failed: { step: null, because } };
}

async function reflect(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, notes, past, lessons, degraded, passes } = state;
  const all = [...past, ...notes];
  const { lesson, problem } = await diagnose(state.failed!, all, lessons, { ctx, ports, task });
  const suggestions = lesson.about === null ? [] : [`search for ${lesson.about}`];
  const issues = [lesson.error, lesson.text];
  noteReflection(ctx, {
    pass: passes,
    step: notes.length,
    completeness: 0,
    correctness: 0,
    issues,
    suggestions,
    retry: true,
  });
  return {
    ...state,
    lessons: [...lessons, lesson],
    degraded: problem ? known(degraded, problem) : degraded,
  };
}

function mayReflect({ task, lessons }: State): boolean {
  return lessons.length < budgets[task.route.level];
}

/** What ended it, where something failed: it may not be reflected on any more, or nothing else is left to be tried. */
function endOf(state: State): Stop {
  if (state.passes === 1 && state.plan.length === 0) return "no_plan";
  return state.lessons.length > 0 && !mayReflect(state) ? "max_reflections" : "unproven";
}

/** The answer, or all that there is where it is none. */
async function respond(state: State, ctx: Context, ports: Ports): Promise<State & { draft: Draft }> {
  const { task, notes, past, failed, lessons, degraded } = state;
  const all = [...past, ...notes];
  const draft = state.draft ?? (await conclude(task, all, ctx, ports));
  if (draft && failed === null) return { ...state, draft: withLacks(draft, degraded) };
  const attempt = { draft, notes: all, lessons, because: failed?.because ?? "" };
  return { ...state, failed: null, draft: withLacks(partial(attempt, endOf(state)), degraded) };
}

function withLacks(draft: Draft, degraded: Problem[]): Draft {
  return { ...draft, degraded: [...degraded, ...draft.degraded] };
}

/** The nodes that both variants share. */
const shared = {
  CLASSIFY: {
    to: ["DIRECT_EXEC", "PLAN"],
    // The route was decided before: nothing is classified twice. What asks of several things, or holds another question, takes more looks.
    run: async (state: State, _: Context, ports: Ports) => {
      const { route, question } = state.task;
      const isPlain = partsIn(question, ports) === null && ports.unnest(question) === null;
      const isOne = route.level === "BYPASS" || (route.level === "SIMPLE" && isPlain);
      return { state, next: isOne ? ("DIRECT_EXEC" as const) : ("PLAN" as const) };
    },
  },
  DIRECT_EXEC: {
    to: ["RESPOND"],
    run: async (state: State, ctx: Context, ports: Ports) => ({
      state: await directly(state, ctx, ports),
      next: "RESPOND" as const,
    }),
  },
  PLAN: {
    to: ["EXECUTE", "RESPOND"],
    async run(state: State, ctx: Context, ports: Ports) {
      const planned = await plan(state, ctx, ports);
      return { state: planned, next: planned.plan.length > 0 ? ("EXECUTE" as const) : ("RESPOND" as const) };
    },
  },
  EXECUTE: {
    to: ["EXECUTE", "REFLECT", "VERIFY"],
    async run(state: State, ctx: Context, ports: Ports) {
      const done = await execute(state, ctx, ports);
      // Where nothing may be planned anew, the steps that do not hang on the failed one still give what they give.
      if (done.failed && mayReflect(done)) return { state: done, next: "REFLECT" as const };
      return { state: done, next: done.notes.length < done.plan.length ? ("EXECUTE" as const) : ("VERIFY" as const) };
    },
  },
  VERIFY: {
    to: ["REFLECT", "RESPOND"],
    async run(state: State, ctx: Context, ports: Ports) {
      const verified = await verify(state, ctx, ports);
      const again = verified.failed !== null && mayReflect(verified);
      return { state: verified, next: again ? ("REFLECT" as const) : ("RESPOND" as const) };
    },
  },
  RESPOND: {
    to: [END],
    async run(state: State, ctx: Context, ports: Ports) {
      const responded = await respond(state, ctx, ports);
      return { state: responded, next: END as END, stop: responded.draft.stop };
    },
  },
} as const;

const answer = (state: State, stop: Stop, problem?: Problem): Draft => {
  const { draft, notes, past, lessons } = state;
  const all = [...past, ...notes];
  if (all.length === 0) return short(state, stop, problem);
  if (draft && state.failed === null) return { ...draft, stop };
  return partial({ draft, notes: all, lessons, because: problem?.message ?? "" }, stop);
};

const reflective = define<State, Draft, Ports>()({
  name: "graph",
  start: "CLASSIFY",
  nodes: {
    ...shared,
    REFLECT: {
      to: ["PLAN"],
      run: async (state, ctx, ports) => ({ state: await reflect(state, ctx, ports), next: "PLAN" }),
    },
  },
  respond: answer,
});

/** REFLECT makes the new plan itself. */
const replanning = define<State, Draft, Ports>()({
  name: "graph-v2",
  start: "CLASSIFY",
  nodes: {
    ...shared,
    REFLECT: {
      to: ["EXECUTE", "RESPOND"],
      async run(state, ctx, ports) {
        const planned = await plan(await reflect(state, ctx, ports), ctx, ports);
        return { state: planned, next: planned.plan.length > 0 ? "EXECUTE" : "RESPOND" };
      },
    },
  },
  respond: answer,
});

const row = {
  version: 3,
  steps: [
    "plan steps, each with what would show that it worked",
    "do them",
    "find out why one failed, and plan anew",
    "check what the steps show",
  ],
  outlines: true,
  asks: ["planner", "worker", "verifier"],
  start: (from: Progress): State => ({
    ...from,
    ...{ plan: [], notes: [], past: [], passes: 0, failed: null, lessons: [], deaf: 0 },
  }),
} as const;

export const graph = engine({
  ...row,
  for: "tasks of several steps that may fail and are then planned anew",
  graph: reflective,
});
export const graphV2 = engine({
  ...row,
  for: "the same, with the new plan made by the reflection itself",
  graph: replanning,
});
