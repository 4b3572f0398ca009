/** `ergo/flow`: state graphs whose effects are recorded once, so that a run can be inspected, verified and run again. */

/** The types of effects and of where they are recorded. */
export type { Asked, Effect, EffectClass, Event, Journal, Json, Line, Question, Watch } from "./core/journal.ts";
/** How many items at a time, and what a failure among them means. */
export type { AllOptions } from "./flow/all.ts";
/** What a node may do, and how a graph ends. */
export type { Context, Outcome, Work } from "./flow/context.ts";
/** The parts of a graph. */
export type { Graph, Node, Shape, Step } from "./flow/define.ts";
/** Makes a graph from its nodes and checks it; `END` is the target that ends it. */
export { define, END } from "./flow/define.ts";
/** Draws a graph as a Mermaid diagram, and the way that a run took through it. */
export { draw } from "./flow/draw.ts";
/** How long an effect may take. */
export type { EffectOptions } from "./flow/effect.ts";
/** What a run is given besides its graph and its state. */
export type { Cut, RunOptions } from "./flow/execution.ts";
/** A journal in memory, for runs that need no record on disk. */
export { type MemoryJournal, memoryJournal } from "./flow/memory.ts";
/** Runs a graph to its end; it always answers. */
export { type Ended, run } from "./flow/run.ts";
/** The events of a run as they come; a slow reader never slows the run. */
export { type Dropped, type Watched, watchRun } from "./flow/watch.ts";
/** A journal on disk: one file a run, each line holding the hash of the one before. */
export { createTrace, forkTrace, openTrace, type Start, type Trace, type TraceOptions } from "./trace/append.ts";
/** Where traces lie. */
export type { Place } from "./trace/line.ts";
/** Renders a trace for people. */
export { printTrace } from "./trace/print.ts";
/** Reads the lines of a trace. */
export { readTrace } from "./trace/read.ts";
/** Lists the runs of a folder. */
export { listRuns, type RunInfo, type RunStatus } from "./trace/runs.ts";
/** Checks that a trace is as it was written. */
export { type Chain, type Finding, type FindingCode, verifyChain } from "./trace/verify.ts";
