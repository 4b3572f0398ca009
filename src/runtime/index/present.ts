import type { OutlineRow } from "../../code/kernels/outline.ts";
import type { Problem } from "../../core/error.ts";
import { entailment } from "../../proof/entail.ts";
import { tokenizeSentence } from "../../proof/sentence.ts";
import { isContent } from "../../proof/window.ts";
import { denials } from "../../proof/words.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Watching } from "../session/models.ts";
import { say } from "../session/say.ts";
import type { Session } from "../session/session.ts";

/** What a model made of sentences: how many it worded, and how many of its sentences were dropped; `problem`: why it went no further. */
export type Wording = { model: string | null; worded: number; dropped: number; problem: Problem | null };

/** Longer facts are lists, which stay as they are. */
const longest = 300;

/**
 * Has the worker that the user named put facts in other words, each by itself: a row keeps its own sentence and its evidence, and `worded` stands
 * beside it only where it has the names, numbers and other words of the fact that say something, no others, and says nothing against it.
 */
export async function wordRows(
  session: Session,
  rows: readonly OutlineRow[],
  watching: Watching & { signal: AbortSignal },
): Promise<{ rows: OutlineRow[]; wording: Wording }> {
  const wording: Wording = { model: null, worded: 0, dropped: 0, problem: null };
  const told: OutlineRow[] = [];
  for (const row of rows) {
    told.push(row);
    if (row.say.length > longest || wording.problem) continue;
    const said = await say(session, { role: "worker", prompt: "present", values: { fact: row.say } }, watching);
    watching.signal.throwIfAborted();
    if (!said.ok) {
      wording.problem = said.error;
      continue;
    }
    const { text, ended, left, model } = said.value;
    const isKept = ended && left.length === 0 && saysSame(text, row.say);
    wording.model = model;
    wording[isKept ? "worded" : "dropped"]++;
    if (isKept) told[told.length - 1] = { ...row, worded: redactText(text) };
  }
  return { rows: told, wording };
}

/** Words that a sentence about a fact may have of its own. */
const framing = new Set(contentIn("this there first files newcomer one then because about each other").keys());

/**
 * Whether a sentence has the content words of a fact, its names and numbers among them, and no others but those that frame it, denies as often, and
 * is not against it.
 */
function saysSame(text: string, fact: string): boolean {
  if (!/[.!]$/.test(text)) return false;
  const [own, those] = [contentIn(text), contentIn(fact)];
  if ([...those].some((stem) => !own.has(stem))) return false;
  if ([...own].some((stem) => !those.has(stem) && !framing.has(stem))) return false;
  const denied = (all: string) => tokenizeSentence(all).filter((each) => denials.has(each.text)).length;
  return denied(text) === denied(fact) && entailment(text, fact).verdict !== "contradicted";
}

/** The stems of words that say something: names, paths and numbers as they stand. */
function contentIn(text: string): Set<string> {
  return new Set(
    tokenizeSentence(text)
      .filter(isContent)
      .map(({ stem }) => stem),
  );
}
