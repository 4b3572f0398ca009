import type { Line } from "../../core/journal.ts";
import { readPrompt, wordedIn } from "../../model/prompt/prompt.ts";
import { type Prompts, type Wordable, wordable } from "../../model/prompt/words.ts";
import { beginningIn } from "./begin.ts";

/** The prompts that can be said otherwise, as a run had them, and whether a model was asked by them in it. */
export function promptsIn(lines: readonly Line[]): (Wordable & { used: boolean })[] {
  const own: Prompts = beginningIn([...lines])?.settings.prompts ?? {};
  const hashes = new Set(lines.filter(({ type }) => type === "model.end").flatMap(({ data }) => hashesIn(data)));
  return wordable().map((prompt) => {
    const said = wordedIn(prompt.name).flatMap((language) =>
      [undefined, own[prompt.name]].map((words) => readPrompt(prompt.name, language, words).hash),
    );
    return { ...prompt, ...own[prompt.name], used: said.some((hash) => hashes.has(hash)) };
  });
}

/** SHA-256 of the prompts that an answer of a model names. */
function hashesIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === "prompt" && typeof value === "string" ? [value] : hashesIn(value),
  );
}
