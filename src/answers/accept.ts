import type { Claim, Comparison, Term } from "../core/claim.ts";
import { parseClaim } from "../proof/grammar.ts";

/** Whether a claim asserts first of all that there is nothing of what was looked for. */
export function isNone(formal: string): boolean {
  return beginsWith(formal, "=");
}

/** Whether a claim asserts first of all what is always so: that there are none or more. */
export function isVacuous(formal: string): boolean {
  return beginsWith(formal, ">=");
}

function beginsWith(formal: string, operator: Comparison): boolean {
  const [first] = conjuncts(parseClaim(formal));
  return (
    first?.is === "compare" && first.operator === operator && first.right.is === "number" && +first.right.text === 0
  );
}

/**
 * The globs of the files among which a claim asserts that something is not: none of them may be empty. A claim over the listing
 * alone looks at every file, whatever it counts.
 */
export function groundsOf(formal: string): string[] {
  return conjuncts(parseClaim(formal)).flatMap((part) =>
    part.is === "compare" && part.left.is === "call" && part.left.name !== "files" ? globsIn(part.left) : [],
  );
}

function conjuncts(claim: Claim): Claim[] {
  return claim.is === "and" ? claim.parts.flatMap(conjuncts) : [claim];
}

/** Which argument of a call is the set that it ranges over, or a glob of it. */
const ranges: Record<string, number> = {
  files: 0,
  where: 1,
  with: 1,
  count: 1,
  total: 0,
  duplicates: 0,
  largest: 0,
  smallest: 0,
  newest: 0,
  oldest: 0,
};

function globsIn(term: Claim): string[] {
  if (term.is === "string") return [term.value];
  if (term.is !== "call") return [];
  const at = Object.hasOwn(ranges, term.name) ? ranges[term.name]! : -1;
  return at < 0 ? [] : globsIn(term.args[at] as Term);
}
