import type { Usage } from "../core/answer.ts";
import { ErgoError, type Problem, problem } from "../core/error.ts";
import { contextAt, type Outcome, paths } from "./context.ts";
import { END, type Graph, type Step } from "./define.ts";
import { begin, type Execution, enter, type RunOptions, record, usageOf } from "./execution.ts";

/**
 * Runs a graph to its end and answers in every case: at END, on an exception, a limit or a cancel. Executed again over
 * the same journal it does what is not recorded yet and nothing else. Rejects only when the journal can't be written
 * (TRACE_WRITE).
 */
export async function run<S, O>(
  graph: Graph<S, O>,
  state: S,
  options: RunOptions,
): Promise<Outcome<O> & { usage: Usage }> {
  const execution = begin(options);
  try {
    return { ...(await walk(execution, graph, state, "")), usage: usageOf(execution) };
  } finally {
    execution.close();
  }
}

async function walk<S, O>(execution: Execution, graph: Graph<S, O>, start: S, base: string): Promise<Outcome<O>> {
  const next = paths(base);
  let step: Taken<S> = { state: start, next: graph.start };
  do step = await take(execution, graph, step, next(step.next));
  while (step.next !== END);
  return answer(graph, step);
}

/** A step as it counts: `problem` says what went wrong where something did. */
type Taken<S> = Step<S> & { problem?: Problem };

async function take<S, O>(execution: Execution, graph: Graph<S, O>, from: Step<S>, path: string): Promise<Taken<S>> {
  const about = { graph: graph.name, node: from.next };
  let step: Taken<S>;
  try {
    enter(execution, path, about);
    step = legal(graph, from.next, await graph.nodes[from.next]!.run(from.state, contextAt(execution, path, walk)));
  } catch (thrown) {
    step = { state: from.state, next: END, stop: "error", problem: problem(thrown) };
  }
  leave(execution, path, { ...about, next: step.next, stop: step.stop, error: step.problem });
  if (execution.broken) throw execution.broken.error;
  if (!execution.halt) return step;
  const { stop, error } = execution.halt;
  return { state: step.state, next: END, stop, problem: problem(error) };
}

/** Records how a node ended. Once the run must end nothing is recorded, for a later execution may go on from there. */
function leave(execution: Execution, path: string, data: { next: string; stop?: string; error?: Problem }): void {
  if (execution.halt) return;
  try {
    record(execution, "node.end", path, data);
  } catch {
    // The execution has kept what ends the run.
  }
}

function legal<S>(graph: Graph<S, unknown>, name: string, step: Step<S>): Step<S> {
  const { to } = graph.nodes[name]!;
  if (to.includes(step.next)) return step;
  const detail = `${name} went on to "${step.next}"; it may go to ${to.join(", ")}`;
  throw new ErgoError("GRAPH_INVALID", { graph: graph.name, detail });
}

function answer<S, O>(graph: Graph<S, O>, { state, stop = "success", problem: what }: Taken<S>): Outcome<O> {
  try {
    return { output: graph.respond(state, stop, what), stop, problem: what };
  } catch (thrown) {
    const found = problem(thrown);
    return { output: graph.respond(state, "error", found), stop: "error", problem: found };
  }
}
