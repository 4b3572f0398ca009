import { offering } from "../../answers/meant.ts";
import { type Alternative, type Draft, type Stop, statusOf } from "../../core/answer.ts";
import { ErgoError, type Problem, problem as toProblem } from "../../core/error.ts";
import { escapePattern } from "../../core/escape.ts";
import type { Means } from "../../core/port.ts";
import type { EngineName } from "../../core/route.ts";
import { comparing, observing } from "../../engines/effects.ts";
import type { Engine } from "../../engines/engine.ts";
import { findEngine } from "../../engines/registry.ts";
import { blank, type Progress, short, type Task } from "../../engines/state.ts";
import type { Context } from "../../flow/context.ts";
import { define, END, type Graph, supply } from "../../flow/define.ts";
import type { Intent } from "./intent.ts";
import { inPlainWords } from "./plain.ts";

/** What a run may use to answer what was understood. */
export type Way = { intent: Intent; ports: Means };

/** How a question is answered that was made clearer in the run, by a path where a name meant several things. */
export type Clarify = (question: string, path?: string) => Way;

/** `clarify` is left out where nobody is asked. */
export type Thinking = Way & { clarify?: Clarify };

/** `told`: what there was to say before questions were offered; `put`: the question in the plain words of a model, null where it has none, left out where none was asked. */
type State = Progress & {
  engines: EngineName[];
  alternatives: Alternative[] | null;
  told: Draft | null;
  put?: string | null;
};

/** What ended an engine that found no answer. */
const bare: ReadonlySet<Stop> = new Set(["not_found", "no_plan", "unproven", "max_iterations", "max_reflections"]);

/** What a run starts from. */
export function thinking(intent: Intent): State {
  const { engine, others } = intent;
  return {
    task: taskOf(intent),
    draft: null,
    degraded: [],
    engines: [engine, ...others],
    alternatives: null,
    told: null,
  };
}

function taskOf({ question, route, census, proposal, preset, plans }: Intent): Task {
  return { question, route, census, proposal, preset, plans };
}

/**
 * A run: an earlier answer that still holds, or what the intent's engines find, in turn until one has a plan; where that is no sure answer, what
 * the next one of the table finds, if that is a better one. Each engine is a graph inside a node of this one. Where a name in the question means several things the user is asked which; the answer takes its place.
 * Where the question itself may mean several, or what was taken for an exact question is none and the texts don't answer it either,
 * questions are offered, of which one is asked, or none; what a model puts plainly and can be proven, before the texts are read.
 */
