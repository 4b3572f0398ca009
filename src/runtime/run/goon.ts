import type { Knows, Turn } from "../../dialogue/turn.ts";
import { understand } from "../../dialogue/understand.ts";

/** Parts of one question are about texts: no recipe and no file has a say in what they refer to. */
const knows: Knows = { read: () => null, noun: () => null, place: () => null };

/**
 * A part of a question with what it refers to in the part before put in: "when was it closed?" after what answered "who
 * painted the old harbour?". As it stands where rules do not tell. Pure.
 */
export function goOn(part: string, before: { question: string; answer: string; quotes: string[] }): string {
  const { question, answer, quotes } = before;
  const turn: Turn = {
    ...{ run: "", said: question, question, answer, quotes, gist: answer },
    ...{ only: null, reading: null, status: "answered", stop: "success" },
    ...{ items: [], whole: true, size: null, paths: [], decisions: [], edited: [] },
  };
  const meant = understand(part, [turn], knows);
  if (meant.is === "completed") return meant.question;
  // Of several that it may be, the first is what was spoken of last.
  return meant.is === "unsure" && meant.choices[0] ? meant.choices[0].question : part;
}
