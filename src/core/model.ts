import type { Problem } from "./error.ts";

export type Role = "planner" | "worker" | "verifier" | "tutor" | "embedder" | "reranker";

/** One request to a language model. `prompt` is a plain completion; `stop` strings are not part of the text. */
export type Generate = {
  prompt: string;
  maxTokens: number;
  temperature: number;
  stop: string[];
  seed?: number;
};

export type Generated = { text: string; finish: "stop" | "length" | "abort"; tokensIn: number; tokensOut: number };

/** Failures are values at the model boundary. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Problem };

/** A language model. Abilities that a runtime lacks are left out. */
export type Model = {
  name: string;
  /** Tokens that a prompt and its answer may take together. */
  window: number;
  generate(request: Generate, signal?: AbortSignal): Promise<Result<Generated>>;
  countTokens?(text: string): number;
  close?(): Promise<void>;
};
