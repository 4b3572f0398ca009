import type { Spent, Stop } from "../core/answer.ts";
import { ErgoError, type Problem } from "../core/error.ts";
import type { Effect, Json, Question } from "../core/journal.ts";
import type { Result, Role } from "../core/model.ts";
import { type AllOptions, all } from "./all.ts";
import { ask } from "./ask.ts";
import type { Graph } from "./define.ts";
import { type EffectOptions, perform } from "./effect.ts";
import { admit, type Execution, type Strand, spend } from "./execution.ts";
import { append, known } from "./record.ts";

/** How a graph ended: what it answers, why it stopped, and what went wrong if anything did. */
export type Outcome<O> = { output: O; stop: Stop; problem?: Problem };

/**
 * What a node may do. Each effect has a path that is the same in every execution of the run: the node's path, then the
 * effect's type and how often it has occurred there (`plan.1/tool.2`). So a node must begin its effects in an order
 * that follows from its state; what is to run side by side goes through `all`, whose branches count for themselves.
 */
export type Context = {
  /** Where this is in the run, for instance `plan.2`. */
  readonly path: string;
  /** Aborted when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
  /** Does an effect once: records intent and result, and gives the recorded result when the run is executed again. An
   * error of the effect is a result too, thrown each time; TIMEOUT is one. */
  do<T extends Json>(effect: Effect<T>, options?: EffectOptions): Promise<T>;
  /** Asks the user, once. Until there is an answer the run waits, for days if need be: this branch ends here and is
   * executed again with the answer; others go as far as they come. */
  ask(question: Question & { kind: "approval" }): Promise<boolean>;
  ask(question: Question & { kind: "question" }): Promise<string>;
  /** Runs a graph inside this node, on the same budget. It answers even when the run must end; then this node's
   * further effects are refused. */
  run<S, O>(name: string, graph: Graph<S, O>, state: S): Promise<Outcome<O>>;
  /** Does `work` for every item, at most `limit` at a time; results in the order of the items. After a failure no
   * further item is begun, and the error of the first item that failed is thrown once the others have settled. */
  all<I, R>(name: string, items: readonly I[], work: Work<I, R>, options?: First): Promise<R[]>;
  /** The same, but every item is done, and a failure is a value. */
  all<I, R>(name: string, items: readonly I[], work: Work<I, R>, options: Collect): Promise<Result<R>[]>;
  /** Milliseconds since 1970, recorded. */
  now(): Promise<number>;
  /** A number from 0 to below 1, recorded. */
  random(): Promise<number>;
  /** Counts what an effect cost. The next effect is refused when nothing is left. */
  spend(spent: Partial<Spent> & { role?: Role }): void;
  /** Records an event once. `type` is noun.verb, for instance "claim.checked". */
  note(type: string, data: Json): void;
  /** Tells the watcher, and nobody else. */
  progress(text: string, done?: number, total?: number): void;
  /** Tells the watcher an answer that stands already, while a better one is sought. */
  draft(text: string): void;
  /** Passes text of a model to the watcher as it comes. */
  delta(text: string): void;
};

type First = AllOptions & { mode?: "first-error" };
type Collect = AllOptions & { mode: "collect" };

/** Work on one item; it does its effects through the context that it is given. */
export type Work<I, R> = (item: I, ctx: Context, index: number) => Promise<R>;

/** Runs a graph from a state at a path; the runner gives itself to the contexts that it makes. */
export type Walk = <S, O>(
  execution: Execution,
  strand: Strand,
  graph: Graph<S, O>,
  state: S,
  path: string,
) => Promise<Outcome<O>>;

/** The context of the node or branch at `path`. */
export function contextAt(execution: Execution, strand: Strand, path: string, walk: Walk): Context {
  const next = paths(path);
  const context: Omit<Context, "ask" | "all"> = {
    path,
    signal: execution.controller.signal,
    do: (effect, options) => perform(execution, strand, next(effect.type), effect, options),
    run: (name, graph, state) => walk(execution, strand, graph, state, next(name)),
    now: () => perform(execution, strand, next(clock.type), clock),
    random: () => perform(execution, strand, next(chance.type), chance),
    spend: (spent) => spend(execution, spent),
    note(type, data) {
      const at = next(type.split(".", 1)[0] ?? "");
      if (known(execution, type, at, data)) return;
      admit(execution, strand, 0, `${type} at ${at}`);
      append(execution, type, at, data);
    },
    progress: (text, done, total) => execution.watch?.({ type: "progress", path, text, done, total }),
    draft: (text) => execution.watch?.({ type: "draft", path, text }),
    delta: (text) => execution.watch?.({ type: "model.delta", path, text }),
  };
  const asking = (question: Question) => ask(execution, strand, question.kind, next(question.kind), question);
  const every = <I, R>(name: string, items: readonly I[], work: Work<I, R>, options?: AllOptions) => {
    const one = (index: number, own: Strand, at: string) =>
      work(items[index] as I, contextAt(execution, own, at, walk), index);
    return all(execution, strand, next(name), items.length, one, options);
  };
  return { ...context, ask: asking as Context["ask"], all: every as Context["all"] };
}

/** Gives out the paths below `base`: `name.1`, `name.2` and so on, for each name. */
export function paths(base: string): (name: string) => string {
  const counts = new Map<string, number>();
  const prefix = base === "" ? "" : `${base}/`;
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    if (count === 1 && !/^[A-Za-z][\w-]*$/.test(name)) {
      throw new ErgoError("INTERNAL", { detail: `"${name}" can't stand in a path: use letters, digits, "_" and "-"` });
    }
    counts.set(name, count);
    return `${prefix}${name}.${count}`;
  };
}

const clock: Effect<number> = { type: "clock", effect: "read", request: null, run: async () => Date.now() };
const chance: Effect<number> = { type: "random", effect: "read", request: null, run: async () => Math.random() };
