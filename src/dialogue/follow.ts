import type { Knows, Language, Turn } from "./turn.ts";
import type { Words } from "./words.ts";

/**
 * A question that stands by itself. `only` is the glob of the files that it ranges over, where the words can't say it;
 * `found` when something in it comes from an answer or the folder, not from what the user wrote.
 */
export type Whole = { question: string; only?: string; found: boolean };

/** What a question means after the turns before it. */
export type Understood =
  /** It stands by itself, or nothing that was said before completes it. */
  | { is: "same" }
  | ({ is: "completed" } & Whole)
  /** `word` refers to something said before, and rules do not tell to what. */
  | { is: "unsure"; word: string; choices: Whole[] }
  /** It asks how the last answer is known, or whether it still holds: the record of that run answers. */
  | { is: "asked back"; about: "why" | "sure"; run: string };

/** What a step knows: the text without "and" before it, the turns, the folder and the words of the language. */
export type Follow = { text: string; turns: readonly Turn[]; knows: Knows; words: Words; language: Language };
