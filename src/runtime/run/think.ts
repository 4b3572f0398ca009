import type { Alternative, Draft, Stop } from "../../core/answer.ts";
import type { Problem } from "../../core/error.ts";
import type { Ports } from "../../core/port.ts";
import type { EngineName, Route } from "../../core/route.ts";
import { direct } from "../../engines/direct.ts";
import { loop, looping } from "../../engines/loop.ts";
import { recalling } from "../../engines/recall.ts";
import { type Progress, short } from "../../engines/state.ts";
import { define, END, type Graph } from "../../flow/define.ts";
import { offering } from "../../recipes/meant.ts";

/**
 * How a question is answered that the user has made clearer, by a path where a name meant several things; `problem` says why
 * by no recipe, where one might have done.
 */
export type Clarify = (
  question: string,
  path?: string,
) => { ports: Ports; engine: EngineName; route: Route; problem: Problem | null };

/** What ended an engine that found no answer. */
const bare: ReadonlySet<Stop> = new Set(["not_found", "no_plan", "unproven", "max_iterations", "max_reflections"]);

/**
 * A run: an earlier answer that still holds, or the route's engine, then the next stronger one if that had no plan. Each
 * engine is a graph inside a node of this one. Where a name in the question means several things the user is asked which; the answer takes its place.
 * Where the question itself may mean several, or what was taken for an exact question is none and the texts don't answer it either,
 * questions are offered, of which one is asked, or none.
 */
export function think(ports: Ports, engine: EngineName, clarify?: Clarify): Graph<Progress, Draft> {
  // What is to be done is done again, whatever came of it before.
  const isKept = ({ task }: Progress) => ports.recall !== undefined && ports.acting.propose(task.question) === null;
  return define<Progress, Draft>()({
    name: "ask",
    start: "ROUTE",
    nodes: {
      ROUTE: {
        to: ["DIRECT", "RECALL", "LOOP"],
        async run(state, ctx) {
          ctx.note("route.decided", state.task.route);
          if (engine === "direct") return { state, next: "DIRECT" };
          return { state, next: isKept(state) ? "RECALL" : "LOOP" };
        },
      },
      RECALL: {
        to: ["LOOP", END],
        async run(state, ctx) {
          const draft = await recalling(ctx, ports, state.task.question);
          if (draft === null) return { state, next: "LOOP" };
          return { state: { ...state, draft }, next: END, stop: draft.stop };
        },
      },
      DIRECT: {
        to: ["LOOP", "CLARIFY", END],
        async run(state, ctx) {
          const { output, problem } = await ctx.run("direct", direct(ports), state);
          if (output.stop === "no_plan")
            return { state: output.alternatives ? { ...state, draft: output } : state, next: "LOOP" };
          const answered = { ...state, draft: output };
          if (output.stop === "clarify" && clarify) return { state: answered, next: "CLARIFY" };
          return { state: answered, next: END, stop: output.stop, problem };
        },
      },
      LOOP: {
        to: ["CLARIFY", END],
        async run(state, ctx) {
          const { output, problem } = await ctx.run("loop", loop(ports), looping({ ...state, draft: null }));
          const alternatives = state.draft?.alternatives;
          const draft = { ...output, engine: "loop", ...(alternatives ? { alternatives } : {}) };
          if (!alternatives || !clarify || !bare.has(output.stop))
            return { state: { ...state, draft }, next: END, stop: output.stop, problem };
          const answer = `${output.answer}\n${offering(alternatives, state.task.route.language)}`;
          return { state: { ...state, draft: { ...draft, answer, stop: "clarify" } }, next: "CLARIFY" };
        },
      },
      CLARIFY: {
        to: ["CLARIFY", "LOOP", END],
        async run(state, ctx) {
          const { answer, alternatives, engine: by } = state.draft!;
          const said = (await ctx.ask({ kind: "question", text: answer })).trim();
          if (alternatives && said === "0") {
            if (by !== "loop") return { state: { ...state, draft: null }, next: "LOOP" };
            const draft: Draft = { ...state.draft!, stop: "not_found" };
            return { state: { ...state, draft }, next: END, stop: draft.stop };
          }
          const path = alternatives ? undefined : said;
          const question = alternatives ? chosen(alternatives, said) : clearer(state.task.question, said);
          if (question === null) return { state, next: "CLARIFY" };
          const { route, ...way } = clarify!(question, path);
          const again = think(way.ports, way.engine, clarify);
          const { output, problem } = await ctx.run("clear", again, { task: { question, route }, draft: null });
          const draft: Draft = alternatives ? { question, ...output } : output;
          return { state: { ...state, draft }, next: END, stop: output.stop, problem };
        },
      },
    },
    respond: short,
  });
}

/** The question that was chosen of those offered, by its number or in its words; other words are a question of their own. */
function chosen(alternatives: readonly Alternative[], said: string): string | null {
  if (/^\d+$/.test(said)) return alternatives[Number(said) - 1]?.question ?? null;
  const words = said.replace(/^\d+\s+/, "");
  return words === "" ? null : words;
}

/** The question with a path in the place of the name that it was meant by; null where the path has none of its names. */
export function clearer(question: string, path: string): string | null {
  const parts = path.split("/");
  const names = parts.map((_, i) => parts.slice(i).join("/"));
  const bare = parts.at(-1)!.replace(/\.[^.]+$/, "");
  for (const name of [...names.slice(1), bare].filter((each) => each !== "")) {
    const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const at = question.search(new RegExp(`(?<![\\w/.-])${escaped}(?![\\w/-])`, "i"));
    if (at >= 0) return question.slice(0, at) + path + question.slice(at + name.length);
  }
  return null;
}
