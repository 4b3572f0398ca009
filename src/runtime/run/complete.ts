import type { Event } from "../../core/journal.ts";
import type { Completed, Tried } from "../../core/prompting.ts";
import { findTerms } from "../../knowledge/text/term.ts";
import { quotesOf } from "../record/quotes.ts";
import { readRun } from "../record/runs.ts";
import { answerIn } from "../record/verify.ts";
import { unlessNamed } from "../session/job.ts";
import { say } from "../session/say.ts";
import { turns } from "../session/sense.ts";
import type { Session } from "../session/session.ts";
import { changes } from "./act.ts";
import { beginningIn } from "./begin.ts";

type Watching = { signal: AbortSignal; watch?: (event: Event) => void };

/**
 * Lets the planner complete a question from the turns before it, the runs `after`, where a model is here that was measured to
 * be able to. That there is none is said where the user named one; null otherwise.
 */
export async function completeBy(
  session: Session,
  said: string,
  after: string[],
  watching: Watching,
): Promise<Tried<Completed | null>> {
  const shown = after.toReversed().flatMap((run) => tell(session, run));
  const values = { turns: shown, question: said };
  const done = await say(session, { role: "planner", ability: "complete", prompt: "complete", values }, watching);
  if (!done.ok) return unlessNamed(done, session.config.models.planner !== "worker");
  const { text: given, ended, samples: _, left: __, ...by } = done.value;
  const text = ended ? given.replace(/\s+/g, " ") : "";
  const fault = faultIn(text, said, shown);
  const acts = fault === null && (await changes(session, text));
  return { ...done, value: { ...by, text, turns: shown, fault, acts, attended: session.attended } };
}

/** A turn as its question with what was answered, in one line; none where its record can't be read. */
function tell({ folder }: Session, run: string): string[] {
  try {
    const lines = readRun(folder, run);
    const answer = answerIn(lines);
    const { gist, quotes } = quotesOf(answer);
    const said = gist ?? quotes[0] ?? answer?.answer.split("\n")[0] ?? "";
    return [`${answer?.question ?? beginningIn(lines)?.question ?? ""} ${said}`.trim()];
  } catch {
    return [];
  }
}

/** Why a question that a model completed is not asked; null where it adds to what was typed, in words that were said before. */
function faultIn(text: string, said: string, shown: string[]): string | null {
  const known = stems([said, ...shown].join(" "));
  const [whole, part] = [stems(text), stems(said)];
  const strange = [...whole].find((stem) => !known.has(stem));
  if (!/\?$/.test(text)) return "it is no question";
  if (strange !== undefined) return `"${strange}" was not said before`;
  if (turns(text) !== turns(said)) return "it turns the sense of what was asked";
  return [...whole].some((stem) => !part.has(stem)) ? null : "it adds nothing";
}

function stems(text: string): Set<string> {
  return new Set(findTerms(text).map(({ stem }) => stem));
}
