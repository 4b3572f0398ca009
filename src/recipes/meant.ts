import type { Alternative } from "../core/answer.ts";
import { speak, type Tongue } from "./data.ts";

/** The words that offer questions, numbered from 1. */
export function offering(alternatives: readonly Alternative[], language: Tongue): string {
  return [speak(language).say.meant, ...alternatives.map(({ question }, at) => `${at + 1}  ${question}`)].join("\n");
}
