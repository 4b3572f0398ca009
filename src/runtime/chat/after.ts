import type { Answer } from "../../core/answer.ts";
import type { Understood } from "../../dialogue/follow.ts";
import type { Knows, Turn } from "../../dialogue/turn.ts";
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

/** A question that came before: by the run that answered it, as the user put it, or both. */
export type Before = { run?: string; said?: string };

/**
 * The turns of questions that came before, in their order. Of one whose run is none of the user's own there is only what the user
 * said: nothing that others say was answered counts for anything.
 */
export function turnsBefore(folder: Folder, before: readonly Before[]): Turn[] {
  return before.slice(-most).flatMap(({ run, said }) => {
    const recorded = run === undefined ? null : ownTurn(folder, run);
    return recorded ?? (said === undefined ? [] : heard(said));
  });
}

/** Turns of a conversation that are read. */
const most = 30;

/** What the record tells of a run of the user's own; null of any other, and where it is gone or can't be read. */
export function ownTurn(folder: Folder, run: string): Turn | null {
  try {
    return isOwn(folder, run) ? turnOf(folder, run) : null;
  } catch {
    return null;
  }
}

/** A question without an answer of which anything is known. */
function heard(said: string): Turn {
  return {
    ...{ run: "", said, question: said, only: null, reading: null, answer: "", status: null, stop: null },
    ...{ items: [], whole: false, size: null, paths: [], quotes: [], gist: null, decisions: [], edited: [] },
  };
}

/** The turns, with those questions that were only heard as they were meant after the ones before them. */
function understood(turns: readonly Turn[], knows: Knows): Turn[] {
  const all: Turn[] = [];
  for (const turn of turns) {
    const meant = turn.run === "" ? understand(turn.said, all, knows) : null;
    const { question = turn.question, only = null } = meant?.is === "completed" ? meant : {};
    all.push(turn.run === "" ? { ...turn, question, only, reading: knows.read(question) } : turn);
  }
  return all;
}

/**
 * Asks a question after the turns before it, where nobody can be asked what it goes back to: completed by rules where they are
 * sure, open to a model where they have no reading, else as it stands, and that is said. What would change something is never
 * completed to unasked.
 */
export async function askAfter(
  session: Session,
  { stdin, ...asked }: Pick<Asked, "question" | "stdin">,
  before: readonly Turn[],
  watching: Watching,
): Promise<Answer> {
  const { question } = asked;
  if (before.length === 0 || stdin !== undefined) return await ask(session, { question, stdin }, watching);
  const knows = await knowing(session);
  const turns = understood(before, knows);
  const tell = (text: string) => watching.watch?.({ type: "notice", text });
  const whole = await completion(session, understand(question, turns, knows), tell);
  const scope = typeof whole === "object" && whole?.only ? await within(session, whole.only) : session.only;
  return await over(session, scope, (scoped) => ask(scoped, askedAs(question, whole, turns, scoped), watching));
}

async function completion(
  session: Session,
  meant: Understood,
  tell: (text: string) => void,
): Promise<Parameters<typeof askedAs>[1]> {
  if (meant.is === "completed") {
    const { question: whole } = meant;
    const acts = await changes(session, whole);
    tell(acts ? `asked as it stands; "${whole}" would change something` : `understood as: ${whole}`);
    return acts ? null : meant;
  }
  if (meant.is !== "unsure") return null;
  if (meant.choices.length === 0) return "open";
  tell(`it is not clear what "${meant.word}" goes back to; asked as it stands`);
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
