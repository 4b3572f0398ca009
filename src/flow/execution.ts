import type { Spent, Stop, Usage } from "../core/answer.ts";
import { type Budget, defaultBudget } from "../core/budget.ts";
import { ErgoError, reason } from "../core/error.ts";
import { type Effect, type Journal, type Json, shielded, type Watch } from "../core/journal.ts";
import type { Role } from "../core/model.ts";

export type RunOptions = {
  journal: Journal;
  /** What is not given is taken from the default budget. */
  budget?: Partial<Budget>;
  /** Ends the run with "user_abort". */
  signal?: AbortSignal;
  /** Told of progress and of a model's words; the journal tells of its lines itself. One that throws is told no more. */
  watch?: Watch;
};

/** What all parts of one execution of a run share. */
export type Execution = {
  readonly journal: Journal;
  readonly budget: Budget;
  readonly usage: Usage;
  readonly started: number;
  readonly controller: AbortController;
  /** Rejects the reads that are under way. */
  readonly reads: Set<(error: Error) => void>;
  readonly close: () => void;
  readonly watch: Watch | undefined;
  iterations: number;
  /** Why the run must end: from here on no node, effect or note begins, whatever a node makes of the error. */
  halt?: { stop: Stop; error: ErgoError };
  /** The journal can't be written: the run rejects with this. */
  broken?: { error: unknown };
};

export function begin({ journal, budget, signal, watch }: RunOptions): Execution {
  const limits = { ...defaultBudget, ...budget };
  const timer = setTimeout(
    () => halt(execution, "budget", limitError("ms", limits)),
    Math.min(limits.ms, longestTimer),
  );
  const cancel = () => void halt(execution, "user_abort", new ErgoError("CANCELLED"));
  const execution: Execution = {
    journal,
    budget: limits,
    usage: { calls: 0, tokensIn: 0, tokensOut: 0, ms: 0, byRole: {} },
    started: performance.now(),
    controller: new AbortController(),
    reads: new Set(),
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    },
    watch: shielded(watch),
    iterations: 0,
  };
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  return execution;
}

/** Ends the run; the first reason stands, and is given back to be thrown. Reads under way are given up. */
export function halt(execution: Execution, stop: Stop, error: ErgoError): ErgoError {
  if (execution.halt === undefined) {
    execution.halt = { stop, error };
    execution.controller.abort(error);
    for (const reject of execution.reads) reject(error);
  }
  return execution.halt.error;
}

/** Begins a node, if the run may go on. */
export function enter(execution: Execution, path: string, data: Json): void {
  if (execution.iterations >= execution.budget.iterations) {
    halt(execution, "max_iterations", limitError("iterations", execution.budget));
  }
  admit(execution, 0);
  execution.iterations += 1;
  record(execution, "node.start", path, data);
}

/** Lets something begin that takes so many calls, if no limit is overdrawn; throws what ends the run if one is. */
export function admit(execution: Execution, calls: 0 | 1): void {
  const { usage, budget } = execution;
  if (usage.calls + calls > budget.calls) halt(execution, "budget", limitError("calls", budget));
  // What an effect will take in tokens or time is not known before.
  if (usage.tokensIn + usage.tokensOut > budget.tokens) halt(execution, "budget", limitError("tokens", budget));
  if (elapsed(execution) > budget.ms) halt(execution, "budget", limitError("ms", budget));
  if (execution.halt) throw execution.halt.error;
}

/** Counts what was spent, in all and for a role. */
export function spend({ usage }: Execution, { role, ...spent }: Partial<Spent> & { role?: Role }): void {
  const sums: Spent[] = [usage];
  if (role) {
    usage.byRole[role] ??= { calls: 0, tokensIn: 0, tokensOut: 0, ms: 0 };
    sums.push(usage.byRole[role]);
  }
  for (const sum of sums) {
    sum.calls += spent.calls ?? 0;
    sum.tokensIn += spent.tokensIn ?? 0;
    sum.tokensOut += spent.tokensOut ?? 0;
    sum.ms += spent.ms ?? 0;
  }
}

/** What the run has used; `ms` in all is the time since it began. */
export function usageOf(execution: Execution): Usage {
  return { ...execution.usage, ms: Math.round(elapsed(execution)) };
}

/** The recorded data of the line of this type at this path. */
export function look(execution: Execution, type: string, path: string): Json | undefined {
  try {
    return execution.journal.recorded(type, path);
  } catch (thrown) {
    throw halt(execution, "error", asError(thrown));
  }
}

/** Whether the line is recorded; ends the run with JOURNAL_MISMATCH when it is recorded with other data. */
export function known(execution: Execution, type: string, path: string, data: Json): boolean {
  const before = look(execution, type, path);
  if (before === undefined) return false;
  const [then, now] = [JSON.stringify(before), JSON.stringify(data ?? null)];
  if (then === now) return true;
  const detail = `${type} at ${path} was ${excerpt(then, now)} and is now ${excerpt(now, then)}`;
  throw halt(execution, "error", new ErgoError("JOURNAL_MISMATCH", { detail }));
}

/** Records a line once. */
export function record(execution: Execution, type: string, path: string, data: Json): void {
  if (!known(execution, type, path, data)) append(execution, type, path, data);
}

/** Adds a line. When that fails, nothing can be added any more. */
export function append(execution: Execution, type: string, path: string, data: Json, durable = false): void {
  if (execution.broken) throw execution.broken.error;
  try {
    execution.journal.append(type, path, data, durable);
  } catch (error) {
    execution.broken = { error };
    halt(execution, "error", asError(error));
    throw error;
  }
}

/** Runs an effect. When the run ends a read is given up; what may change something is told by its signal and waited for. */
export async function interruptible<T extends Json>(execution: Execution, effect: Effect<T>): Promise<T> {
  const { controller, reads } = execution;
  if (effect.effect !== "read") return effect.run(controller.signal);
  let giveUp: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  reads.add(giveUp);
  try {
    return await Promise.race([started(effect, controller.signal), ended]);
  } finally {
    reads.delete(giveUp);
  }
}

/** Begins an effect so that what it throws at once is a rejection like any other. */
async function started<T extends Json>(effect: Effect<T>, signal: AbortSignal): Promise<T> {
  return effect.run(signal);
}

/** What setTimeout can count: a run lasts 24 days at most. */
const longestTimer = 2 ** 31 - 1;

function elapsed(execution: Execution): number {
  return performance.now() - execution.started;
}

function limitError(limit: keyof Budget, budget: Budget): ErgoError {
  return new ErgoError("LIMIT_REACHED", { limit: budget[limit], what: limit });
}

function asError(thrown: unknown): ErgoError {
  return thrown instanceof ErgoError
    ? thrown
    : new ErgoError("INTERNAL", { detail: reason(thrown) }, { cause: thrown });
}

/** A stretch of `text` around the first place where it differs from `other`. */
function excerpt(text: string, other: string): string {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const from = Math.max(0, same - 20);
  return `${from > 0 ? "…" : ""}${text.slice(from, same + 60)}${same + 60 < text.length ? "…" : ""}`;
}
