import { createBoard } from "../../proof/board.ts";
import { check } from "../../proof/check.ts";
import { decide } from "../../proof/decide.ts";
import { parseClaim } from "../../proof/grammar.ts";
import type { Session } from "../session/session.ts";

/** A claim's verdict as `ergo check` gives it. */
export type Checked = Awaited<ReturnType<typeof checkClaim>>;

/**
 * Judges a claim about the session's folder. With `act`, looks at what decides it; without, only says what would.
 * Throws CLAIM_SYNTAX and CLAIM_TYPE.
 */
export async function checkClaim({ observer }: Pick<Session, "observer">, text: string, { act = true } = {}) {
  const claim = parseClaim(text);
  const board = createBoard();
  const judgement = act ? await decide(claim, board, observer.observe) : check(claim, board);
  const { verdict, rendered, because, needsText, evidence, derivation } = judgement;
  return { verdict, claim: judgement.claim, rendered, because, needs: needsText, evidence, derivation };
}
