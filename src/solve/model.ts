import {
  type Atom,
  type Constant,
  compares,
  type Fact,
  instance,
  keyOf,
  type Literal,
  type Model,
  type Program,
  type Rule,
  type Term,
  variablesOf,
} from "./datalog.ts";
import type { Clause } from "./sat.ts";
import { type Binding, type Found, isSought, patternOf, unify } from "./tabling.ts";

/** Ground instances of rules that are looked at, at most, and those of one rule that are looked at one by one. */
const most = 2_000_000;
const mostBindings = 20_000;

/**
 * Why what was found for goals is not what the program says of them, null where it is: the facts are in the model; so is what each
 * instance of a rule gives that was sought and whose body holds, and what decides its body was sought as well; each other atom
 * is the head of an instance whose atoms come before it. Where all is sought, that is the one model of a program whose negation is stratified (M.
 * Gelfond and V. Lifschitz, 1988). Rules are tried over all constants; where these are too many, over all atoms for each part of their bodies.
 */
export function flawOf({ facts, rules }: Program, found: Found): string | null {
  for (const fact of facts) if (!found.model.has(keyOf(fact))) return `${keyOf(fact)} is listed, and not in it`;
  const constants = constantsOf({ facts, rules });
  const known = knownBy(found, rules);
  const shelves = shelvesOf(found.model);
  let tried = 0;
  for (const [at, rule] of rules.entries()) {
    const names = [...new Set([...variablesOf(rule.head.args), ...rule.body.flatMap(namesIn)])];
    const isSmall = constants.length ** names.length <= mostBindings;
    for (const bound of isSmall ? bindings(names, constants) : matches(rule, shelves, { ...found, known })) {
      if (++tried > most) return "there are too many instances to look at";
      if (bound === "open") return `rule ${at + 1} needs what was not sought`;
      if (bound === null || !known(rule.head, bound)) continue;
      const isFalse = (literal: Literal) =>
        !holds(literal, bound, found.model) &&
        (literal.is === "compare" || literal.negated || known(literal.atom, bound));
      if (rule.body.some(isFalse)) continue;
      if (rule.body.some((literal) => literal.is === "atom" && !known(literal.atom, bound)))
        return `rule ${at + 1} needs what was not sought`;
      const head = keyOf(instance(rule.head, bound));
      if (!found.model.has(head)) return `rule ${at + 1} gives ${head}, which is not in it`;
    }
  }
  return unfounded({ facts, rules }, found.model);
}

/** Whether an atom, as far as it is bound, is one of which a model tells. */
type Known = (atom: Atom, bound: Binding) => boolean;

function knownBy({ sought }: Found, rules: readonly Rule[]): Known {
  const given = new Set(rules.map(({ head }) => head.predicate));
  return (atom, bound) => !given.has(atom.predicate) || isSought(patternOf(atom, bound), sought);
}

/** An atom that neither a fact states nor a rule gives from atoms before it, in words; null where there is none. */
export function unfounded({ facts, rules }: Program, model: Model): string | null {
  const earlier = new Set<string>();
  const listed = new Set(facts.map(keyOf));
  for (const [key, { fact, reason }] of model) {
    const isFounded =
      reason.is === "fact"
        ? listed.has(key)
        : reason.used.every((used) => earlier.has(keyOf(used))) && gives(rules[reason.at], fact, reason.used, model);
    if (!isFounded) return `nothing gives ${key}`;
    earlier.add(key);
  }
  return null;
}

/** Whether a rule gives an atom from just these atoms, in their order. */
function gives(rule: Program["rules"][number] | undefined, fact: Fact, used: Fact[], model: Model): boolean {
  if (!rule) return false;
  const bound = new Map<string, Constant>();
  const atoms = rule.body.filter((literal) => literal.is === "atom").filter(({ negated }) => !negated);
  const isMatched =
    atoms.length === used.length &&
    atoms.every(({ atom }, at) => atom.predicate === used[at]!.predicate && fits(atom.args, used[at]!.args, bound));
  return (
    isMatched &&
    rule.body.every((literal) => holds(literal, bound, model)) &&
    keyOf(instance(rule.head, bound)) === keyOf(fact)
  );
}

function holds(literal: Literal, bound: ReadonlyMap<string, Constant>, model: Model): boolean {
  if (literal.is === "atom") return model.has(keyOf(instance(literal.atom, bound))) !== literal.negated;
  const value = (term: Term) => (term.is === "constant" ? term.value : bound.get(term.name)!);
  return compares(value(literal.left), literal.operator, value(literal.right));
}

/**
 * The bindings with which a rule gives what was sought and what its body does not deny is among the atoms; null for each that was tried in
 * vain, "open" where nothing of what is left of a body was sought.
 */
