import { readFileSync } from "node:fs";
import { parseWords } from "../../core/words.ts";
import { isStopWord } from "./language.ts";

let keywords: ReadonlySet<string> | undefined;

/** Whether a word names nothing by itself: a stop word of a language that people speak, or a word that one of programs keeps for itself. */
export function isIdle(word: string): boolean {
  const file = new URL("../../../data/knowledge/keywords.json", import.meta.url);
  keywords ??= new Set(parseWords<{ keywords: string[] }>(readFileSync(file, "utf8")).keywords);
  const lower = word.toLowerCase();
  return keywords.has(lower) || isStopWord(lower);
}
