import type { Claim, Step, Verdict } from "../core/claim.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Query } from "../core/observation.ts";
import type { Board } from "./board.ts";
import { derive } from "./derive.ts";
import { evaluateClaim } from "./evaluate.ts";
import { needsOf } from "./lack.ts";
import { printClaim } from "./print.ts";
import { reasons, remedies } from "./remedy.ts";
import { renderClaim } from "./render.ts";
import { checkTypes } from "./types.ts";

/**
 * What the observations say about a claim. `claim` is its canonical text, `rendered` the claim in plain words,
 * `because` the reasons in plain words. `needs` are looks that would bring the decision nearer, `needsText` what would
 * decide it, in words. Ids of evidence (e1, …) and of steps (s1, …) are those of this judgement alone; the last step
 * of the derivation gives the claim or its negation.
 */
export type Judgement = {
  verdict: Verdict;
  claim: string;
  rendered: string;
  because: string[];
  needs: Query[];
  needsText: string[];
  evidence: Evidence[];
  derivation: Step[];
};

/**
 * Judges a claim by what is on the board. Pure: the same claim and board give the same judgement. "provable" and
 * "refutable" only where the observations imply it. Throws CLAIM_TYPE for an ill-typed claim.
 */
export function check(claim: Claim, board: Board): Judgement {
  checkTypes(claim);
  return judgementOf(claim, evaluateClaim(claim, board));
}

/** The judgement of a claim that has been evaluated. */
export function judgementOf(claim: Claim, { holds, lacks, ground }: ReturnType<typeof evaluateClaim>): Judgement {
  const verdict = holds === null ? "undecidable" : holds ? "provable" : "refutable";
  const { evidence, derivation, because } = derive(ground);
  return {
    verdict,
    claim: printClaim(claim),
    rendered: renderClaim(claim),
    because: holds === null ? reasons(lacks) : because,
    needs: holds === null ? needsOf(lacks) : [],
    needsText: holds === null ? remedies(lacks) : [],
    evidence,
    derivation,
  };
}
