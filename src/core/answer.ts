import type { Problem } from "./error.ts";
import type { Evidence } from "./evidence.ts";
import type { Role } from "./model.ts";
import type { Route } from "./route.ts";

/** What ended a run, and what that means outside: the answer's status and the exit code of the command line. */
const stops = {
  success: ["answered", 0],
  bypass: ["answered", 0],
  forced_conclusion: ["answered", 0],
  max_reflections: ["partial", 3],
  max_iterations: ["partial", 3],
  budget: ["partial", 3],
  no_plan: ["partial", 3],
  unproven: ["partial", 3],
  not_found: ["not_found", 3],
  clarify: ["waiting", 6],
  approval: ["waiting", 6],
  refused: ["refused", 5],
  user_abort: ["cancelled", 130],
  error: ["error", 1],
} as const;

export type Stop = keyof typeof stops;
export type Status = (typeof stops)[Stop][0];

export function isStop(value: unknown): value is Stop {
  return typeof value === "string" && Object.hasOwn(stops, value);
}

export function statusOf(stop: Stop): Status {
  return stops[stop][0];
}

export function exitOf(stop: Stop): number {
  return stops[stop][1];
}

/** A sentence of the answer with its verdict. Only what CHECK proves is "proven"; what rests on a passage is at most
 * "supported". `formal` is the claim in the claim grammar. */
export type Stated = {
  text: string;
  verdict: "proven" | "supported" | "unsupported" | "contradicted";
  evidence: string[];
  formal?: string;
};

/** Tokens, calls and milliseconds spent. */
export type Spent = { calls: number; tokensIn: number; tokensOut: number; ms: number };
export type Usage = Spent & { byRole: Partial<Record<Role, Spent>> };

/** The files that the answer ranges over: how many, how many could not be seen, and the globs that chose them. */
export type Scope = { files: number; skipped: number; globs: string[]; graph?: { entities: number; edges: number } };

/** A question that may have been meant: as it is asked, the claim that its answer asserts, and that answer in a sentence. */
export type Alternative = { question: string; claim: string; rendered: string };

/** Two pieces of evidence, by their ids, that can't both be so of one thing, and in what the second differs. */
export type Contradiction = { evidence: [string, string]; because: string };

export type Answer = {
  v: 1;
  run: string;
  session: string;
  /** SHA-256 of the trace's last line; "" while the run is not finished. */
  head: string;
  question: string;
  answer: string;
  status: Status;
  stop: Stop;
  route: Route | null;
  engine: string;
  profile: string;
  /** Identifies the state of the folder: the hash of what was searched of it, or else of its listing. */
  corpus: string;
  claims: Stated[];
  evidence: Evidence[];
  universe: Scope;
  confidence: { value: number; basis: string } | null;
  models: Partial<Record<Role, string>>;
  degraded: Problem[];
  usage: Usage;
  /** What the question may have meant, where how it was read was not confirmed: each provable, none proven unasked. */
  alternatives?: Alternative[];
  /** Where what it shows contradicts itself. */
  contradictions?: Contradiction[];
  /** The earlier run whose answer this is; what it rests on was looked at again. */
  fromCache?: FromCache;
  error?: Problem;
};

/**
 * Where an answer comes from that was given before: the run with its head and question, and how long before, in
 * milliseconds. `similarity` is the cosine of the two questions, 1 where they are the same. Of the `asked` questions that
 * might have been answered so, `hits` were.
 */
export type FromCache = {
  run: string;
  head: string;
  question: string;
  ageMs: number;
  similarity: number;
  hits: number;
  asked: number;
};

/** What an engine hands back; the runtime adds who, when and what it cost. */
export type Draft = Pick<Answer, "answer" | "claims" | "evidence" | "universe" | "confidence" | "degraded"> & {
  stop: Stop;
  /** The engine that gave it, where that is another than the route's. */
  engine?: string;
  /** The question that it answers, where that was completed in the run. */
  question?: string;
  alternatives?: Alternative[];
  contradictions?: Contradiction[];
  fromCache?: FromCache;
};
