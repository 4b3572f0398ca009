import type { Spent, Stop } from "../core/answer.ts";
import { ErgoError, errorCodes, type Problem, reason } from "../core/error.ts";
import type { Effect, Json } from "../core/journal.ts";
import type { Role } from "../core/model.ts";
import type { Graph } from "./define.ts";
import { admit, append, type Execution, halt, interruptible, known, look, record, spend } from "./execution.ts";

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
   * error of the effect is a result too, thrown each time. */
  do<T extends Json>(effect: Effect<T>): Promise<T>;
  /** Runs a graph inside this node, on the same budget. It answers even when the run must end; then this node's
   * further effects are refused. */
  run<S, O>(name: string, graph: Graph<S, O>, state: S): Promise<Outcome<O>>;
  /** Does `work` for every item, at most `limit` at a time; results in the order of the items. After a failure no
   * further item is begun, and the error of the first item that failed is thrown once the others have settled. */
  all<I, R>(name: string, items: readonly I[], work: Work<I, R>, options?: { limit?: number }): Promise<R[]>;
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
  /** Passes text of a model to the watcher as it comes. */
  delta(text: string): void;
};

/** Work on one item; it does its effects through the context that it is given. */
export type Work<I, R> = (item: I, ctx: Context, index: number) => Promise<R>;

/** Runs a graph from a state at a path; the runner gives itself to the contexts that it makes. */
export type Walk = <S, O>(execution: Execution, graph: Graph<S, O>, state: S, path: string) => Promise<Outcome<O>>;

/** The context of the node or branch at `path`. */
export function contextAt(execution: Execution, path: string, walk: Walk): Context {
  const next = paths(path);
  return {
    path,
    signal: execution.controller.signal,
    do: (effect) => perform(execution, next(effect.type), effect),
    run: (name, graph, state) => walk(execution, graph, state, next(name)),
    all(name, items, work, { limit = items.length } = {}) {
      const base = next(name);
      return each(items, limit, (item, index) => work(item, contextAt(execution, `${base}/${index + 1}`, walk), index));
    },
    now: () => perform(execution, next(clock.type), clock),
    random: () => perform(execution, next(chance.type), chance),
    spend: (spent) => spend(execution, spent),
    note(type, data) {
      if (execution.halt) throw execution.halt.error;
      record(execution, type, next(type.split(".", 1)[0] ?? ""), data);
    },
    progress: (text, done, total) => execution.watch?.({ type: "progress", path, text, done, total }),
    delta: (text) => execution.watch?.({ type: "model.delta", path, text }),
  };
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

async function perform<T extends Json>(execution: Execution, path: string, effect: Effect<T>): Promise<T> {
  const { type, effect: kind, request } = effect;
  const begun = known(execution, `${type}.start`, path, { effect: kind, request });
  const before = begun ? look(execution, `${type}.end`, path) : undefined;
  if (before !== undefined) return resultOf<T>(before as Recorded<T>);
  if (begun && kind === "command") throw halt(execution, "error", new ErgoError("EFFECT_IN_DOUBT", { path }));
  admit(execution, 1);
  // What a command may have done must be known after a power cut too, so its intent is on disk before it begins.
  if (!begun) append(execution, `${type}.start`, path, { effect: kind, request }, kind === "command");
  const outcome = await attempt(execution, effect);
  append(execution, `${type}.end`, path, outcome, kind !== "read");
  return resultOf(outcome);
}

/** The data of a `.end` line. */
type Recorded<T extends Json> = { result: T } | { error: Failure };
type Failure = Problem & { parts: Record<string, string | number> };

/** The outcome as JSON keeps it, so that the first execution goes on with the same value as every later one. */
async function attempt<T extends Json>(execution: Execution, effect: Effect<T>): Promise<Recorded<T>> {
  try {
    const result = await interruptible(execution, effect);
    return { result: JSON.parse(JSON.stringify(result ?? null)) };
  } catch (thrown) {
    // An effect that failed because the run was ended is not recorded: a later execution does it again.
    if (execution.halt) throw execution.halt.error;
    const error = thrown instanceof ErgoError ? thrown : new ErgoError("INTERNAL", { detail: reason(thrown) });
    return { error: { code: error.code, message: error.message, remedy: error.remedy, parts: error.parts } };
  }
}

function resultOf<T extends Json>(outcome: Recorded<T>): T {
  if ("result" in outcome) return outcome.result;
  const { code, message, parts } = outcome.error;
  const known = errorCodes.find((each) => each === code);
  throw known === undefined ? new ErgoError("INTERNAL", { detail: message }) : new ErgoError(known, parts);
}

async function each<I, R>(items: readonly I[], limit: number, work: (item: I, index: number) => Promise<R>) {
  const results = new Array<R>(items.length);
  const failed: { index: number; error: unknown }[] = [];
  let begun = 0;
  async function lane() {
    while (begun < items.length && failed.length === 0) {
      const index = begun++;
      try {
        results[index] = await work(items[index] as I, index);
      } catch (error) {
        failed.push({ index, error });
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, lane));
  // Items are begun in order, so every item before the first that fails is done in every execution: it is always the same.
  const [first] = failed.sort((a, b) => a.index - b.index);
  if (first !== undefined) throw first.error;
  return results;
}
