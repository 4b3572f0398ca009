/** Claims, and what recorded observations prove of them. */

/** The types of claims, observations, evidence and judgements. */
export type { Call, Claim, Comparison, Step, Term, Verdict } from "./core/claim.ts";
export type { Evidence } from "./core/evidence.ts";
export type { Blind, Observation, Observe, Pattern, Query } from "./core/observation.ts";
export type { Board } from "./proof/board.ts";
/** The append-only record of what was seen. */
export { createBoard } from "./proof/board.ts";
export type { Judgement } from "./proof/check.ts";
/** Judges a claim by what was seen; looks at nothing. */
export { check } from "./proof/check.ts";
/** Judges a claim, or takes the value of a term, after all looks that this needs. */
export { decide, measure } from "./proof/decide.ts";
/** Reads a claim from text. */
export { parseClaim } from "./proof/grammar.ts";
export type { Rule } from "./proof/ground.ts";
/** The rules of inference, each in a sentence. */
export { rules } from "./proof/ground.ts";
export type { Predicate } from "./proof/predicate.ts";
/** Everything that a claim can speak about, with examples. */
export { predicates } from "./proof/predicates.ts";
/** Writes a claim as canonical text. */
export { printClaim } from "./proof/print.ts";
/** Says a claim in plain English. */
export { renderClaim } from "./proof/render.ts";
export type { Support } from "./proof/say.ts";
/** Whether a sentence says only what passages say. */
export { supported } from "./proof/say.ts";
/** The claim that a term has a value. */
export { statement } from "./proof/statement.ts";
/** Refuses ill-typed claims, saying what would be well typed. */
export { checkTypes } from "./proof/types.ts";
export type { Value } from "./proof/value.ts";
/** Whether a value is exact, its text, and the term that writes it. */
export { isExact, printValue, termOf } from "./proof/value.ts";
