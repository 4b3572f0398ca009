import type { Draft, Stop } from "../core/answer.ts";
import type { Lesson } from "./plan/diagnose.ts";
import { type Note, unsigned } from "./plan/step.ts";
import { blank } from "./state.ts";

/** What an attempt left that did not reach its end. */
export type Attempt = { draft: Draft | null; notes: readonly Note[]; lessons: readonly Lesson[]; because: string };

/**
 * The answer of a run that ends short: what was found all the same, what was tried, what went wrong and why, and what may help. Its
 * claims are those of what was found.
 */
export function partial({ draft, notes, lessons, because }: Attempt, stop: Stop): Draft {
  const found = draft ?? blank(stop, "No answer.");
  const lines = notes.map(
    (note) => `- ${unsigned(note)}: ${note.seen.found ? note.seen.text : `nothing (${note.seen.text})`}`,
  );
  const tried = [...new Set(lines)];
  const wrong = lessons.map(
    ({ error, text }) => `- ${[error, ...(text === error || text === "" ? [] : [text])].join("; ")}`,
  );
  const last = because === "" || lessons.some(({ error }) => error === because) ? [] : [`- ${because}`];
  const parts = [
    found.answer,
    ...(tried.length > 0 ? ["", "What was tried:", ...tried] : []),
    ...(wrong.length + last.length > 0 ? ["", "What went wrong:", ...wrong, ...last] : []),
    "",
    `What may help: ${recommendation(lessons, because)}`,
  ];
  return { ...found, stop, answer: parts.join("\n") };
}

function recommendation(lessons: readonly Lesson[], because: string): string {
  const all = [...lessons.map(({ error, text }) => `${error} ${text}`), because].join(" ");
  if (/nothing read names|does not show "/.test(all))
    return "name things as the texts do, or ask for one thing at a time.";
  if (/gave nothing|nothing was found|no answer to/.test(all))
    return "the folder may not say it; `ergo search` shows what comes near.";
  if (/undecidable|refutable/.test(all)) return "`ergo check` says what would decide the claim.";
  return "ask for one thing at a time.";
}
