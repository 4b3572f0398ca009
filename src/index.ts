// Ergo as a library: open a folder, ask, check, verify.

/** The answer to a question, with its claims and their evidence. */
export type { Answer, Draft, Stated } from "./core/answer.ts";
/** An error with a code and a remedy. */
export { ErgoError } from "./core/error.ts";
/** A piece of evidence, with its place and hash. */
export type { Evidence } from "./core/evidence.ts";
/** What a watcher of a run is told. */
export type { Event } from "./core/journal.ts";
/** A language model of your own. */
export type { Generate, Generated, Model, Result } from "./core/model.ts";
/** What an engine may use: what looks, finds, reads, and asks models. */
export type { Ports } from "./core/port.ts";
/** How much reasoning a question deserves, with everything that the decision rests on. */
export type { Route } from "./core/route.ts";
/** An engine of your own: a graph with what is to be known of it. */
export { type Engine, engine as defineEngine } from "./engines/engine.ts";
/** Adds an engine of your own to those that there are. */
export { addEngine } from "./engines/registry.ts";
/** What an engine starts from and keeps, and an answer that says nothing yet. */
export { blank as blankDraft, type Progress } from "./engines/state.ts";
/** Uses one of the tools that engines have. */
export { use as useTool } from "./engines/tools/list.ts";
/** The events of a run as they come; a slow reader never slows the run. */
export { type Dropped, type Watched, watchRun } from "./flow/watch.ts";
/** A line of a trace, by its type. */
export type { TraceEvent } from "./runtime/record/events.ts";
/** Verifies a recorded run. */
export { type Verified, verify } from "./runtime/record/verify.ts";
/** Answers a question about a folder. */
export { type Asked, ask } from "./runtime/run/ask.ts";
/** Proves or refutes a claim about a folder. */
export { type Checked, checkClaim } from "./runtime/run/check.ts";
/** Begins a new run from a node of a recorded one. */
export { fork } from "./runtime/run/fork.ts";
/** Decides how a question would be answered. */
export { type Intent, intentOf } from "./runtime/run/intent.ts";
/** Executes a run again from its record alone. */
export { replay } from "./runtime/run/replay.ts";
/** Goes on with a run that was interrupted, cancelled, or waits for an answer. */
export { type Reply, resume } from "./runtime/run/resume.ts";
/** Opens a folder for questions. */
export { openSession, type Session, type SessionOptions } from "./runtime/session/session.ts";
