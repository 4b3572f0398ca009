import { readData } from "../language/data.ts";
import type { Language } from "./lexicon.ts";
import { readSignals } from "./signals.ts";

/** A fixed reply to small talk, in its language; null for anything else. */
export function reply(question: string): string | null {
  const { conversation, language } = readSignals(question);
  if (conversation !== "small talk") return null;
  return readData<Record<Language, string>>("routing/replies.json")[language];
}
