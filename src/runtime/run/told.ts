import type { Draft } from "../../core/answer.ts";
import type { Observe } from "../../core/observation.ts";
import type { Route } from "../../core/route.ts";
import { detectLanguage } from "../../language/tongue.ts";

/** Whether a word of what is told beside a question is what a file or folder here is called: then it may say which are meant. */
export async function namesPlace(told: string, observe: Observe, signal: AbortSignal): Promise<boolean> {
  const [listing] = await observe([{ see: "universe" }], signal);
  const { seen } = listing!;
  if (!seen.ok || !("files" in seen)) return true;
  const called = new Set(
    [...seen.files, ...seen.dirs].flatMap((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
      const stem = name.replace(/\.[^.]+$/, "");
      // A letter or two say nothing of a file.
      return [path.toLowerCase(), name, ...(stem.length > 2 ? [stem] : [])];
    }),
  );
  const words = told.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_./-]*/gu) ?? [];
  return words.some((word) => called.has(word.replace(/[./]+$/, "")));
}

const says: Record<Route["language"], string> = {
  en: "Left aside:",
  de: "Außer Acht gelassen:",
  fr: "Laissé de côté :",
  es: "Dejado de lado:",
};

const unread: Record<Route["language"], string> = {
  en: "Not answered:",
  de: "Nicht beantwortet:",
  fr: "Sans réponse :",
  es: "Sin responder:",
};

/** The answer to one of two questions, with the other one, which is not answered. */
export function withLeft(draft: Draft, left: string): Draft {
  return { ...draft, stop: "unproven", answer: `${draft.answer}\n${unread[detectLanguage(left)]} "${left}"` };
}

/** An answer with what it left aside of the question, where words of it are left. */
export function withAside(draft: Draft, told: string, language: Route["language"]): Draft {
  const bare = told.replace(/[\s.:;–—-]+$/u, "");
  const isTold = draft.stop === "success" && bare !== "";
  return isTold ? { ...draft, answer: `${draft.answer}\n${says[language]} "${bare}".` } : draft;
}
