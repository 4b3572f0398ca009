import type { Call, Claim, Comparison, Term } from "../core/claim.ts";
import { stringTerm } from "./value.ts";

/** Claims put together of their parts; a string or number stands for its term. */

export function call(name: string, ...args: (Claim | string)[]): Call {
  return { is: "call", name, args: args.map((each) => (typeof each === "string" ? stringTerm(each) : each)), at: 0 };
}

export function equals(left: Term, right: number | string, operator: Comparison = "="): Claim {
  const worth: Term = typeof right === "number" ? { is: "number", text: String(right), at: 0 } : stringTerm(right);
  return { is: "compare", left, operator, right: worth, at: 0 };
}

export function member(item: string, set: Call): Claim {
  return { is: "in", item: stringTerm(item), set, at: 0 };
}

export function joined(is: "and" | "or", parts: Claim[]): Claim {
  return parts.length === 1 ? parts[0]! : { is, parts, at: 0 };
}

export function every(parts: Claim[]): Claim {
  return joined("and", parts);
}
