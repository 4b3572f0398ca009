import type { Draft } from "../core/answer.ts";
import type { Problem } from "../core/error.ts";
import { type Ports, toneOf } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { define, END } from "../flow/define.ts";
import { cite } from "./cite.ts";
import { conclude } from "./conclude.ts";
import { engine, type Lent } from "./engine.ts";
import { partial } from "./partial.ts";
import { type Agenda, agendaOf, citing, leads, stepFor } from "./plan/agenda.ts";
import { dueOf, goesBack, type Later, laterOf } from "./plan/later.ts";
import { thinkBy } from "./plan/model.ts";
import { notePlan, noteReflection, noteUndone } from "./plan/record.ts";
import { placed } from "./plan/sign.ts";
import { changesAgain, type Note, type Step, subject, take, unsigned } from "./plan/step.ts";
import { valued } from "./plan/value.ts";
import { blank, type Progress, short } from "./state.ts";
import { findTool, isExternal } from "./tools/list.ts";
import type { Desk } from "./tools/tool.ts";

/** What the last observations were found to mean. It binds: `enough` ends the loop, `lacks` says what has to be asked next. */
type Reflection = { enough: boolean; lacks: string[]; lessons: string[] };

type State = Progress & {
  notes: Note[];
  next: Step[];
  /** Steps of a model's first plan that go back to others of it. */
  ahead: Later[];
  rounds: number;
  reflection: Reflection;
  /** Replies of a model that were no plan. */
  deaf: number;
  forced: boolean;
};

/** Rounds at most, and replies that are no plan after which no model is asked any more. */
const limits = { rounds: 7, deaf: 2 };

/**
 * Think, act, observe, reflect, until what was observed answers the question. A model plans where one can; rules do where none can, or
 * where what it says is no plan. What reflection finds binds the next thought; a step that led nowhere is taken back.
 */
