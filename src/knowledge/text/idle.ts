import { readFileSync } from "node:fs";
import { lazy } from "../../core/lazy.ts";
import { parseWords } from "../../core/words.ts";
import { isStopWord } from "./language.ts";

const keywords = lazy(() => {
  const file = new URL("../../../data/knowledge/keywords.json", import.meta.url);
  return new Set(parseWords<{ keywords: string[] }>(readFileSync(file, "utf8")).keywords);
});

/** Whether a word names nothing by itself: a stop word of a language that people speak, or a word that one of programs keeps for itself. */
export function isIdle(word: string): boolean {
  const lower = word.toLowerCase();
  return keywords().has(lower) || isStopWord(lower);
}
