import type { Problem } from "./error.ts";
import type { Json } from "./journal.ts";

export type Role = "planner" | "worker" | "verifier" | "tutor" | "embedder" | "reranker";
/** The roles that a language model has. */
export type TextRole = Exclude<Role, "embedder" | "reranker">;

export type Message = { role: "system" | "user" | "assistant"; content: string };

/** How a model is spoken to: a plain text that it continues, or messages that it answers through its own template. */
export type Form = "completion" | "chat";

/** One request to a language model, in a form that it takes. `stop` strings are not part of the text. */
export type Generate = {
  prompt: string | Message[];
  maxTokens: number;
  temperature: number;
  stop: string[];
  seed?: number;
  /** Let it think before its text; else it does not where it can be told so. */
  think?: boolean;
  /** A JSON Schema that the text must follow; only a model with `schemas` holds to it. */
  schema?: { [key: string]: Json };
};

/** `thinking` is what a model wrote for itself before its text, where its runtime tells the two apart. */
export type Generated = {
  text: string;
  thinking?: string;
  finish: "stop" | "length" | "abort";
  tokensIn: number;
  tokensOut: number;
};

/** Failures are values at the model boundary. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: Problem };

/** A language model. Abilities that a runtime lacks are left out. */
export type Model = {
  name: string;
  /** Tokens that a prompt and its answer may take together. */
  window: number;
  /** The forms that it takes, the better one first; by default it continues texts. */
  forms?: readonly Form[];
  /** Whether it can be held to a JSON Schema. */
  schemas?: boolean;
  /** `told` gets the text piece by piece as it comes, where the runtime streams. */
  generate(request: Generate, signal?: AbortSignal, told?: (text: string) => void): Promise<Result<Generated>>;
  /** `k` answers to one request, the evaluation of its prompt shared. */
  sample?(request: Generate, k: number, signal?: AbortSignal): Promise<Result<Generated[]>>;
  /** How likely each text is to follow the prompt: the sum of its tokens' log probabilities, in nats. */
  score?(prompt: string, texts: string[], signal?: AbortSignal): Promise<Result<number[]>>;
  countTokens?(text: string): number;
  /** Prompt tokens that it evaluates in a second, by what its prompts took so far; before the first, by its size. Undefined where that is not known. */
  pace?(): number | undefined;
  /** Makes it ready for its first request, where that takes time of its own: loads weights, installs a runtime. */
  open?(signal?: AbortSignal): Promise<Result<null>>;
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
