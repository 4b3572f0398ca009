import { ErgoError } from "../core/error.ts";
import type { Json } from "../core/journal.ts";
import { type Execution, halt } from "./execution.ts";
import { asError } from "./failure.ts";

/** The recorded data of the line of this type at this path. */
export function look(execution: Execution, type: string, path: string): Json | undefined {
  try {
    const data = execution.journal.recorded(type, path);
    if (data !== undefined && execution.unseen.size > 0) execution.unseen.delete(`${path} ${type}`);
    return data;
  } catch (thrown) {
    throw halt(execution, "error", asError(thrown));
  }
}

/** Whether the line is recorded; ends the run with JOURNAL_MISMATCH when it is recorded with other data. */
export function known(execution: Execution, type: string, path: string, data: Json): boolean {
  const before = look(execution, type, path);
  if (before === undefined) return false;
  const [then, now] = [JSON.stringify(before), JSON.stringify(kept(execution, data ?? null))];
  if (then === now) return true;
  throw mismatch(execution, `${type} at ${path} was ${excerpt(then, now)} and is now ${excerpt(now, then)}`);
}

/** What the journal keeps of data. */
export function kept<T extends Json>({ journal }: Execution, data: T): T {
  return journal.keep?.(data) ?? data;
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

/**
 * Ends the run with JOURNAL_MISMATCH if it came to the end of `path` and passed by something that is recorded there.
 * Only nodes that nothing runs beside can tell: what is next in the record is theirs.
 */
export function passed(execution: Execution, path: string): void {
  const [next] = execution.unseen;
  if (next !== undefined && !path.includes("/") && next.startsWith(`${path}/`)) throw skipped(execution, next);
}

/** The same at the end of the run, where nothing may be left. */
export function passedAll(execution: Execution): void {
  const [next] = execution.unseen;
  if (next !== undefined) skipped(execution, next);
}

/** Lets the run pass by what is recorded below `prefix`. */
export function overlook(execution: Execution, prefix: string): void {
  for (const line of execution.unseen) if (line.startsWith(prefix)) execution.unseen.delete(line);
}

function skipped(execution: Execution, line: string): ErgoError {
  const [path = "", type] = line.split(" ");
  return mismatch(execution, `${type} at ${path} is recorded, and now passed by`);
}

function mismatch(execution: Execution, detail: string): ErgoError {
  return halt(execution, "error", new ErgoError("JOURNAL_MISMATCH", { detail }));
}

/** A stretch of `text` around the first place where it differs from `other`. */
function excerpt(text: string, other: string): string {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const from = Math.max(0, same - 20);
  return `${from > 0 ? "…" : ""}${text.slice(from, same + 60)}${same + 60 < text.length ? "…" : ""}`;
}
