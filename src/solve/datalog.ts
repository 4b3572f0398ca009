import { isIsoDay } from "./constant.ts";

/**
 * Datalog with stratified negation: facts and rules over constants, the least model stratum by stratum, semi-naively (F. Bancilhon
 * and R. Ramakrishnan, 1986), with the first derivation of each atom kept as its proof.
 */
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
type Reason = { is: "fact"; at: number } | { is: "rule"; at: number; used: Fact[] };

/** The least model: each atom by its key, in the order of derivation, with its reason. */
export type Model = Map<string, { fact: Fact; reason: Reason }>;
export type Closed = { ok: true; model: Model } | { ok: false; message: string };

/** Derived atoms at most; more are said to be too many. */
const most = 100_000;

export function keyOf({ predicate, args }: Fact): string {
  return JSON.stringify([predicate, ...args]);
}

/** What follows from a program; or that a rule is unsafe, that negation goes round in a circle, or that too much follows. */
export function closure(program: Program): Closed {
  const fault = program.rules.map(unsafe).find((each) => each !== null);
  if (fault) return { ok: false, message: fault };
  const strata = stratify(program.rules);
  if (strata === null) return { ok: false, message: "a rule denies what rests on it" };
  const base: Base = { model: new Map(), shelves: new Map() };
  for (const [at, fact] of program.facts.entries()) add(base, fact, { is: "fact", at });
  for (const stratum of strata)
    if (!saturate(base, program.rules, stratum)) return { ok: false, message: `more than ${most} atoms follow` };
  return { ok: true, model: base.model };
}

/** Atoms by their predicate, in order. */
type Base = { model: Model; shelves: Map<string, Fact[]> };
type Binding = ReadonlyMap<string, Constant>;

function add({ model, shelves }: Base, fact: Fact, reason: Reason): boolean {
  const key = keyOf(fact);
  if (model.has(key)) return false;
  model.set(key, { fact, reason });
  const shelf = shelves.get(fact.predicate);
  if (shelf) shelf.push(fact);
  else shelves.set(fact.predicate, [fact]);
  return true;
}

/** Applies the rules of a stratum until nothing new follows; each round uses at least one atom of the round before. */
function saturate(base: Base, rules: readonly Rule[], stratum: readonly number[]): boolean {
  let from: Map<string, number> | null = null;
  for (;;) {
    const until = new Map([...base.shelves].map(([predicate, shelf]) => [predicate, shelf.length]));
    const found: { fact: Fact; reason: Reason }[] = [];
    for (const at of stratum)
      for (const one of applied(base, rules[at]!, from, until))
        found.push({ fact: one.fact, reason: { is: "rule", at, used: one.used } });
    let grown = false;
    for (const { fact, reason } of found) grown = add(base, fact, reason) || grown;
    if (base.model.size > most) return false;
    if (!grown) return true;
    from = until;
  }
}

type Applied = { fact: Fact; used: Fact[] };

/** What a rule gives; where `from` is known, only with an atom that stands at or after it. */
function* applied(
  base: Base,
  rule: Rule,
  from: Map<string, number> | null,
  until: Map<string, number>,
): Generator<Applied> {
  const positive = rule.body.filter((literal) => literal.is === "atom" && !literal.negated) as Extract<
    Literal,
    { is: "atom" }
  >[];
  const rest = rule.body.filter((literal) => !positive.includes(literal as (typeof positive)[number]));
  const fresh = from === null ? [null] : positive.map((_, at) => at);
  for (const newest of fresh) {
    for (const { bound, used } of joined(base, positive, newest, { from, until })) {
      if (!rest.every((literal) => passes(literal, bound, base.model))) continue;
      const fact = instance(rule.head, bound);
      yield { fact, used };
    }
  }
}

type Window = { from: Map<string, number> | null; until: Map<string, number> };

function* joined(
  base: Base,
  literals: Extract<Literal, { is: "atom" }>[],
  newest: number | null,
  window: Window,
): Generator<{ bound: Binding; used: Fact[] }> {
  const stack: { at: number; bound: Binding; used: Fact[] }[] = [{ at: 0, bound: new Map(), used: [] }];
  for (let state = stack.pop(); state; state = stack.pop()) {
    const { at, bound, used } = state;
    const literal = literals[at];
    if (!literal) {
      yield { bound, used };
      continue;
    }
    const shelf = base.shelves.get(literal.atom.predicate) ?? [];
    const start = window.from?.get(literal.atom.predicate) ?? 0;
    const [low, high] =
      newest === null || at > newest
        ? [0, window.until.get(literal.atom.predicate) ?? 0]
        : at < newest
          ? [0, start]
          : [start, window.until.get(literal.atom.predicate) ?? 0];
    for (let place = high - 1; place >= low; place--) {
      const next = unify(literal.atom, shelf[place]!, bound);
      if (next) stack.push({ at: at + 1, bound: next, used: [...used, shelf[place]!] });
    }
  }
}

function unify({ args }: Atom, fact: Fact, bound: Binding): Binding | null {
  if (args.length !== fact.args.length) return null;
  let made: Map<string, Constant> | null = null;
  for (const [at, term] of args.entries()) {
    const value = fact.args[at]!;
    const known = term.is === "constant" ? term.value : (made ?? bound).get(term.name);
    if (known === undefined && term.is === "variable") made = new Map(made ?? bound).set(term.name, value);
    else if (known !== value) return null;
  }
  return made ?? bound;
}

function passes(literal: Literal, bound: Binding, model: Model): boolean {
  if (literal.is === "atom") return !model.has(keyOf(instance(literal.atom, bound)));
  return compares(worth(literal.left, bound), literal.operator, worth(literal.right, bound));
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

function worth(term: Term, bound: Binding): Constant {
  return term.is === "constant" ? term.value : bound.get(term.name)!;
}

/** An atom with its variables replaced. */
export function instance({ predicate, args }: Atom, bound: Binding): Fact {
  return { predicate, args: args.map((term) => worth(term, bound)) };
}

/** Every variable has to stand in an atom that is not denied. */
function unsafe({ head, body }: Rule): string | null {
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

/** The rules in layers, so that what a rule denies is complete before it is applied; null where that can't be. */
function stratify(rules: readonly Rule[]): number[][] | null {
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
  const strata = Map.groupBy(rules.keys(), (at) => level.get(rules[at]!.head.predicate) ?? 0);
  return [...strata.keys()].sort((one, other) => one - other).map((each) => strata.get(each)!);
}
