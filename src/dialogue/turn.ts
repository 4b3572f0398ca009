import type { Status, Stop } from "../core/answer.ts";
import type { Json } from "../core/journal.ts";
import type { Route } from "../core/route.ts";

export type Language = Route["language"];

/** A question as a recipe reads it: which one, what fills its slots, and in which language it was read. */
export type Reading = { id: string; slots: { [slot: string]: Json }; language: Language };

/** What a person said when they were asked: whether a command may run, which of several files was meant. */
export type Decision = { asked: string; said: string };

/** One question of a conversation with its answer, as the record of its run tells it. */
export type Turn = {
  run: string;
  /** What the user typed, and the question that it was understood as; mostly the same. */
  said: string;
  question: string;
  /** The glob that the question ranged over, or null. */
  only: string | null;
  reading: Reading | null;
  /** "" where there is none, or where it was forgotten. */
  answer: string;
  status: Status | null;
  stop: Stop | null;
  /** The files that a list in the answer names, in its order; `whole` when none was left out of it. */
  items: string[];
  whole: boolean;
  /** How many files the answer counted; null where it counted none. */
  size: number | null;
  /** The files that the answer rests on, the most important first. */
  paths: string[];
  /** The sentences of documents that the answer quotes, and what was made of them in short. */
  quotes: string[];
  gist: string | null;
  decisions: Decision[];
  /** The files that the run edited. */
  edited: string[];
};

/** What understanding a question needs to know of the folder and of recipes. Nothing is recorded of it. */
export type Knows = {
  read(question: string): Reading | null;
  /** The files that a `files` slot chooses, in words: "Markdown files in docs"; null where it can't be said. */
  noun(files: Json, language: Language): string | null;
  /** What a name means in the folder: its path, or null where it is neither a file nor a folder, or several. */
  place(name: string): { is: "file" | "folder"; path: string } | null;
};

/** Turns that are looked back over for what a word refers to. */
const reach = 5;

/** The latest of the last turns that has what is looked for, with what it has. */
export function latest<T>(turns: readonly Turn[], find: (turn: Turn) => T | null): { turn: Turn; found: T } | null {
  for (const turn of turns.slice(-reach).reverse()) {
    const found = find(turn);
    if (found !== null) return { turn, found };
  }
  return null;
}

/** The one file that a turn was about; null where it was about none or several. */
export function focusOf({ reading, items, paths, only }: Turn): string | null {
  const named = reading === null ? [] : filesIn(reading.slots);
  const ranged = only === null || /[\\*?[\]{}]/.test(only) ? [] : [only];
  const one = [named, items, ranged, paths].find((each) => each.length > 0);
  return one?.length === 1 ? one[0]! : null;
}

/** The names of files that stand in slots, each once. */
function filesIn(slots: Json): string[] {
  const names = new Set<string>();
  const visit = (value: Json | undefined, key: string) => {
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) for (const each of value) visit(each, key);
    else if (key === "file" && typeof value.name === "string") names.add(value.name);
    else for (const [name, each] of Object.entries(value)) if (name !== "not") visit(each, name);
  };
  visit(slots, "");
  return [...names];
}
