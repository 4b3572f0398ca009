/**
 * A claim as a tree, as the grammar of claims defines it. `at` is the offset of a node's first character in the text
 * that it was parsed from. Every node is plain JSON, so that claims stand in traces as they are.
 */
export type Claim =
  | { is: "and" | "or"; parts: Claim[]; at: number }
  | { is: "not"; part: Claim; at: number }
  | { is: "quant"; quantifier: "all" | "any"; name: string; set: Call; body: Claim; at: number }
  | { is: "compare"; left: Term; operator: Comparison; right: Term; at: number }
  | { is: "in"; item: Term; set: Call; at: number }
  | Term;

export type Term = Call | Literal | Name;
export type Call = { is: "call"; name: string; args: Claim[]; at: number };
export type Literal =
  | { is: "number"; text: string; at: number }
  | { is: "string"; value: string; at: number }
  | { is: "regex"; source: string; flags: string; at: number };
/** A variable bound by a quantifier or by `where`, or a measure such as `lines` in `largest("**", lines)`. */
export type Name = { is: "name"; name: string; at: number };
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

export type Verdict = "provable" | "refutable" | "undecidable";

/** One step of a proof: the rule's name, the ids of evidence or earlier steps that it uses, and what it gives. */
export type Step = { id: string; rule: string; uses: string[]; gives: string };
