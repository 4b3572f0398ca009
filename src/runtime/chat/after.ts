import type { Answer } from "../../core/answer.ts";
import type { Turn } from "../../dialogue/turn.ts";
import { understand } from "../../dialogue/understand.ts";
import { isOwn } from "../../trace/append.ts";
import { askedIn, readRun } from "../record/runs.ts";
import { changes } from "../run/act.ts";
import { type Asked, ask, type Watching } from "../run/ask.ts";
import type { Reply } from "../run/resume.ts";
import type { Folder } from "../session/folder.ts";
import type { Session } from "../session/session.ts";
import { askedAs, over, within } from "./chat.ts";
import { knowing } from "./knows.ts";
import { turnOf } from "./recollect.ts";

/** The turns of the runs that have these names, in their order; what is no run of the user's own is left out. */
export function turnsNamed(folder: Folder, runs: readonly string[]): Turn[] {
  return runs.flatMap((run) => {
    try {
      return isOwn(folder, run) ? [turnOf(folder, run)] : [];
    } catch {
      // A record that is gone or can't be read: the conversation goes on without that turn.
      return [];
    }
  });
}

/**
 * Asks a question after the turns before it, where nobody can be asked what it goes back to: completed by rules where they are
 * sure, open to a model where they have no reading, else as it stands, and that is said. What would change something is never
 * completed to unasked.
 */
export async function askAfter(
  session: Session,
  { stdin, ...asked }: Pick<Asked, "question" | "stdin">,
  turns: readonly Turn[],
  watching: Watching,
): Promise<Answer> {
  const { question } = asked;
  if (turns.length === 0 || stdin !== undefined) return await ask(session, { question, stdin }, watching);
  const whole = await completion(session, question, turns, (text) => watching.watch?.({ type: "notice", text }));
  const scope = typeof whole === "object" && whole?.only ? await within(session, whole.only) : session.only;
  return await over(session, scope, (scoped) => ask(scoped, askedAs(question, whole, turns, scoped), watching));
}

async function completion(
  session: Session,
  question: string,
  turns: readonly Turn[],
  tell: (text: string) => void,
): Promise<Parameters<typeof askedAs>[1]> {
  const understood = understand(question, turns, await knowing(session));
  if (understood.is === "completed") {
    const { question: whole } = understood;
    const acts = await changes(session, whole);
    tell(acts ? `asked as it stands; "${whole}" would change something` : `understood as: ${whole}`);
    return acts ? null : understood;
  }
  if (understood.is !== "unsure") return null;
  if (understood.choices.length === 0) return "open";
  tell(`it is not clear what "${understood.word}" goes back to; asked as it stands`);
  return null;
}

/** What a text says to a run that waits; undefined where it is no reply to what that asks, but a question of its own. */
export function replyTo(folder: Folder, run: string, text: string): Reply | undefined {
  const [asked] = askedIn(readRun(folder, run));
  const said = text.trim();
  if (asked === undefined) return undefined;
  if (asked.type === "approval") {
    if (/^(?:y|yes|ok|okay|oui|ja|s[ií])[.!]?$/i.test(said)) return true;
    return /^(?:n|no|non|nein)[.!]?$/i.test(said) ? false : undefined;
  }
  // What is offered stands on lines of its own.
  const choices = asked.choices ?? asked.text.split("\n").slice(1);
  if (/^\d+$/.test(said)) return choices[Number(said) - 1] ?? said;
  return choices.find((choice) => choice.trim().toLowerCase() === said.toLowerCase());
}
