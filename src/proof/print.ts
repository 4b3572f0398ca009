import type { Claim } from "../core/claim.ts";

/** The canonical text of a claim: one space between words, the fewest parentheses. Parsing it gives the claim back. */
export function printClaim(claim: Claim): string {
  switch (claim.is) {
    case "and":
      return claim.parts.map((part) => printPart(part)).join(" and ");
    case "or":
      return claim.parts.map((part) => (part.is === "or" ? `(${printClaim(part)})` : printClaim(part))).join(" or ");
    case "not":
      return `not ${printPart(claim.part)}`;
    case "quant":
      return `${claim.quantifier} ${claim.name} in ${printClaim(claim.set)}: ${printPart(claim.body)}`;
    case "compare":
      return `${printClaim(claim.left)} ${claim.operator} ${printClaim(claim.right)}`;
    case "in":
      return `${printClaim(claim.item)} in ${printClaim(claim.set)}`;
    case "call":
      return `${claim.name}(${claim.args.map(printClaim).join(", ")})`;
    case "number":
      return claim.text;
    case "string":
      return JSON.stringify(claim.value);
    case "regex":
      return `/${claim.source.replace(/\\.|\//gs, (found) => (found === "/" ? "\\/" : found))}/${claim.flags}`;
    case "name":
      return claim.name;
  }
}

/** As a unary of the grammar: `and` and `or` need parentheses there. */
function printPart(claim: Claim): string {
  const text = printClaim(claim);
  return claim.is === "and" || claim.is === "or" ? `(${text})` : text;
}
