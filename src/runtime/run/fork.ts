import type { Answer } from "../../core/answer.ts";
import { forkTrace } from "../../trace/append.ts";
import type { Session } from "../session/session.ts";
import { runId } from "./ask.ts";
import { requireSame } from "./begin.ts";
import { holdsText } from "./content.ts";
import { carryOn, type Watching } from "./pursue.ts";
import { begunAs } from "./resume.ts";

/**
 * Begins a new run that shares another's lines up to the node's start at or before line `at`, and goes on from there.
 * The other run is only read. Throws what `resume` throws, and USAGE where no node has begun.
 */
export async function fork(session: Session, of: string, at: number, watching: Watching = {}): Promise<Answer> {
  const about = begunAs(session.folder, of);
  requireSame(about, session);
  const start = { ...about, session: session.id, parent: of };
  const trace = forkTrace(session.folder, {
    run: runId(new Date()),
    of,
    at,
    start,
    watch: watching.watch,
    apart: holdsText,
  });
  return await carryOn(session, trace, start, watching);
}