const graph = define<State, Draft, Lent>()({
  name: "react",
  start: "THINK",
  nodes: {
    THINK: {
      to: ["ACT", "RESPOND", END],
      async run(state, ctx, ports) {
        const reply = state.task.route.level === "BYPASS" ? ports.converse(state.task.question) : null;
        if (reply !== null) return { state: { ...state, draft: blank("bypass", reply) }, next: END, stop: "bypass" };
        if (state.rounds >= limits.rounds) return { state: { ...state, forced: true }, next: "RESPOND" };
        const thought = await think(state, ctx, ports);
        return { state: thought, next: thought.next.length > 0 ? "ACT" : "RESPOND" };
      },
    },
    ACT: {
      to: ["OBSERVE"],
      run: async (state, ctx, ports) => ({ state: await act(state, ctx, ports), next: "OBSERVE" }),
    },
    OBSERVE: {
      to: ["REFLECT"],
      run: async (state, ctx, ports) => ({ state: observe(state, ctx, ports), next: "REFLECT" }),
    },
    REFLECT: {
      to: ["THINK", "RESPOND"],
      async run(state, ctx, ports) {
        const reflection = reflect(state, ports);
        const { enough, lacks, lessons } = reflection;
        const scores = { completeness: lacks.length === 0 ? 1 : 0.5, correctness: enough ? 1 : 0.5 };
        const pass = state.rounds;
        noteReflection(ctx, { pass, step: null, ...scores, issues: lessons, suggestions: lacks, retry: !enough });
        return { state: { ...state, reflection }, next: reflection.enough ? "RESPOND" : "THINK" };
      },
    },
    RESPOND: {
      to: ["FALLBACK", END],
      async run(state, ctx, ports) {
        const draft = await conclude(state.task, state.notes, ctx, ports);
        if (draft === null || draft.stop === "not_found") return { state: { ...state, draft }, next: "FALLBACK" };
        const stop = state.forced && draft.stop === "success" ? "forced_conclusion" : draft.stop;
        const whole = { ...draft, stop, degraded: [...state.degraded, ...draft.degraded] };
        return { state: { ...state, draft: whole }, next: END, stop };
      },
    },
    FALLBACK: {
      to: [END],
      async run(state, ctx, ports) {
        const { output } = await cite.enter(ctx, ports, { task: state.task, draft: null, degraded: [] });
        const draft = { ...output, degraded: [...state.degraded, ...output.degraded] };
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond(state, stop, problem) {
    const { draft, notes } = state;
    if (draft !== null) return { ...draft, stop };
    if (notes.length === 0) return short(state, stop, problem);
    return partial({ draft, notes, lessons: [], because: problem?.message ?? "" }, stop);
  },
});

export const react = engine({
  version: 3,
  for: "questions that take several looks, each put by what the one before gave",
  steps: ["think what to ask next", "ask it of texts and files", "see what is still lacking", "put all of it together"],
  outlines: true,
  asks: ["planner", "worker", "verifier"],
  graph,
  start: (from) => ({
    ...from,
    notes: [],
    next: [],
    ahead: [],
    rounds: 0,
    reflection: { enough: false, lacks: [], lessons: [] },
    deaf: 0,
    forced: false,
  }),
});

/** What is to be done next: what reflection demands, what a model plans, what rules do. */
async function think(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, notes, reflection, deaf, degraded } = state;
  const { due, rest } = dueOf(state.ahead, notes);
  if (due.length > 0) return continued({ ...state, next: due, ahead: rest }, ctx);
  const desk = { ctx, ports, task };
  const agenda = agendaOf(task.question, notes, ports);
  const { lacks, lessons } = reflection;
  const asks = task.plans && deaf < limits.deaf && !isPlanDone(notes, lacks);
  const planned = asks ? await thinkBy(notes, lessons, desk) : null;
  const own = (planned?.steps ?? []).filter((step) => heeds(step, lacks, ports));
  const first = notes.length === 0;
  const usable = first ? own.filter((step) => !goesBack(step)) : own;
  const open = [...agenda.asks, ...(agenda.asks.length === 0 ? demanded(task.question, notes, lacks) : [])];
  // The question as it stands is read first whatever else is planned.
  const wanted = usable.length > 0 ? open.filter(({ question }) => first && question === task.question) : open;
  const byRules: Step[] = [];
  for (const ask of wanted) byRules.push(await stepFor(ask, desk));
  // That a model takes all for done ends nothing that is still open, and what both want is done once.
  const isNew = (step: Step) =>
    !changesAgain(step, byRules, ports) && !byRules.some((other) => unsigned(other) === unsigned(step));
  const next = [...byRules, ...usable.filter(isNew)];
  const reason = first
    ? null
    : lacks.length > 0
      ? `nothing read names ${lacks.join(", ")}`
      : "the question is not answered yet";
  const { refused = [], finish = false } = planned ?? {};
  notePlan(ctx, { pass: state.rounds + 1, steps: next, reason, refused, finish });
  const isDeaf = planned?.asked === true && usable.length === 0 && !planned.finish;
  return {
    ...state,
    next,
    ahead: first ? laterOf(planned?.steps ?? []) : [],
    rounds: state.rounds + 1,
    deaf: deaf + (isDeaf ? 1 : 0),
    degraded: withProblem(degraded, planned?.problem ?? null),
  };
}

/** Whether each question that a model planned has an answer, and nothing is lacking: then it has nothing more to say. Pure. */
function isPlanDone(notes: readonly Note[], lacks: readonly string[]): boolean {
  const own = notes.filter(({ by, seen }) => by === "model" && seen.rests.on !== "tool");
  return own.length > 0 && lacks.length === 0 && own.every(({ dead, seen }) => !dead && seen.value !== null);
}

/** The plan goes on: no model is asked for what it said already. */
function continued(state: State, ctx: Context): State {
  const pass = state.rounds + 1;
  notePlan(ctx, { pass, steps: state.next, reason: "what it goes back to was looked for" });
  return { ...state, rounds: pass };
}

/** Each problem once. */
function withProblem(degraded: Problem[], problem: Problem | null): Problem[] {
  const isNew =
    problem !== null && !degraded.some(({ code, message }) => code === problem.code && message === problem.message);
  return isNew ? [...degraded, problem] : degraded;
}

/** Whether a model's step goes after what was found to be lacking, where something was. A tool of another program is asked in words of its own. */
function heeds(step: Step, lacks: string[], ports: Ports): boolean {
  return (
    lacks.length === 0 || isExternal(step.tool) || ports.lacking(lacks.join(", "), subject(step)).length < lacks.length
  );
}

/** The question asked once more, searched for by what nothing read so far names. */
function demanded(question: string, notes: readonly Note[], lacks: string[]) {
  const about = lacks.join(" ");
  const isAsked = about === "" || notes.some(({ args }) => args.about === about);
  return isAsked ? [] : [{ question, except: [], about }];
}

/** Looks are taken side by side; what changes something is done alone and in order, before them. */
async function act(state: State, ctx: Context, ports: Ports): Promise<State> {
  const { task, next, rounds } = state;
  const notes = [...state.notes];
  const isDeed = ({ tool }: Step) => findTool(tool, ports)?.effect !== "read";
  for (const step of next.filter(isDeed)) notes.push(await take(step, notes, { ctx, ports, task }, rounds));
  const before = [...notes];
  const looks = next.filter((step) => !isDeed(step));
  const needed = new Set(state.ahead.flatMap(({ needs }) => Object.values(needs)));
  const seen = await ctx.all("look", looks, async (step, own) => {
    const desk = { ctx: own, ports, task };
    const note = await ask(step, before, desk, rounds);
    return needed.has(note.planned) || isPart(note, task) ? await valued(note, desk) : note;
  });
  return { ...state, next: [], notes: [...notes, ...seen] };
}

/** Takes a look; of texts too, where what is exact of files has no answer, as for a whole question. */
async function ask(step: Step, notes: readonly Note[], desk: Desk, pass: number): Promise<Note> {
  const note = await take(step, notes, desk, pass);
  if (step.tool !== "files" || note.seen.found) return note;
  return await take({ ...citing(subject(note)), by: step.by }, notes, desk, pass);
}

/** Whether a step asks for a part of the question, whose answer the next thought and the answer to the whole go by. */
function isPart(note: Note, { plans, question }: State["task"]): boolean {
  return plans && subject(note) !== question;
}

/** Takes back what led nowhere: a step whose answer was put into a question to which nothing was found. */
function observe(state: State, ctx: Context, ports: Ports): State {
  const { threads, further } = agendaOf(state.task.question, state.notes, ports);
  const ended = [...threads, ...(further ? [further] : [])].filter(({ end }) => end !== null && !end.seen.found);
  const dead = new Set(ended.flatMap(({ uses }) => uses.slice(-1)));
  for (const note of dead) noteUndone(ctx, note, "what it gave led nowhere");
  return { ...state, notes: state.notes.map((note) => (dead.has(note) ? { ...note, dead: true } : note)) };
}

/** Whether what was observed is enough, and what it lacks: by rules, so that it binds. Pure. */
function reflect({ task, notes, ahead, reflection }: State, ports: Ports): Reflection {
  const agenda = agendaOf(task.question, notes, ports);
  const read = notes.filter(({ dead, seen }) => !dead && seen.found && seen.rests.on !== "nothing");
  const lacks = ports.lacking(task.question, read.map(placed).join("\n"));
  const lessons = notes.flatMap((note) => {
    if (note.dead) return [`${unsigned(note)} led nowhere`];
    return note.seen.found ? [] : [`${unsigned(note)} gave nothing`];
  });
  const isAsked = agenda.asks.length === 0;
  const repeats = lacks.join(" ") === reflection.lacks.join(" ") && demanded(task.question, notes, lacks).length === 0;
  const enough = isAsked && isAnswered(agenda) && lacks.length === 0;
  if (!enough && dueOf(ahead, notes).due.length > 0) return { enough, lacks: [], lessons };
  return { enough: enough || (isAsked && repeats && isAnswered(agenda)), lacks: repeats ? [] : lacks, lessons };
}

/** Whether every part of the question is surely answered. */
function isAnswered({ threads, further }: Agenda): boolean {
  return (further ? [further] : threads).every(({ end }) => {
    if (!end?.seen.found) return false;
    const { rests } = end.seen;
    return rests.on !== "texts" || toneOf(rests.delved.reading) === "said" || leads(end);
  });
}
