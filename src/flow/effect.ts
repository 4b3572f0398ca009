import { ErgoError } from "../core/error.ts";
import type { Effect, Json } from "../core/journal.ts";
import { ask } from "./ask.ts";
import { admit, breathe, type Execution, halt, type Strand, underway } from "./execution.ts";
import { errorOf, type Failure, failureOf } from "./failure.ts";
import { append, kept, known, look } from "./record.ts";

/** `timeoutMs`: after so long a read is given up, and what may change something told to stop; the error is TIMEOUT. */
export type EffectOptions = { timeoutMs?: number };

/** The data of a `.end` line. */
type Recorded<T extends Json> = { result: T } | { error: Failure };

/** Does an effect once: records intent and result, and gives the recorded result when the run is executed again. */
export async function perform<T extends Json>(
  execution: Execution,
  strand: Strand,
  path: string,
  effect: Effect<T>,
  options?: EffectOptions,
): Promise<T> {
  const { type, effect: kind, request } = effect;
  const intent = { effect: kind, request };
  const begun = known(execution, `${type}.start`, path, intent);
  const before = begun ? look(execution, `${type}.end`, path) : undefined;
  const done = begun && kind === "command" && (await doubted(execution, strand, path, effect, before !== undefined));
  if (before !== undefined) return resultOf(before as Recorded<T>);
  if (!execution.replay) await breathe(execution);
  admit(execution, strand, 1, `${type}.${begun ? "end" : "start"} at ${path}`);
  if (done) return presume(execution, path, effect);
  // What a command may have done must be known after a power cut too, so its intent is on disk before it begins.
  if (!begun) append(execution, `${type}.start`, path, intent, kind === "command");
  return await underway(execution, async () => {
    const outcome = kept(execution, await attempt(execution, path, effect, options));
    append(execution, `${type}.end`, path, outcome, kind !== "read");
    return resultOf(outcome);
  });
}

/**
 * A command that was begun and whose outcome is not known: the user says what became of it. Gives whether it was done;
 * if it is to be done again, that is recorded before, so that another crash leaves another doubt. Giving up ends the run.
 */
async function doubted(
  execution: Execution,
  strand: Strand,
  path: string,
  { type }: Effect,
  ended: boolean,
): Promise<boolean> {
  for (let n = 1; ; n++) {
    const at = `${path}/doubt.${n}`;
    if (ended && look(execution, "doubt.start", at) === undefined) return false;
    const answer = await ask(execution, strand, "doubt", at, { kind: "question", text: doubtText(path), choices });
    if (answer === "done") return true;
    if (answer !== "again") throw halt(execution, "unproven", new ErgoError("EFFECT_IN_DOUBT", { path }));
    if (known(execution, `${type}.again`, at, null)) continue;
    admit(execution, strand, 0, `${type}.again at ${at}`);
    append(execution, `${type}.again`, at, null, true);
    return false;
  }
}

const choices = ["done", "again", "give up"];

function doubtText(path: string): string {
  return `${path} was interrupted, and whether it took effect is not known. Was it done, is it to be done again, or is the run to be given up?`;
}

function presume<T extends Json>(execution: Execution, path: string, { type, presumed = null as T }: Effect<T>): T {
  append(execution, `${type}.end`, path, { result: presumed }, true);
  return presumed;
}

/** The outcome as JSON keeps it, so that the first execution goes on with the same value as every later one. */
async function attempt<T extends Json>(
  execution: Execution,
  path: string,
  effect: Effect<T>,
  options?: EffectOptions,
): Promise<Recorded<T>> {
  try {
    const result = await limited(execution, path, effect, options?.timeoutMs);
    return { result: JSON.parse(JSON.stringify(result ?? null)) };
  } catch (thrown) {
    // An effect that failed because the run was ended is not recorded: a later execution does it again.
    if (execution.halt) throw execution.halt.error;
    return { error: failureOf(thrown) };
  }
}

async function limited<T extends Json>(
  execution: Execution,
  path: string,
  effect: Effect<T>,
  ms: number | undefined,
): Promise<T> {
  const { signal } = execution.controller;
  if (ms === undefined) return await interruptible(execution, effect, signal);
  const late = new AbortController();
  const error = new ErgoError("TIMEOUT", { path, ms });
  const timer = setTimeout(() => late.abort(error), ms);
  try {
    return await interruptible(execution, effect, AbortSignal.any([signal, late.signal]), late.signal);
  } catch (thrown) {
    throw late.signal.aborted ? error : thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs an effect. When it must end a read is given up; what may change something is told by its signal and waited for. */
async function interruptible<T extends Json>(
  { reads }: Execution,
  effect: Effect<T>,
  signal: AbortSignal,
  late?: AbortSignal,
): Promise<T> {
  if (effect.effect !== "read") return await effect.run(signal);
  let giveUp: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  late?.addEventListener("abort", () => giveUp(late.reason));
  reads.add(giveUp);
  try {
    return await Promise.race([started(effect, signal), ended]);
  } finally {
    reads.delete(giveUp);
  }
}

/** Begins an effect so that what it throws at once is a rejection like any other. */
async function started<T extends Json>(effect: Effect<T>, signal: AbortSignal): Promise<T> {
  return effect.run(signal);
}

function resultOf<T extends Json>(outcome: Recorded<T>): T {
  if ("result" in outcome) return outcome.result;
  throw errorOf(outcome.error);
}
