import type { Clause } from "./sat.ts";

/** A formula of propositional logic; `either`: one or the other, of which nobody knows whether it may be both. */
export type Formula =
  | { is: "atom"; name: string }
  | { is: "not"; part: Formula }
  | { is: "if"; from: Formula; to: Formula }
  | { is: "and" | "or" | "either"; parts: Formula[] };

/** How "or" and "either … or" are taken: whether each excludes both. */
export type Sense = { or: boolean; either: boolean };
export const senses: readonly Sense[] = [
  { or: false, either: true },
  { or: false, either: false },
  { or: true, either: true },
];

export const atom = (name: string): Formula => ({ is: "atom", name });
export const not = (part: Formula): Formula => ({ is: "not", part });
export const and = (...parts: Formula[]): Formula => ({ is: "and", parts });
export const implies = (from: Formula, to: Formula): Formula => ({ is: "if", from, to });

/** Whether a formula is so where its atoms are what `is` says. */
export function truthOf(formula: Formula, is: (name: string) => boolean, sense: Sense): boolean {
  switch (formula.is) {
    case "atom":
      return is(formula.name);
    case "not":
      return !truthOf(formula.part, is, sense);
    case "if":
      return !truthOf(formula.from, is, sense) || truthOf(formula.to, is, sense);
    case "and":
      return formula.parts.every((part) => truthOf(part, is, sense));
    case "or":
    case "either": {
      const held = formula.parts.filter((part) => truthOf(part, is, sense)).length;
      return sense[formula.is] ? held === 1 : held > 0;
    }
  }
}

/** The atoms of a formula, as often as they stand in it. */
export function atomsOf(formula: Formula): string[] {
  if (formula.is === "atom") return [formula.name];
  if (formula.is === "if") return [...atomsOf(formula.from), ...atomsOf(formula.to)];
  return formula.is === "not" ? atomsOf(formula.part) : formula.parts.flatMap(atomsOf);
}

/** Clauses that can be made true together just where all formulas can (G. Tseitin, 1968). */
export function clausesFrom(formulas: readonly Formula[], sense: Sense): Clause[] {
  const numbers = new Map<string, number>();
  let last = 0;
  const clauses: Clause[] = [];
  const number = (name: string) => {
    if (!numbers.has(name)) numbers.set(name, ++last);
    return numbers.get(name)!;
  };
  const all = (parts: number[]) => {
    const own = ++last;
    for (const part of parts) clauses.push([-own, part]);
    clauses.push([own, ...parts.map((part) => -part)]);
    return own;
  };
  const some = (parts: number[]) => -all(parts.map((part) => -part));
  const one = (parts: number[]) => {
    const both = parts.flatMap((first, at) => parts.slice(at + 1).map((second) => all([first, second])));
    return all([some(parts), ...both.map((each) => -each)]);
  };
  const literal = (formula: Formula): number => {
    switch (formula.is) {
      case "atom":
        return number(formula.name);
      case "not":
        return -literal(formula.part);
      case "if":
        return some([-literal(formula.from), literal(formula.to)]);
      case "and":
        return all(formula.parts.map(literal));
      default:
        return (sense[formula.is] ? one : some)(formula.parts.map(literal));
    }
  };
  for (const formula of formulas) clauses.push([literal(formula)]);
  return clauses;
}
