import { ErgoError, problem } from "../../core/error.ts";
import type { Model, Result } from "../../core/model.ts";

/**
 * Asks a model once it is loaded, and for no longer than `ms` from then on: what it had said by then, MODEL_LATE where that is nothing.
 */
export async function within<Said extends { text: string }>(
  model: Model,
  ms: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Result<Said>>,
): Promise<Result<Said>> {
  const opened = await model.open?.(signal);
  if (opened && !opened.ok) return opened;
  const late = AbortSignal.timeout(ms);
  const given = await ask(AbortSignal.any([signal, late]));
  if (!late.aborted || (given.ok && given.value.text !== "")) return given;
  return { ok: false, error: problem(new ErgoError("MODEL_LATE", { model: model.name, seconds: ms / 1000 })) };
}
