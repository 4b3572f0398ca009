import type { Claim, Term } from "../core/claim.ts";
import type { Observe, Query } from "../core/observation.ts";
import type { Board } from "./board.ts";
import { type Judgement, judgementOf } from "./check.ts";
import { evaluateClaim, evaluateTerm } from "./evaluate.ts";
import { needsOf } from "./lack.ts";
import { checkTermTypes, checkTypes } from "./types.ts";
import type { Value } from "./value.ts";

/**
 * Judges a claim after all looks that could decide it. What is seen is added to the board. Throws CLAIM_TYPE for an
 * ill-typed claim, and what `observe` throws or the signal gives as its reason.
 */
export async function decide(claim: Claim, board: Board, observe: Observe, signal?: AbortSignal): Promise<Judgement> {
  checkTypes(claim);
  for (;;) {
    const found = evaluateClaim(claim, board);
    if (!(await look(needsOf(found.lacks), board, observe, signal))) return judgementOf(claim, found);
  }
}

/** The value of a term after all looks that it takes. Throws as `decide` does. */
export async function measure(term: Term, board: Board, observe: Observe, signal?: AbortSignal): Promise<Value> {
  checkTermTypes(term);
  for (;;) {
    const value = evaluateTerm(term, board);
    if (!(await look(needsOf(value.lacks), board, observe, signal))) return value;
  }
}

/** Looks at what is needed, in one go; false when that is nothing or brought nothing new. */
async function look(needs: Query[], board: Board, observe: Observe, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted();
  if (needs.length === 0) return false;
  const before = board.observations.length;
  board.add(await observe(needs, signal));
  return board.observations.length > before;
}
