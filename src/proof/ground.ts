import type { Claim } from "../core/claim.ts";
import type { Observation } from "../core/observation.ts";

/** What a value rests on. Conclusions are made only when somebody reads them, so that grounds cost little. */
export type Ground = Sight | Calculation | Inference;

/** An observation; `show` is what of it matters, with its line, or its lines up to `last`, where it has some, and its `path`, where that of the observation is another one. */
export type Sight = { seen: Observation; show?: { path?: string; line?: number; last?: number; text: string } };

/** Arithmetic that needs no look at anything, with its result. */
export type Calculation = { calculated: string };

/**
 * A rule applied to other grounds. `from` decides; `others` were seen as well and complete the picture, but none of
 * them stands out. `gives` is the conclusion; `note` adds to it what a claim has no words for.
 */
export type Inference = { rule: Rule; from: Ground[]; others: Ground[]; gives: () => Claim; note?: () => string };

export type Rule = keyof typeof rules;

/** The rules of CHECK. Each gives its conclusion from evidence and earlier steps. */
export const rules = {
  observe: "an observation of a path gives the predicate or the value of that path",
  listing: "a listing of the folder gives the set of files or folders that match a glob",
  names: "a syntax tree gives the set of names that a file defines, imports or exports",
  links: "where the imports of files lead gives whether they lead back to a file",
  filter: "a set and what is known of each member give the set of members that pass",
  extreme: "a set and the measure of each member give the members that tie for the extreme",
  twins: "a set and the contents of each member give the members that have an identical twin",
  folders: "a listing and the contents of files give how the files below two folders differ",
  sum: "a set and a number for each member give the total",
  calculate: "exact arithmetic over rationals",
  cell: "what is written gives the number that it writes",
  solve: "a closed problem, read by a controlled grammar, gives an answer that a second way of solving it confirms",
  deduce: "facts and rules that files list give what follows from them",
  compare: "two values give their comparison, when every value that they may have agrees",
  member: "a set gives whether something is in it",
  not: "a claim gives its negation",
  and: "a claim holds when both parts do, and fails when one does",
  or: "a claim holds when one part does, and fails when both do",
  all: "a claim about all members holds when it holds of each, and fails when it fails of one",
  any: "a claim about some member holds when it holds of one, and fails when it fails of each",
  undecided: "what could not be seen, or has no value, leaves the claim open",
} as const;
