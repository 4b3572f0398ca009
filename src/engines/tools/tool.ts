import type { Draft } from "../../core/answer.ts";
import type { EffectClass, Json } from "../../core/journal.ts";
import type { Ports } from "../../core/port.ts";
import type { Schema } from "../../core/schema.ts";
import type { Context } from "../../flow/context.ts";
import type { Delved } from "../delve.ts";
import type { Finding } from "../judge.ts";
import type { Task } from "../state.ts";
import type { Head } from "./heads.ts";

/** What a tool is given, by name, as its schema says. */
export type Args = { [name: string]: Json };

/** Where a tool works: the run, what that may use, and the question that all is for. */
export type Desk = { ctx: Context; ports: Ports; task: Task };

/**
 * What came of a tool. `found` where it gave what was asked for; `text` says what, for a planner and a person, and why where it gave
 * nothing; `value` stands for it in a later question: a short answer, a number; null where there is none.
 */
export type Seen = { found: boolean; text: string; value: string | null; rests: Rests };

/**
 * What it rests on: sentences of texts with what CHECK made of them, and what their documents say of themselves; an answer with its claims; what a tool of a server said, which nothing
 * here can check.
 */
type Rests =
  | { on: "texts"; delved: Delved; findings: Finding[]; heads?: Head[] }
  | { on: "claims" | "tool"; draft: Draft }
  | { on: "nothing" };

/**
 * A tool as engines see it. `takes` is the schema of its arguments, the first of which a plan gives in one line; `effect` what it may
 * do to the folder.
 */
export type Tool = {
  name: string;
  /** What it does, in a sentence that a model chooses by. */
  does: string;
  takes: Schema & { properties: Readonly<Record<string, Schema>> };
  effect: EffectClass;
  use(args: Args, desk: Desk): Promise<Seen>;
};

/** What gave nothing, and why. */
export function nothing(text: string): Seen {
  return { found: false, text, value: null, rests: { on: "nothing" } };
}

/** Characters of an observation that a planner is shown. */
const shown = 300;

/** A text that is short enough to be shown. */
export function brief(text: string, most = shown): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most).trimEnd()} …` : line;
}

/** The schema of a tool that takes one text. */
export const only = (name: string, description: string) =>
  ({
    type: "object",
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: "string", minLength: 1, description } },
  }) as const;
