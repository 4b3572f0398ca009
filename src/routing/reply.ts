import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import type { Language } from "./lexicon.ts";
import { readSignals } from "./signals.ts";

/** A fixed reply to small talk, in its language; null for anything else. */
export function reply(question: string): string | null {
  const { conversation, language } = readSignals(question);
  if (conversation !== "small talk") return null;
  const replies = readFileSync(new URL("../../data/routing/replies.json", import.meta.url), "utf8");
  return parseWords<Record<Language, string>>(replies)[language];
}
