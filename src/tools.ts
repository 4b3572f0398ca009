/** `ergo/tools`: looking at a folder, and changing its files. */

/** What a shell line may do, and whether a profile allows it; commands confined to a folder. */
export type { Command, Judge, Judgement, Ran, Sandbox } from "./core/command.ts";
/** A change of a file by which it can be done, found to be done already, and undone. */
export { type Applied, type Change, inverse, type Patch, type Splice } from "./core/patch.ts";
export { type Allowed, allowed } from "./policy/allow.ts";
export { commandJudge } from "./runtime/session/policy.ts";
export { openSandbox, type SandboxOptions } from "./sandbox/open.ts";
/** Plans a change of a text file, and makes it whole or not at all. */
export { applyPatch, planPatch } from "./tools/edit.ts";

/** Bounds of what is looked at. */
export type { Limits } from "./tools/ground.ts";
/** Options and result of `createObserver`. */
export type { Observer, ObserverOptions } from "./tools/observe.ts";
/** Makes the `Observe` of a folder: answers queries about its files with what is there, or with why it can't be seen. */
export { createObserver } from "./tools/observe.ts";
/** What is wrong with a regular expression in RE2's syntax, or null. */
export { regexProblem } from "./tools/regex.ts";
