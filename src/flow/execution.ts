import { setImmediate as turn } from "node:timers/promises";
import type { Spent, Stop, Usage } from "../core/answer.ts";
import { type Budget, defaultBudget } from "../core/budget.ts";
import { ErgoError } from "../core/error.ts";
import { type Asked, type Journal, shielded, type Watch } from "../core/journal.ts";
import type { Role } from "../core/model.ts";
import { errorOf, type Failure } from "./failure.ts";

export type RunOptions = {
  journal: Journal;
  /** What is not given is taken from the default budget. */
  budget?: Partial<Budget>;
  /** Milliseconds for which earlier executions of the run were active; they count against the budget. */
  active?: number;
  /** Milliseconds for which it has waited for others so far: it is not active then. */
  waited?: () => number;
  /** Ends the run with "user_abort". */
  signal?: AbortSignal;
  /** Told of progress and of a model's words; the journal tells of its lines itself. One that throws is told no more. */
  watch?: Watch;
  /**
   * Does nothing that is not recorded: where the record ends, the run ends as `cut` says, in each of its branches.
   * Without `cut` the record must reach the end, else JOURNAL_MISMATCH.
   */
  replay?: { cut?: Cut };
};

/** What ended a run before its graph did: a limit, a cancel, an open question. As it is recorded. */
export type Cut = { stop: Stop; problem: Failure };

/** The same while the run is executed. */
type Ending = { stop: Stop; error: ErgoError };

/** The run itself, or one branch of it. One that is cut begins nothing new, whatever a node makes of the error; others go on. */
export type Strand = { cut?: Ending };

/** What all parts of one execution of a run share. */
export type Execution = {
  readonly journal: Journal;
  readonly budget: Budget;
  readonly usage: Usage;
  readonly active: number;
  readonly started: number;
  readonly waited: () => number;
  readonly controller: AbortController;
  /** Rejects the reads that are under way. */
  readonly reads: Set<(error: Error) => void>;
  readonly close: () => void;
  readonly watch: Watch | undefined;
  readonly replay: RunOptions["replay"];
  /** Lines that were recorded before and that this execution has not come by yet, as "path type", in their order. */
  readonly unseen: Set<string>;
  /** Questions that were met and have no answer. */
  asked: Asked[];
  iterations: number;
  /** Effects under way. `idle` is told when there are none any more. */
  running: number;
  idle?: () => void;
  /** When signals and timers were last let in, as `performance.now()` counts. */
  turned: number;
  /** Why the run must end: from here on no node, effect or note begins, whatever a node makes of the error. */
  halt?: Ending;
  /** The journal can't be written: the run rejects with this. */
  broken?: { error: unknown };
};

export function begin({ journal, budget, active = 0, waited = () => 0, signal, watch, replay }: RunOptions): Execution {
  const limits = { ...defaultBudget, ...budget };
  const cancel = () => void halt(execution, "user_abort", new ErgoError("CANCELLED"));
  const execution: Execution = {
    journal,
    budget: limits,
    usage: { calls: 0, tokensIn: 0, tokensOut: 0, ms: 0, byRole: {} },
    active,
    started: performance.now(),
    waited,
    controller: new AbortController(),
    reads: new Set(),
    close() {
      stop();
      signal?.removeEventListener("abort", cancel);
    },
    watch: shielded(watch),
    replay,
    unseen: new Set(Iterator.from(journal.entries()).map(({ type, path }) => `${path} ${type}`)),
    asked: [],
    iterations: 0,
    running: 0,
    turned: performance.now(),
  };
  const stop = replay ? () => undefined : limitTime(execution, limits);
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  return execution;
}

