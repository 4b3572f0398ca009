import type { Passage, Retrieved } from "../core/evidence.ts";
import type { Result } from "../core/model.ts";
import type { Observe } from "../core/observation.ts";
import type { Applied, Patch } from "../core/patch.ts";
import type { Excerpt, Phrased, Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";

/** Looks at the folder, recorded: `tool` effects whose request holds the queries and whose result the observations. */
export function observing(ctx: Context, { observe }: Ports): Observe {
  return async (queries) => {
    const result = await ctx.do({
      type: "tool",
      effect: "read",
      request: { tool: "observe", queries },
      run: (signal) => observe(queries, signal),
    });
    ctx.spend({ calls: 1 });
    return result;
  };
}

/** Searches the folder's texts, recorded. */
export async function retrieving(ctx: Context, { retrieve }: Ports, question: string, k: number): Promise<Retrieved> {
  const result = await ctx.do({
    type: "retrieval",
    effect: "read",
    request: { question, k },
    run: (signal) => retrieve(question, k, signal),
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** Makes a planned change of a file, recorded as a write: when it was interrupted, the file's hash tells how far it came. */
export async function editing(ctx: Context, { edit }: Pick<Ports, "edit">, patch: Patch): Promise<Applied> {
  const result = await ctx.do({
    type: "tool",
    effect: "write",
    request: { tool: "edit", patch },
    run: async () => edit(patch),
  });
  ctx.spend({ calls: 1 });
  return result;
}

/** Lets the worker say excerpts in a sentence, recorded with its cost. A failure is a value. */
export async function phrasing(
  ctx: Context,
  phrase: NonNullable<Ports["phrase"]>,
  question: string,
  excerpts: Excerpt[],
  passages: Passage[],
): Promise<Result<Phrased>> {
  const started = performance.now();
  const result = await ctx.do({
    type: "model",
    effect: "read",
    request: { role: "worker", task: "phrase", question, excerpts },
    run: (signal) => phrase(question, excerpts, passages, signal),
  });
  const { tokensIn, tokensOut } = result.ok ? result.value : { tokensIn: 0, tokensOut: 0 };
  ctx.spend({ calls: 1, tokensIn, tokensOut, ms: Math.round(performance.now() - started), role: "worker" });
  return result;
}
