import { ErgoError, problem } from "../core/error.ts";
import type { Result } from "../core/model.ts";
import { cut, type Execution, type Strand } from "./execution.ts";
import { overlook } from "./record.ts";

/**
 * `limit`: so many items at a time. "first-error": after a failure no further item is begun, and the error of the first
 * item that failed is thrown once the others have settled. "collect": every item is done, and a failure is a value.
 */
export type AllOptions = { limit?: number; mode?: "first-error" | "collect" };

/** Does one item at a path of its own, in a strand of its own. */
type Branch<R> = (index: number, strand: Strand, path: string) => Promise<R>;

/** What became of an item; `cut` where it waits for something, and so has no outcome yet. */
type Outcome<R> =
  | { is: "done"; value: R }
  | { is: "failed"; error: unknown }
  | { is: "cut"; by: Required<Strand>["cut"] };

/** Every branch, each as far as it comes: one that waits holds up no other. */
export async function all<R>(
  execution: Execution,
  strand: Strand,
  base: string,
  count: number,
  branch: Branch<R>,
  { limit = count, mode = "first-error" }: AllOptions = {},
): Promise<R[] | Result<R>[]> {
  if (!(limit >= 1 || count === 0))
    throw new ErgoError("INTERNAL", { detail: `${base}: a limit of ${limit} does nothing` });
  const outcomes = await branches(execution, base, count, branch, { limit, mode });
  const ending = execution.halt ?? strand.cut;
  if (ending) throw ending.error;
  const first = outcomes.findIndex((outcome) =>
    mode === "first-error" ? outcome?.is !== "done" : outcome?.is === "cut",
  );
  if (first < 0)
    return mode === "collect" ? outcomes.map(settle) : outcomes.map((outcome) => (outcome as { value: R }).value);
  // Items are begun in order, so every item before the first that fails is done in every execution: it is always the same.
  const outcome = outcomes[first]!;
  if (outcome.is === "cut") throw cut(strand, outcome.by.stop, outcome.by.error);
  // What was begun after it depends on who was faster; it changes nothing, and is not missed another time.
  for (let i = first + 1; i < count; i++) forget(execution, `${base}/${i + 1}/`);
  throw (outcome as { error: unknown }).error;
}

async function branches<R>(
  execution: Execution,
  base: string,
  count: number,
  branch: Branch<R>,
  { limit, mode }: Required<AllOptions>,
): Promise<Outcome<R>[]> {
  const outcomes = new Array<Outcome<R>>(count);
  let begun = 0;
  let failed = false;
  async function lane() {
    while (begun < count && !(failed && mode === "first-error") && !execution.halt) {
      const index = begun++;
      outcomes[index] = await follow((own) => branch(index, own, `${base}/${index + 1}`));
      failed ||= outcomes[index].is === "failed";
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
  return outcomes;
}

async function follow<R>(work: (strand: Strand) => Promise<R>): Promise<Outcome<R>> {
  const own: Strand = {};
  try {
    const value = await work(own);
    return own.cut ? { is: "cut", by: own.cut } : { is: "done", value };
  } catch (error) {
    return own.cut ? { is: "cut", by: own.cut } : { is: "failed", error };
  }
}

function settle<R>(outcome: Outcome<R>): Result<R> {
  return outcome.is === "done"
    ? { ok: true, value: outcome.value }
    : { ok: false, error: problem((outcome as { error: unknown }).error) };
}

function forget(execution: Execution, prefix: string): void {
  overlook(execution, prefix);
  execution.asked = execution.asked.filter(({ path }) => !path.startsWith(prefix));
}