/** Halts the run once it was active for as long as it may be; what it gives calls that off. */
function limitTime(execution: Execution, limits: Budget): () => void {
  let timer: NodeJS.Timeout;
  const set = () => {
    const left = Math.min(Math.max(0, limits.ms - elapsed(execution)), longestTimer);
    timer = setTimeout(() => (isOver() ? halt(execution, "budget", limitError("ms", limits)) : set()), left);
  };
  // A timer counts whole milliseconds.
  const isOver = () => elapsed(execution) > limits.ms - 1;
  set();
  return () => clearTimeout(timer);
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

/** Ends a strand; the first reason stands, and is given back to be thrown. */
export function cut(strand: Strand, stop: Stop, error: ErgoError): ErgoError {
  strand.cut ??= { stop, error };
  return strand.cut.error;
}

/**
 * Lets something begin that is not recorded and takes so many calls; throws what ends the run or the strand instead, if
 * a limit is overdrawn or only the record is executed. What is recorded was let begin once, and is not asked again.
 */
export function admit(execution: Execution, strand: Strand, calls: 0 | 1, what: string): void {
  const { usage, budget, replay } = execution;
  const ending = execution.halt ?? strand.cut;
  if (ending) throw ending.error;
  if (replay) throw endOfRecord(strand, replay, what);
  if (usage.calls + calls > budget.calls) throw halt(execution, "budget", limitError("calls", budget));
  // What an effect will take in tokens or time is not known before.
  if (usage.tokensIn + usage.tokensOut > budget.tokens) throw halt(execution, "budget", limitError("tokens", budget));
  if (elapsed(execution) > budget.ms) throw halt(execution, "budget", limitError("ms", budget));
}

/** Lets a node begin that is not recorded. */
export function admitNode(execution: Execution, strand: Strand, what: string): void {
  const { iterations, budget, replay } = execution;
  if (!replay && iterations >= budget.iterations) {
    halt(execution, "max_iterations", limitError("iterations", budget));
  }
  admit(execution, strand, 0, what);
}

/** Ends the strand alone: of what was begun beside a failure the record may lack the end, and need not have it. */
function endOfRecord(strand: Strand, { cut: ended }: NonNullable<RunOptions["replay"]>, what: string): ErgoError {
  if (ended) return cut(strand, ended.stop, errorOf(ended.problem));
  return cut(strand, "error", new ErgoError("JOURNAL_MISMATCH", { detail: `it has no ${what}` }));
}

/** Counts what was spent, in all and for a role. */
export function spend({ usage }: Pick<Execution, "usage">, { role, ...spent }: Partial<Spent> & { role?: Role }): void {
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

/** What the run has used; `ms` in all is the time for which it was active. Roles stand in one order, whoever spent first. */
export function usageOf(execution: Execution): Usage {
  const { byRole, ...all } = execution.usage;
  const roles = Object.entries(byRole).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...all, byRole: Object.fromEntries(roles), ms: Math.round(elapsed(execution)) };
}

/** Counts an effect as under way while `work` is. */
export async function underway<T>(execution: Execution, work: () => Promise<T>): Promise<T> {
  execution.running += 1;
  try {
    return await work();
  } finally {
    execution.running -= 1;
    if (execution.running === 0) execution.idle?.();
  }
}

/** Waits for the effects that are under way, those too that no node waits for. */
export async function settled(execution: Execution): Promise<void> {
  while (execution.running > 0) {
    await new Promise<void>((resolve) => {
      execution.idle = resolve;
    });
  }
}

/** Lets signals and timers in every 50 ms, so that a run of long steps that never wait can be ended. */
export async function breathe(execution: Execution): Promise<void> {
  if (performance.now() - execution.turned < 50) return;
  await turn();
  execution.turned = performance.now();
}

/** What setTimeout can count: a run lasts 24 days at most. */
const longestTimer = 2 ** 31 - 1;

function elapsed(execution: Execution): number {
  return execution.active + performance.now() - execution.started - execution.waited();
}

function limitError(limit: keyof Budget, budget: Budget): ErgoError {
  return new ErgoError("LIMIT_REACHED", { limit: budget[limit], what: limit });
}
