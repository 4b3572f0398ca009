import type { Follow, Understood } from "./follow.ts";
import { completeFragment } from "./fragment.ts";
import { completeSet } from "./set.ts";
import { completePerson, completeThing, placeOf } from "./thing.ts";
import type { Knows, Language, Turn } from "./turn.ts";
import { languages, unquoted, wordIn, wordsOf } from "./words.ts";

/**
 * Completes a question that goes on from the turns before it. What it refers to is told by rules; a completion that
 * recipes can read counts only when they read it as meant: the same question with one part exchanged, or the same over
 * the files that were spoken of. A question without a word that refers is left as it is.
 */
export function understand(text: string, all: readonly Turn[], knows: Knows): Understood {
  const turns = all.filter((turn) => !isLost(turn));
  const last = turns.at(-1);
  if (last === undefined || text.trim() === "") return { is: "same" };
  let unsure: Understood = { is: "same" };
  const first = last.reading?.language ?? "en";
  for (const language of new Set<Language>([first, ...languages])) {
    const understood = inLanguage(text.trim(), turns, knows, language);
    if (understood.is !== "same" && understood.is !== "unsure") return understood;
    if (understood.is === "unsure" && (unsure.is === "same" || understood.choices.length > 0)) unsure = understood;
    if (understood.is === "unsure" && understood.choices.length > 0) break;
  }
  return unsure;
}

function inLanguage(said: string, turns: readonly Turn[], knows: Knows, language: Language): Understood {
  const words = wordsOf(language);
  const text = said.replace(words.lead, "");
  if (text === "") return { is: "same" };
  const follow: Follow = { text, turns, knows, words, language };
  const short = shortcut(follow);
  if (short !== null) return short;
  if (words.idle.test(text)) return { is: "same" };
  const other = wordIn(text, words.others, words);
  if (other !== null && knows.read(said) === null) return { is: "unsure", word: other, choices: [] };
  const led = text !== said || words.about.test(text);
  const part = led || knows.read(said) === null ? completePart(follow, said) : null;
  if (part && !isOpen(part)) return part;
  return completePerson(follow) ?? completeSet(follow) ?? completeThing(follow) ?? part ?? { is: "same" };
}

function isOpen(understood: Understood): boolean {
  return understood.is === "unsure" && understood.choices.length === 0;
}

/** "What about the second one?", "and in src?": what is no whole question, and what names a place in a list. */
function completePart(follow: Follow, said: string): Understood | null {
  const placed = placeOf(follow);
  if (placed?.is === "unsure") return placed;
  const now = placed === null ? follow : { ...follow, text: placed.text };
  if (isFragment(now, said)) return completeFragment(now, placed !== null);
  return placed === null ? null : { is: "completed", question: placed.text, found: true };
}

/** "Again", "undo that", "why?": what is said of the last turn as a whole. */
function shortcut(follow: Follow): Understood | null {
  const { text, turns, words } = follow;
  const last = turns.at(-1)!;
  // Of what documents tell, "why?" asks for the reason; else it asks how the answer is known.
  const moved = last.reading === null && words.move.test(text) ? completeFragment(follow, false) : null;
  if (moved?.is === "completed") return moved;
  if (words.again.test(text))
    return { is: "completed", question: last.question, found: false, ...(last.only ? { only: last.only } : {}) };
  if (words.why.test(text)) return { is: "asked back", about: "why", run: last.run };
  if (words.sure.test(text)) return { is: "asked back", about: "sure", run: last.run };
  if (!words.undo.test(text)) return null;
  const edited = turns.findLast((turn) => turn.edited.length > 0);
  return edited === undefined
    ? { is: "unsure", word: text, choices: [] }
    : { is: "completed", question: `undo the edits of run ${edited.run}`, found: false };
}

/** Whether a turn was part of a question that nothing completed, and so says nothing. */
function isLost({ question, reading, quotes }: Turn): boolean {
  if (reading !== null || quotes.length > 0) return false;
  return languages.some((language) => {
    const words = wordsOf(language);
    return isFragment({ text: question.replace(words.lead, ""), words }, question);
  });
}

/** Longest fragment, in words. */
const few = 7;

/** Part of a question alone, such as "and in src?" or "what about the JSON files?". */
function isFragment({ text, words }: Pick<Follow, "text" | "words">, said: string): boolean {
  if (words.move.test(text)) return true;
  const body = text.replace(words.about, "");
  if (unquoted(body).trim().split(/\s+/).length > few || words.question.test(unquoted(body))) return false;
  if (body !== text) return !words.opener.test(body);
  if (languages.some((each) => wordsOf(each).opener.test(said)) || words.opener.test(text)) return false;
  return text !== said || words.place.test(text);
}
