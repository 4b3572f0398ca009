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
 * The other run is only read. From there on the session's models have the say, which may be others than the run's; what was
 * recorded before stays as it is. Throws what `resume` throws, and USAGE where no node has begun.
 */
export async function fork(session: Session, of: string, at: number, watching: Watching = {}): Promise<Answer> {
  const about = begunAs(session.folder, of);
  const start = { ...withModels(about, session), session: session.id, parent: of };
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

/** How a run was begun, had it been with the session's models. */
function withModels(about: Beginning, session: Session): Beginning {
  const { settings, degraded } = beginning(session, about, about.now);
  const isSame = JSON.stringify(settings.models) === JSON.stringify(about.settings.models);
  return isSame ? about : { ...about, degraded, settings: { ...about.settings, models: settings.models } };
}
