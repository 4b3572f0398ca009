import type { Answer } from "../../core/answer.ts";
import { forkTrace } from "../../trace/append.ts";
import type { Session } from "../session/session.ts";
import { runId } from "./ask.ts";
import { type Beginning, beginning, requireSame } from "./begin.ts";
import { holdsText } from "./content.ts";
import { carryOn, type Watching } from "./pursue.ts";
import { begunAs } from "./resume.ts";

/**
 * Begins a new run that shares another's lines up to the node's start at or before line `at`, and goes on from there.
 * The other run is only read. From there on the session's models and prompts have the say, which may be others than the run's; what was
 * recorded before stays as it is. Throws what `resume` throws, and USAGE where no node has begun.
 */
export async function fork(session: Session, of: string, at: number, watching: Watching = {}): Promise<Answer> {
  const about = begunAs(session.folder, of);
  const start = { ...asIn(about, session), session: session.id, parent: of };
  requireSame(start, session);
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

/** How a run was begun, had it been with the session's models and prompts. */
function asIn(about: Beginning, session: Session): Beginning {
  const { settings: own, degraded } = beginning(session, about, about.now);
  const { prompts: _, ...before } = about.settings;
  const settings = { ...before, models: own.models, ...(own.prompts ? { prompts: own.prompts } : {}) };
  const isSame = JSON.stringify(own.models) === JSON.stringify(before.models);
  return { ...about, settings, degraded: isSame ? about.degraded : degraded };
}
