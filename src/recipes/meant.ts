import type { Alternative } from "../core/answer.ts";
import { speak, type Tongue } from "./data.ts";

/** The words that offer questions, numbered from 1: that may have been meant, or that can be proven `instead`. */
export function offering(
  alternatives: readonly Alternative[],
  language: Tongue,
  as: "meant" | "instead" = "meant",
): string {
  return [speak(language).say[as], ...alternatives.map(({ question }, at) => `${at + 1}  ${question}`)].join("\n");
}
