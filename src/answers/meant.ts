import type { Alternative } from "../core/answer.ts";
import type { Tongue } from "../language/part.ts";
import { speak } from "./data.ts";

/** Members of a list that stand in the sentence of an answer. */
const listed = 10;

/** An answer in one line: its first one, with the first of what stands beneath it. Pure. */
export function sentenceOf(answer: string): string {
  const [first = "", ...rest] = answer.split("\n");
  if (rest.length === 0) return first;
  const shown = rest.slice(0, listed).map((line) => (/[.:]$/.test(line) ? `${line} ` : `${line}; `));
  return `${first} ${shown.join("").replace(/[; ]+$/, "")}${rest.length > listed ? "; …" : ""}`;
}

/** The words that offer questions, numbered from 1, each with its own answer: that may have been meant, or that can be proven `instead`. */
export function offering(
  alternatives: readonly Alternative[],
  language: Tongue,
  as: "meant" | "instead" = "meant",
): string {
  const lines = alternatives.flatMap(({ question, rendered }, at) => [`${at + 1}  ${question}`, `   ${rendered}`]);
  return [speak(language).say[as], ...lines].join("\n");
}
