import { exitOf, type Stop, statusOf, type Usage } from "../core/answer.ts";
import { ErgoError, type Problem, problem } from "../core/error.ts";
import type { Asked } from "../core/journal.ts";
import { contextAt, type Outcome, paths } from "./context.ts";
import { END, type Graph, type Step } from "./define.ts";
import {
  admitNode,
  begin,
  type Cut,
  type Execution,
  type RunOptions,
  type Strand,
  settled,
  usageOf,
} from "./execution.ts";
import { failureOf } from "./failure.ts";
import { append, known, passed, passedAll } from "./record.ts";

/**
 * How a run ended. `cut` says what ended it before its graph did; when that is a question, the run waits and `asked`
 * holds every question that is open.
 */
export type Ended<O> = Outcome<O> & { usage: Usage; cut?: Cut; asked: Asked[] };

/**
 * Runs a graph to its end and answers in every case: at END, on an exception, a limit, a cancel or a question. Executed
 * again over the same journal it does what is not recorded yet and nothing else; a journal of something else ends it
 * with JOURNAL_MISMATCH. Rejects only when the journal can't be written (TRACE_WRITE).
 */
export async function run<S, O>(graph: Graph<S, O>, state: S, options: RunOptions): Promise<Ended<O>> {
  const execution = begin(options);
  const strand: Strand = {};
  try {
    const outcome = await walk(execution, strand, graph, state, "");
    await settled(execution);
    if (!execution.halt) passedAll(execution);
    const ended = execution.halt ?? strand.cut;
    const usage = usageOf(execution);
    if (ended === undefined) return { ...outcome, usage, asked: [] };
    const { stop, error } = ended;
    const asked = statusOf(stop) === "waiting" ? execution.asked : [];
    return { ...outcome, stop, problem: problem(error), usage, cut: { stop, problem: failureOf(error) }, asked };
  } finally {
    execution.close();
  }
}

async function walk<S, O>(
  execution: Execution,
  strand: Strand,
  graph: Graph<S, O>,
  start: S,
  base: string,
): Promise<Outcome<O>> {
  const next = paths(base);
  let step: Step<S> = { state: start, next: graph.start };
  do step = await take(execution, strand, graph, step, next(step.next));
  while (step.next !== END);
  return answer(graph, step);
}

async function take<S, O>(
  execution: Execution,
  strand: Strand,
  graph: Graph<S, O>,
  from: Step<S>,
  path: string,
): Promise<Step<S>> {
  const about = { graph: graph.name, node: from.next };
  let step: Step<S>;
  try {
    enter(execution, strand, path, about);
    const ctx = contextAt(execution, strand, path, walk);
    step = legal(graph, from.next, await graph.nodes[from.next]!.run(from.state, ctx));
  } catch (thrown) {
    step = { state: from.state, next: END, stop: stopOf(thrown), problem: problem(thrown) };
  }
  leave(execution, strand, path, { ...about, next: step.next, stop: step.stop, error: step.problem });
  if (execution.broken) throw execution.broken.error;
  const ending = execution.halt ?? strand.cut;
  if (!ending) return step;
  return { state: step.state, next: END, stop: ending.stop, problem: problem(ending.error) };
}

function enter(execution: Execution, strand: Strand, path: string, about: { graph: string; node: string }): void {
  if (!known(execution, "node.start", path, about)) {
    admitNode(execution, strand, `node.start at ${path}`);
    append(execution, "node.start", path, about);
  }
  execution.iterations += 1;
}

/** Records how a node ended. Once the run must end nothing is recorded, for a later execution may go on from there. */
function leave(
  execution: Execution,
  strand: Strand,
  path: string,
  data: { graph: string; node: string; next: string; stop?: string; error?: Problem },
): void {
  if (execution.halt || strand.cut) return;
  try {
    passed(execution, path);
    if (known(execution, "node.end", path, data)) return;
    if (execution.replay) admitNode(execution, strand, `node.end at ${path}`);
    append(execution, "node.end", path, data);
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

/** What a thrown error ends a graph with: one that says that something is not allowed is a refusal. */
function stopOf(thrown: unknown): Stop {
  return thrown instanceof ErgoError && thrown.exit === exitOf("refused") ? "refused" : "error";
}

function answer<S, O>(graph: Graph<S, O>, { state, stop = "success", problem: what }: Step<S>): Outcome<O> {
  try {
    return { output: graph.respond(state, stop, what), stop, problem: what };
  } catch (thrown) {
    const [stop, found] = [stopOf(thrown), problem(thrown)];
    return { output: graph.respond(state, stop, found), stop, problem: found };
  }
}
