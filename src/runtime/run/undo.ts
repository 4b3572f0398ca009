import { ErgoError } from "../../core/error.ts";
import type { Line } from "../../core/journal.ts";
import { inverse, type Patch } from "../../core/patch.ts";
import { ownHead } from "../../trace/heads.ts";
import { verifyChain } from "../../trace/verify.ts";
import { readRun, traceOf } from "../record/runs.ts";
import type { Session } from "../session/session.ts";

/**
 * The patches that undo the edits of a run, the last one first. Throws RUN_UNKNOWN, NOTHING_TO_UNDO for a run that made
 * none (a command can't be undone), and RUN_FOREIGN for a record that does not end as this user's run in this folder did.
 */
export function undoing(session: Session, run: string): Patch[] {
  const head = ownHead(session.folder, run);
  const chain = verifyChain(traceOf(session.folder, run), { head });
  if (head === undefined || !chain.intact) throw new ErgoError("RUN_FOREIGN", { run });
  const lines = readRun(session.folder, run);
  const done = new Set(lines.filter(isDone).map(({ path }) => path));
  const patches = lines.flatMap((line) => (done.has(line.path) ? patchIn(line) : []));
  if (patches.length === 0) throw new ErgoError("NOTHING_TO_UNDO", { run });
  return patches.map(inverse).reverse();
}

/** The end of an effect that did what it meant. */
function isDone({ type, data }: Line): boolean {
  return type === "tool.end" && Object.hasOwn(Object(data), "result");
}

function patchIn({ type, data }: Line): Patch[] {
  const { request } = Object(data) as { request?: { tool?: string; patch?: Patch } };
  return type === "tool.start" && request?.tool === "edit" && request.patch ? [request.patch] : [];
}
