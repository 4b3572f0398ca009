import type { Draft } from "./answer.ts";
import type { Passage, Retrieve } from "./evidence.ts";
import type { Result } from "./model.ts";
import type { Observe } from "./observation.ts";
import type { Applied, Patch } from "./patch.ts";

/** A sentence of a passage, exactly as it stands in the source. `passage` is the passage's index. */
export type Excerpt = {
  sentence: string;
  /** The sentence without marks of its format, for people. */
  plain: string;
  path: string;
  doc?: string;
  lines: [first: number, last: number];
  passage: number;
  score: number;
};

/** What reading passages gave, best first, and whether it covers what was asked. */
export type Reading = { excerpts: Excerpt[]; enough: boolean; reason: string };

/** A model's sentence with what it cost, and the name of the model. */
export type Phrased = { text: string; model: string; tokensIn: number; tokensOut: number };

/** What an engine may use. The runtime makes these, limited to what the run may do. */
export type Ports = {
  observe: Observe;
  retrieve: Retrieve;
  /** Makes a planned change of a file; what the profile does not allow throws. */
  edit(patch: Patch): Applied;
  /** The files that `retrieve` ranges over. */
  globs: string[];
  /** Picks up to three sentences that answer the question; no model. */
  read(question: string, passages: Passage[]): Reading;
  /** Says the excerpts in one sentence by a model; null where no model is to be had. */
  phrase:
    | ((question: string, excerpts: Excerpt[], passages: Passage[], signal: AbortSignal) => Promise<Result<Phrased>>)
    | null;
  /** A fixed reply to small talk; null for anything else. */
  converse(question: string): string | null;
  /** The recipe that the route chose, its slots filled; looks only through the `observe` that it is given. */
  recipe: ((observe: Observe, now: number, signal: AbortSignal) => Promise<Draft>) | null;
};