export const think: Graph<State, Draft, Thinking> = define<State, Draft, Thinking>()({
  name: "ask",
  start: "ROUTE",
  nodes: {
    ROUTE: {
      to: ["RECALL", "PLAIN", "ENGINE"],
      async run(state, ctx, { intent, ports }) {
        ctx.note("route.decided", intent.route);
        // What is to be done is done again, whatever came of it before.
        if (intent.kind === "cite" && ports.recall) return { state, next: "RECALL" };
        return { state, next: isToPut(intent, ports) ? "PLAIN" : "ENGINE" };
      },
    },
    RECALL: {
      to: ["PLAIN", "ENGINE", END],
      async run(state, ctx, { intent, ports }) {
        const { recalling } = await import("../../engines/recall.ts");
        const draft = await recalling(ctx, ports, state.task.question);
        if (draft === null) return { state, next: isToPut(intent, ports) ? "PLAIN" : "ENGINE" };
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
    PLAIN: {
      to: ["CLARIFY", "ENGINE"],
      async run(state, ctx, { clarify, ports }) {
        let put: string | null | undefined;
        const plainly = async () => (put = await inPlainWords(ctx, ports, state.task.question));
        const alternatives = await nearTo(ctx, ports, { least: "plain", plainly });
        const asked = put === undefined ? state : { ...state, put };
        if (alternatives.length === 0 || !clarify) return { state: asked, next: "ENGINE" };
        const answer = offering(alternatives, state.task.route.language);
        const draft: Draft = { ...blank("clarify", answer), alternatives };
        return { state: { ...asked, alternatives, draft }, next: "CLARIFY" };
      },
    },
    ENGINE: {
      to: ["ENGINE", "ESCALATE", "OFFER", "CLARIFY", END],
      async run(state, ctx, { clarify, intent, ports }) {
        const [engine, ...engines] = state.engines as [EngineName, ...EngineName[]];
        const called = await findEngine(engine);
        const { output, problem } = await called.enter(
          ctx,
          { ...ports, find: findEngine },
          {
            task: state.task,
            draft: null,
            degraded: [],
          },
        );
        const alternatives = output.alternatives ?? state.alternatives;
        if (output.stop === "no_plan" && engines.length > 0) {
          // An engine that the user calls for and that has no way with the question is not passed over in silence.
          const isUnfit = intent.plans && engine === intent.engine;
          const said = isUnfit ? [unfit(called, engines[0]!)] : [];
          const degraded = [...state.degraded, ...said, ...output.degraded];
          return { state: { ...state, engines, alternatives, degraded }, next: "ENGINE" };
        }
        const draft: Draft = { ...output, engine, ...(alternatives ? { alternatives } : {}) };
        const answered = { ...state, engines, alternatives, draft };
        if (output.stop === "clarify" && clarify) return { state: answered, next: "CLARIFY" };
        if (!alternatives && bare.has(output.stop) && intent.after !== null)
          return { state: answered, next: "ESCALATE" };
        const isOpen = bare.has(output.stop) || (engine === "cite" && output.stop === "success" && ports.near);
        if (clarify && isOpen) return { state: answered, next: "OFFER" };
        return { state: answered, next: END, stop: output.stop, problem };
      },
    },
    ESCALATE: {
      to: ["OFFER", END],
      async run(state, ctx, { clarify, intent, ports }) {
        const { task, draft } = state;
        const engine = intent.after!;
        ctx.note("engine.raised", { from: draft!.engine ?? intent.engine, to: engine, because: draft!.stop });
        const lent = { ...ports, find: findEngine };
        const { output } = await (await findEngine(engine)).enter(ctx, lent, { task, draft: null, degraded: [] });
        const best = better(draft!, { ...output, engine });
        const found = { ...state, draft: best };
        return clarify && bare.has(best.stop)
          ? { state: found, next: "OFFER" }
          : { state: found, next: END, stop: best.stop };
      },
    },
    OFFER: {
      to: ["CLARIFY", END],
      async run(state, ctx, { ports }) {
        const draft = state.draft!;
        const least = bare.has(draft.stop) ? "some" : "surely";
        const plainly = async () =>
          state.put === undefined ? await inPlainWords(ctx, ports, state.task.question) : state.put;
        const alternatives = state.alternatives ?? (await nearTo(ctx, ports, { least, plainly }));
        if (alternatives.length === 0) return { state, next: END, stop: draft.stop };
        const offers = offering(alternatives, state.task.route.language);
        const answer = least === "some" ? `${draft.answer}\n${offers}` : `${offers}\n${draft.answer}`;
        const offered: Draft = { ...draft, answer, alternatives, stop: "clarify" };
        return { state: { ...state, alternatives, draft: offered, told: draft }, next: "CLARIFY" };
      },
    },
    CLARIFY: {
      to: ["CLARIFY", "ENGINE", END],
      async run(state, ctx, { clarify }) {
        const { draft, engines, alternatives } = state;
        const said = (await ctx.ask({ kind: "question", text: draft!.answer })).trim();
        if (alternatives && said === "0") {
          if (engines.length > 0)
            return { state: { ...state, draft: null, alternatives: null, put: null }, next: "ENGINE" };
          const left: Draft = state.told ?? { ...draft!, stop: "not_found" };
          return { state: { ...state, draft: left }, next: END, stop: left.stop };
        }
        const path = alternatives ? undefined : said;
        const question = alternatives ? chosen(alternatives, said) : clearer(state.task.question, said);
        if (question === null) return { state, next: "CLARIFY" };
        const way = clarify!(question, path);
        const again = supply(think, { ...way, clarify: clarify! });
        const { output, problem } = await ctx.run("clear", again, thinking(way.intent));
        const clear: Draft = alternatives ? { question, ...output } : output;
        return { state: { ...state, draft: clear }, next: END, stop: output.stop, problem };
      },
    },
  },
  respond: short,
});

/** That an engine was called for in vain, and which one was asked in its place. */
function unfit({ name, for: what }: Pick<Engine, "name" | "for">, instead: EngineName): Problem {
  return toProblem(new ErgoError("ENGINE_UNFIT", { engine: name, what, instead }));
}

/** Whether a model is to put a question plainly before texts are read for it: no engine was called for. */
function isToPut({ kind, plans }: Intent, { near, say }: Means): boolean {
  return kind === "cite" && !plans && near !== undefined && say !== null;
}

type How = Omit<Parameters<NonNullable<Means["near"]>>[0], "observe" | "alike">;

/** Questions that may have been meant. */
async function nearTo(ctx: Context, ports: Means, how: How): Promise<Alternative[]> {
  const alike = (texts: string[]) => comparing(ctx, ports, texts);
  const look = { observe: observing(ctx, ports), alike, ...how };
  return (await ports.near?.(look, await ctx.now(), ctx.signal)) ?? [];
}

/** The better of two answers to a question: one that is sure, else the likelier one; the first where nothing tells them apart. */
function better(first: Draft, second: Draft): Draft {
  const worth = ({ stop, confidence }: Draft) => {
    const rank = statusOf(stop) === "answered" ? 2 : stop === "not_found" || stop === "no_plan" ? 0 : 1;
    return rank + (confidence?.value ?? 0) / 2;
  };
  return worth(second) > worth(first) ? second : first;
}

/** The question that was chosen of those offered, by its number or in its words; other words are a question of their own. */
function chosen(alternatives: readonly Alternative[], said: string): string | null {
  if (/^\d+$/.test(said)) return alternatives[Number(said) - 1]?.question ?? null;
  const words = said.replace(/^\d+\s+/, "");
  return words === "" ? null : words;
}

/** The question with a path in the place of the name that it was meant by; null where the path has none of its names. */
function clearer(question: string, path: string): string | null {
  const parts = path.split("/");
  const names = parts.map((_, i) => parts.slice(i).join("/"));
  const bare = parts.at(-1)!.replace(/\.[^.]+$/, "");
  for (const name of [...names.slice(1), bare].filter((each) => each !== "")) {
    const escaped = escapePattern(name);
    const at = question.search(new RegExp(`(?<![\\w/.-])${escaped}(?![\\w/-])`, "i"));
    if (at >= 0) return question.slice(0, at) + path + question.slice(at + name.length);
  }
  return null;
}
