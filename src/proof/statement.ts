import type { Claim, Comparison, Term } from "../core/claim.ts";
import { compareExact } from "./exact.ts";
import { isExact, isoTime, numberTerm, stringTerm, type Value } from "./value.ts";

/**
 * The claim that a term is worth what is known of it: its number, the size of its set, its text; bounds where only
 * those are known. A time that is finer than a millisecond lies between two. `null` when nothing is known.
 */
export function statement(term: Term, value: Value): Claim | null {
  switch (value.is) {
    case "number":
      return between(term, value.low, value.high);
    case "set":
      return between(term, value.certain.length, value.open ? Infinity : value.certain.length + value.maybe.length);
    case "text":
      return compare(term, "=", stringTerm(value.text));
    case "time": {
      if (value.day) return compare(term, "=", stringTerm(isoTime(value.low).slice(0, 10)));
      const low = stringTerm(isoTime(value.low));
      if (isExact(value) && Number.isInteger(value.low)) return compare(term, "=", low);
      const next = stringTerm(isoTime(value.high + 1));
      return both(compare(term, ">=", low), compare(term, "<", next));
    }
    case "boolean":
      if (value.holds === null) return null;
      return value.holds ? term : { is: "not", part: term, at: 0 };
    case "unknown":
      return null;
  }
}

function between(term: Term, low: Parameters<typeof numberTerm>[0], high: typeof low): Claim {
  if (high === Infinity) return compare(term, ">=", numberTerm(low));
  if (compareExact(low, high) === 0) return compare(term, "=", numberTerm(low));
  return both(compare(term, ">=", numberTerm(low)), compare(term, "<=", numberTerm(high)));
}

function compare(left: Term, operator: Comparison, right: Term): Claim {
  return { is: "compare", left, operator, right, at: 0 };
}

function both(left: Claim, right: Claim): Claim {
  return { is: "and", parts: [left, right], at: 0 };
}
