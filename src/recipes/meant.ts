import type { Alternative } from "../core/answer.ts";
import { speak, type Tongue } from "./data.ts";

/** The words that offer questions, numbered from 1, each with its own answer: that may have been meant, or that can be proven `instead`. */
export function offering(
  alternatives: readonly Alternative[],
  language: Tongue,
  as: "meant" | "instead" = "meant",
): string {
  const lines = alternatives.flatMap(({ question, rendered }, at) => [`${at + 1}  ${question}`, `   ${rendered}`]);
  return [speak(language).say[as], ...lines].join("\n");
}
