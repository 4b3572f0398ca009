import type { Term } from "../../core/claim.ts";
import type { Board } from "../../proof/board.ts";
import { measure } from "../../proof/decide.ts";
import type { Asking } from "./conclude.ts";

/** What an exact answer sees of the folder. */
type Sight = { board: Board; asking: Asking };

/** A number that is known for sure, after all looks that it takes; null for another. */
export async function knownNumber(term: Term, { board, asking }: Sight): Promise<number | null> {
  const value = await measure(term, board, asking.observe, asking.signal);
  return value.is === "number" && value.low === value.high && typeof value.low === "number" ? value.low : null;
}

/** The members of a set of which all are known; null for another. */
export async function knownMembers(term: Term, { board, asking }: Sight): Promise<string[] | null> {
  const value = await measure(term, board, asking.observe, asking.signal);
  return value.is === "set" && !value.open && value.maybe.length === 0 ? value.certain : null;
}
