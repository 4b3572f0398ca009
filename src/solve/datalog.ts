import { isIsoDay } from "./constant.ts";

/** Datalog with stratified negation: facts and rules over constants. What follows from them is found in `tabling.ts`. */
export type Constant = string | number;
export type Term = { is: "constant"; value: Constant } | { is: "variable"; name: string };
export type Atom = { predicate: string; args: Term[] };
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";
export type Literal =
  | { is: "atom"; atom: Atom; negated: boolean }
  | { is: "compare"; left: Term; operator: Comparison; right: Term };
export type Rule = { head: Atom; body: Literal[] };
/** An atom of constants. */
export type Fact = { predicate: string; args: Constant[] };
export type Program = { facts: Fact[]; rules: Rule[] };

/** Why an atom holds: the place of the fact that states it, or of the rule that gives it, with the atoms that it used. */
export type Reason = { is: "fact"; at: number } | { is: "rule"; at: number; used: Fact[] };

/** Atoms that hold, each by its key, in the order of derivation, with its reason. */
export type Model = Map<string, { fact: Fact; reason: Reason }>;
/** The arguments of an atom that is looked for; null stands for anything. */
export type Pattern = { predicate: string; args: (Constant | null)[] };

export function keyOf({ predicate, args }: Fact): string {
  return JSON.stringify([predicate, ...args]);
}

/** Numbers by size, days by the calendar; other texts are equal or not, and in no order. */
export function compares(left: Constant, operator: Comparison, right: Constant): boolean {
  if (operator === "=") return left === right;
  if (operator === "!=") return left !== right;
  const isOrdered = [left, right].every((each) => typeof each === "number") || [left, right].every(isDay);
  if (!isOrdered) return false;
  return operator === "<"
    ? left < right
    : operator === "<="
      ? left <= right
      : operator === ">"
        ? left > right
        : left >= right;
}

function isDay(value: Constant): boolean {
  return typeof value === "string" && isIsoDay(value);
}

/** What a term is, where its variable is bound. */
export function worth(term: Term, bound: ReadonlyMap<string, Constant>): Constant {
  return term.is === "constant" ? term.value : bound.get(term.name)!;
}

/** An atom with its variables replaced. */
export function instance({ predicate, args }: Atom, bound: ReadonlyMap<string, Constant>): Fact {
  return { predicate, args: args.map((term) => worth(term, bound)) };
}

/** Every variable has to stand in an atom that is not denied. */
export function unsafe({ head, body }: Rule): string | null {
  const bound = new Set(
    body.flatMap((literal) => (literal.is === "atom" && !literal.negated ? variablesOf(literal.atom.args) : [])),
  );
  const needed = [
    ...variablesOf(head.args),
    ...body.flatMap((literal) =>
      literal.is === "atom" ? variablesOf(literal.atom.args) : variablesOf([literal.left, literal.right]),
    ),
  ];
  const loose = needed.find((name) => !bound.has(name));
  return loose === undefined ? null : `${loose} in a rule about "${head.predicate}" stands for anything`;
}

export function variablesOf(terms: Term[]): string[] {
  return terms.flatMap((term) => (term.is === "variable" ? [term.name] : []));
}

/**
 * The layer of each predicate: a rule stands in that of its head, and what it denies in a lower one, which is complete before it is
 * denied; null where that can't be.
 */
export function stratify(rules: readonly Rule[]): ReadonlyMap<string, number> | null {
  const level = new Map<string, number>();
  const heads = new Set(rules.map(({ head }) => head.predicate));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { head, body } of rules) {
      let least = level.get(head.predicate) ?? 0;
      for (const literal of body) {
        if (literal.is === "atom")
          least = Math.max(least, (level.get(literal.atom.predicate) ?? 0) + (literal.negated ? 1 : 0));
      }
      if (least > heads.size) return null;
      if (least > (level.get(head.predicate) ?? 0)) {
        level.set(head.predicate, least);
        changed = true;
      }
    }
  }
  return level;
}
