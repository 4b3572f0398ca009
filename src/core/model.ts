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

/** One vector a text, in their order, each of length 1. `truncated` counts the texts that were cut at the window. */
export type Encoded = { vectors: Float32Array[]; truncated: number };

/**
 * Turns texts into vectors whose dot product says how alike in meaning they are. A text's vector is the same to the
 * last bit whatever else is asked for with it. Calls may overlap: the one with the fewest texts left goes first, so a
 * question never waits for a long batch. An aborted call fails with CANCELLED.
 */
export type Encoder = {
  name: string;
  dimensions: number;
  /** Tokens of a text that are read; what lies beyond is left out and counted. */
  window: number;
  /** Changes whenever vectors could: weights, runtime, pooling, truncation. Vectors of two keys don't compare. */
  key: string;
  embed(texts: string[], signal?: AbortSignal): Promise<Result<Encoded>>;
  close(): Promise<void>;
};

/** One logit a passage, in their order: higher is more relevant, no fixed scale. `truncated` counts cut pairs. */
export type Scored = { scores: number[]; truncated: number };

/** Reads a query and a passage together and says how well the passage answers it. Calls behave as an Encoder's. */
export type Reranker = {
  name: string;
  window: number;
  key: string;
  score(query: string, passages: string[], signal?: AbortSignal): Promise<Result<Scored>>;
  close(): Promise<void>;
};
