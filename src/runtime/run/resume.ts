import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import { openTrace, type Trace } from "../../trace/append.ts";
import type { Identity, Origin } from "../../trace/line.ts";
import { readRun } from "../record/runs.ts";
import type { Folder } from "../session/folder.ts";
import type { Session, SessionOptions } from "../session/session.ts";
import { version } from "../settings/version.ts";
import { type Beginning, beginningIn, optionsOf, requireSame } from "./begin.ts";
import { holdsText } from "./content.ts";
import { carryOn, type Watching } from "./pursue.ts";

/** The answer to what a run asked: a text, or whether it is approved. */
export type Reply = string | boolean;

/**
 * Goes on with a run that was interrupted, cancelled, or waits for `reply`. What is recorded is not done again. Throws
 * RUN_UNKNOWN, RUN_LOCKED, RUN_FINISHED, USAGE for a reply to nothing, JOURNAL_MISMATCH in a session that would have
 * begun the run otherwise, and TRACE_READ and TRACE_WRITE.
 */
export async function resume(
  session: Session,
  run: string,
  { reply, ...watching }: Watching & { reply?: Reply } = {},
): Promise<Answer> {
  const about = begunAs(session.folder, run);
  const trace = openTrace(session.folder, {
    run,
    watch: watching.watch,
    apart: holdsText,
    resume: { session: session.id, version: version() },
  });
  try {
    requireSame(about, session);
    if (reply !== undefined) answerTo(trace, reply);
  } catch (thrown) {
    trace.close();
    throw thrown;
  }
  return await carryOn(session, trace, about, watching);
}

/** How a recorded run was begun. Throws RUN_UNKNOWN and TRACE_READ. */
export function begunAs(folder: Folder, run: string): Beginning {
  const recorded = beginningIn(readRun(folder, run));
  if (recorded?.settings !== undefined) {
    const { run: _, folder: __, at: ___, ...about } = recorded as Beginning & Identity & { at?: Origin };
    return about;
  }
  throw new ErgoError("TRACE_READ", { file: run, detail: "it does not say how the run began" });
}

/** The options of a session in which a recorded run goes on as it was begun. Throws RUN_UNKNOWN and TRACE_READ. */
export function optionsFor(folder: Folder, run: string): SessionOptions {
  return optionsOf(begunAs(folder, run));
}

/** Records a reply to the first open question. */
function answerTo(trace: Trace, reply: Reply): void {
  const [asked] = trace.asked;
  if (asked === undefined) throw new ErgoError("USAGE", { detail: `run ${trace.run} asks nothing` });
  if (asked.type === "approval") {
    if (typeof reply !== "boolean") throw new ErgoError("USAGE", { detail: "it asks for --approve or --deny" });
    trace.reply(asked, reply);
    return;
  }
  if (typeof reply === "boolean") throw new ErgoError("USAGE", { detail: `it asks for --answer TEXT: ${asked.text}` });
  const { choices } = asked;
  const chosen = choices ? choices.find((choice) => choice.toLowerCase() === reply.trim().toLowerCase()) : reply;
  if (chosen === undefined) throw new ErgoError("USAGE", { detail: `--answer takes one of: ${choices!.join(", ")}` });
  trace.reply(asked, chosen);
}