function* matches(
  { head, body }: Rule,
  shelves: Shelves,
  { sought, known }: Found & { known: Known },
): Generator<Map<string, Constant> | null | "open"> {
  const atoms = body.flatMap((literal) => (literal.is === "atom" && !literal.negated ? [literal.atom] : []));
  const ahead: { left: Atom[]; bound: Map<string, Constant> }[] = [...sought.values()].flatMap(
    ({ predicate, args }) => {
      const bound = predicate === head.predicate ? unify(head, args, new Map()) : null;
      return bound ? [{ left: atoms, bound: new Map(bound) }] : [];
    },
  );
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { left, bound } = next;
    const told = left
      .filter((atom) => known(atom, bound))
      .map((atom) => ({ atom, facts: candidates(atom, bound, shelves) }));
    const least = told.sort((one, other) => one.facts.length - other.facts.length)[0];
    if (!least) {
      yield left.length === 0 ? bound : "open";
      continue;
    }
    for (const fact of least.facts) {
      const more = new Map(bound);
      if (fits(least.atom.args, fact.args, more))
        ahead.push({ left: left.filter((atom) => atom !== least.atom), bound: more });
      else yield null;
    }
  }
}

/** Atoms by their predicate, and by each of their constants. */
type Shelves = ReadonlyMap<string, Fact[]>;

function shelvesOf(model: Model): Shelves {
  const facts = [...model.values()].map(({ fact }) => fact);
  const keys = (fact: Fact) => [fact.predicate, ...fact.args.map((value, at) => shelfOf(fact.predicate, at, value))];
  const shelves = new Map<string, Fact[]>();
  for (const fact of facts)
    for (const key of keys(fact)) {
      const shelf = shelves.get(key);
      if (shelf) shelf.push(fact);
      else shelves.set(key, [fact]);
    }
  return shelves;
}

function shelfOf(predicate: string, at: number, value: Constant): string {
  return JSON.stringify([predicate, at, value]);
}

/** Atoms that may be what an atom of a rule is: the fewest that have one of its terms that are known. */
function candidates({ predicate, args }: Atom, bound: ReadonlyMap<string, Constant>, shelves: Shelves): Fact[] {
  const found = args.flatMap((term, at) => {
    const value = term.is === "constant" ? term.value : bound.get(term.name);
    return value === undefined ? [] : [shelves.get(shelfOf(predicate, at, value)) ?? []];
  });
  return found.sort((one, other) => one.length - other.length)[0] ?? shelves.get(predicate) ?? [];
}

/** Whether terms are these constants; binds the variables that are not bound yet. */
function fits(terms: readonly Term[], args: readonly Constant[], bound: Map<string, Constant>): boolean {
  return (
    terms.length === args.length &&
    terms.every((term, at) => {
      if (term.is === "constant") return term.value === args[at];
      if (!bound.has(term.name)) bound.set(term.name, args[at]!);
      return bound.get(term.name) === args[at];
    })
  );
}

function namesIn(literal: Literal): string[] {
  return literal.is === "atom" ? variablesOf(literal.atom.args) : variablesOf([literal.left, literal.right]);
}

/**
 * A program whose rules deny nothing but by predicates called "not …", as clauses of propositional logic over all instances; `number` is
 * that of an atom, negative for a "not …". Null where there are too many.
 */
export function clausesOf({ facts, rules }: Program): { clauses: Clause[]; number(fact: Fact): number } | null {
  const numbers = new Map<string, number>();
  const number = ({ predicate, args }: Fact): number => {
    const denied = predicate.startsWith("not ");
    const key = keyOf({ predicate: denied ? predicate.slice(4) : predicate, args });
    const known = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, known);
    return denied ? -known : known;
  };
  const constants = constantsOf({ facts, rules });
  const clauses: Clause[] = facts.map((fact) => [number(fact)]);
  for (const { head, body } of rules) {
    const names = [...new Set([...variablesOf(head.args), ...body.flatMap(namesIn)])];
    if (clauses.length + constants.length ** names.length > mostClauses) return null;
    for (const bound of bindings(names, constants)) {
      if (!body.every((literal) => literal.is === "atom" || holds(literal, bound, new Map()))) continue;
      const atoms = body.filter((literal) => literal.is === "atom");
      clauses.push([...atoms.map(({ atom }) => -number(instance(atom, bound))), number(instance(head, bound))]);
    }
  }
  return { clauses, number };
}

const mostClauses = 4000;

function constantsOf({ facts, rules }: Program): Constant[] {
  const terms = rules.flatMap(({ head, body }) => [
    ...head.args,
    ...body.flatMap((literal) => (literal.is === "atom" ? literal.atom.args : [literal.left, literal.right])),
  ]);
  return [
    ...new Set([
      ...facts.flatMap(({ args }) => args),
      ...terms.flatMap((term) => (term.is === "constant" ? [term.value] : [])),
    ]),
  ];
}

function* bindings(
  names: string[],
  constants: Constant[],
  bound = new Map<string, Constant>(),
): Generator<Map<string, Constant>> {
  const [name, ...rest] = names;
  if (name === undefined) {
    yield bound;
    return;
  }
  for (const constant of constants) yield* bindings(rest, constants, new Map(bound).set(name, constant));
}
