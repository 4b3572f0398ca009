import type { Answer } from "../../core/answer.ts";
import type { Turn } from "../../dialogue/turn.ts";

/** Sentences that are claimed to stand in their files, and the first text that is made of them. */
export function quotesOf(answer: Answer | undefined): Pick<Turn, "quotes" | "gist"> {
  const supported = (answer?.claims ?? []).filter(({ verdict }) => verdict === "supported");
  const quotes = supported.filter(({ formal }) => formal !== undefined).map(({ text }) => text);
  return { quotes, gist: supported.find(({ formal }) => formal === undefined)?.text ?? null };
}
