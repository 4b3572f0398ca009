import type { Generate, Generated, Model, Result } from "../../core/model.ts";

/**
 * `k` answers one after the other, for a runtime that keeps the evaluation of the prompt that it saw last. Each has a
 * seed of its own where the request has one.
 */
export async function sampleInTurn(
  generate: Model["generate"],
  request: Generate,
  k: number,
  signal?: AbortSignal,
): Promise<Result<Generated[]>> {
  const answers: Generated[] = [];
  for (let i = 0; i < k; i++) {
    const one = await generate(request.seed === undefined ? request : { ...request, seed: request.seed + i }, signal);
    if (!one.ok) return one;
    answers.push(one.value);
  }
  return { ok: true, value: answers };
}
