import {
  type Atom,
  type Constant,
  compares,
  type Fact,
  instance,
  keyOf,
  type Literal,
  type Model,
  type Pattern,
  type Program,
  type Reason,
  type Rule,
  stratify,
  unsafe,
  worth,
} from "./datalog.ts";

/**
 * What follows from a program, as far as goals need it: tabled evaluation from the goals down (H. Tamaki and T. Sato, "OLD resolution with
 * tabulation", 1986; what is looked for are the magic sets of C. Beeri and R. Ramakrishnan, 1991). Each pattern that is looked for has one
 * table of the atoms that match it, and of the rules that wait for more of them: each atom meets each waiting rule once. An atom is denied when
 * nothing is left to do in the layers below the rule that denies it: whatever could give it was looked for there.
 */

/** Atoms at most, and atoms met by waiting rules; more are said to be too many. */
const most = { atoms: 200_000, steps: 4_000_000 };

/**
 * The atoms that stand in the program, and those that follow and match what was `sought`: the goals, and what they led to. Of each instance of
 * these the model says whether it holds; of a predicate that no rule gives, of all.
 */
export type Found = { model: Model; sought: ReadonlyMap<string, Pattern> };
export type Closed = ({ ok: true } & Found) | { ok: false; message: string };

/** What follows for goals, by default all that follows; or that a rule is unsafe, that negation goes round in a circle, or that it is too much. */
export function closure(program: Program, goals: readonly Pattern[] = all(program)): Closed {
  const fault = program.rules.map(unsafe).find((each) => each !== null);
  if (fault) return { ok: false, message: fault };
  const levels = stratify(program.rules);
  if (levels === null) return { ok: false, message: "a rule denies what rests on it" };
  const rules = program.rules.map(partsOf);
  const given = Map.groupBy(rules.keys(), (at) => relationKey(rules[at]!.head));
  const search: Search = {
    model: new Map(),
    relations: new Map(),
    sought: new Map(),
    rules,
    given,
    ahead: [],
    denials: [],
  };
  for (const [at, fact] of program.facts.entries()) add(search, fact, { is: "fact", at });
  for (const goal of goals) seek(search, goal);
  let steps = 0;
  for (let round = next(search, levels); round.length > 0; round = next(search, levels)) {
    for (const { partial, fact } of round) {
      if (fact) extend(search, partial, fact);
      else proceed(search, partial);
      if (++steps + search.ahead.length > most.steps)
        return { ok: false, message: `what bears on it takes more than ${most.steps} steps` };
    }
    if (search.model.size > most.atoms) return { ok: false, message: `more than ${most.atoms} atoms follow` };
  }
  return { ok: true, model: search.model, sought: search.sought };
}

/** The pattern of an atom as far as its variables are bound. */
export function patternOf({ predicate, args }: Atom, bound: Binding): Pattern {
  return {
    predicate,
    args: args.map((term) => (term.is === "constant" ? term.value : (bound.get(term.name) ?? null))),
  };
}

export type Binding = ReadonlyMap<string, Constant>;

/** A rule with its body in parts: what has to hold, what must not, and what is compared. */
type Parted = { head: Atom; atoms: Atom[]; denied: Atom[]; tests: Extract<Literal, { is: "compare" }>[] };

/** A rule as far as it is followed: what is bound, and the atom that each part of its body has become. */
type Partial = { rule: number; bound: Binding; used: readonly (Fact | null)[]; waits: number };

/** The atoms that match a pattern, and the rules that wait for them. */
type Table = { atoms: Fact[]; waiting: Partial[] };

/** The atoms of a predicate, in tables for each choice of arguments (a bit for each that is known) that something was looked for by. */
type Relation = { atoms: Fact[]; tables: Map<number, Map<string, Table>> };

type Search = {
  model: Model;
  relations: Map<string, Relation>;
  sought: Map<string, Pattern>;
  rules: readonly Parted[];
  /** The rules by what they give. */
  given: ReadonlyMap<string, number[]>;
  /** What a rule that waits is to meet; null where it only begins. */
  ahead: { partial: Partial; fact: Fact | null }[];
  /** Rules of which only what they deny is left to look at. */
  denials: Partial[];
};

/** What is to be done next; where nothing is, the denials of the lowest layer are looked at. */
function next(search: Search, levels: ReadonlyMap<string, number>): Search["ahead"] {
  while (search.ahead.length === 0 && search.denials.length > 0) {
    const level = ({ rule }: Partial) => levels.get(search.rules[rule]!.head.predicate) ?? 0;
    const lowest = search.denials.reduce((least, each) => Math.min(least, level(each)), Number.POSITIVE_INFINITY);
    const [now, later] = [
      search.denials.filter((each) => level(each) === lowest),
      search.denials.filter((each) => level(each) > lowest),
    ];
    search.denials = later;
    for (const each of now) {
      const { denied } = search.rules[each.rule]!;
      if (!denied.some((atom) => search.model.has(keyOf(instance(atom, each.bound))))) conclude(search, each);
    }
  }
  const round = search.ahead;
  search.ahead = [];
  return round;
}

/** Looks for what matches a pattern: by the rules that may give it, unless it was looked for, or something more general. */
function seek(search: Search, pattern: Pattern): void {
  if (isSought(pattern, search.sought)) return;
  search.sought.set(patternKey(pattern), pattern);
  for (const rule of search.given.get(relationKey(pattern)) ?? []) {
    const { head, atoms } = search.rules[rule]!;
    const bound = unify(head, pattern.args, new Map());
    if (bound) search.ahead.push({ partial: { rule, bound, used: atoms.map(() => null), waits: -1 }, fact: null });
  }
}

/** Has a rule wait for the part of its body of which most is known. */
function proceed(search: Search, partial: Partial): void {
  const { atoms, denied, tests } = search.rules[partial.rule]!;
  const waits = choice(search, atoms, partial);
  if (waits >= 0) {
    const pattern = patternOf(atoms[waits]!, partial.bound);
    const table = tableOf(search, pattern);
    const waiting = { ...partial, waits };
    table.waiting.push(waiting);
    for (const fact of table.atoms) search.ahead.push({ partial: waiting, fact });
    seek(search, pattern);
    return;
  }
  const { bound } = partial;
  if (!tests.every(({ left, operator, right }) => compares(worth(left, bound), operator, worth(right, bound)))) return;
  if (denied.length === 0) conclude(search, partial);
  else search.denials.push(partial);
  for (const atom of denied) seek(search, patternOf(atom, bound));
}

/** The part that is looked at next; -1 where all are. Of those of which as much is known, what no rule gives comes first. */
function choice({ given }: Search, atoms: readonly Atom[], { bound, used }: Partial): number {
  let [best, most] = [-1, -1];
  for (const [at, atom] of atoms.entries()) {
    if (used[at]) continue;
    const known =
      2 * patternOf(atom, bound).args.filter((each) => each !== null).length + (given.has(relationKey(atom)) ? 0 : 1);
    if (known > most) [best, most] = [at, known];
  }
  return best;
}

function extend(search: Search, partial: Partial, fact: Fact): void {
  const bound = unify(search.rules[partial.rule]!.atoms[partial.waits]!, fact.args, partial.bound);
  if (bound) proceed(search, { ...partial, bound, used: partial.used.with(partial.waits, fact) });
}

function conclude(search: Search, { rule, bound, used }: Partial): void {
  add(search, instance(search.rules[rule]!.head, bound), { is: "rule", at: rule, used: used as Fact[] });
}

/** Takes an atom in, and tells the rules that wait for it. */
function add(search: Search, fact: Fact, reason: Reason): void {
  const key = keyOf(fact);
  if (search.model.has(key)) return;
  search.model.set(key, { fact, reason });
  const relation = relationOf(search, fact);
  relation.atoms.push(fact);
  for (const [known, tables] of relation.tables) {
    const table = placed(tables, fact, known);
    table.atoms.push(fact);
    for (const partial of table.waiting) search.ahead.push({ partial, fact });
  }
}

/** The table of a pattern, made of the atoms that are known where there is none. */
function tableOf(search: Search, pattern: Pattern): Table {
  const known = pattern.args.reduce<number>((bits, value, at) => (value === null ? bits : bits | (1 << at)), 0);
  const relation = relationOf(search, pattern);
  let tables = relation.tables.get(known);
  if (!tables) {
    tables = new Map();
    relation.tables.set(known, tables);
    for (const fact of relation.atoms) placed(tables, fact, known).atoms.push(fact);
  }
  return placed(tables, pattern, known);
}

function placed(tables: Map<string, Table>, { args }: Pattern, known: number): Table {
  const key = JSON.stringify(args.filter((_, at) => known & (1 << at)));
  const table = tables.get(key) ?? { atoms: [], waiting: [] };
  tables.set(key, table);
  return table;
}

function relationOf({ relations }: Search, pattern: Pattern): Relation {
  const key = relationKey(pattern);
  const relation = relations.get(key) ?? { atoms: [], tables: new Map() };
  relations.set(key, relation);
  return relation;
}

function relationKey({ predicate, args }: { predicate: string; args: readonly unknown[] }): string {
  return `${args.length} ${predicate}`;
}

function patternKey({ predicate, args }: Pattern): string {
  return JSON.stringify([predicate, ...args]);
}

/** Whether a pattern was sought, or one that is more general: any of its arguments may stand for anything. */
export function isSought({ predicate, args }: Pattern, sought: Found["sought"], from = 0): boolean {
  if (sought.has(patternKey({ predicate, args }))) return true;
  return args.some(
    (value, at) => at >= from && value !== null && isSought({ predicate, args: args.with(at, null) }, sought, at + 1),
  );
}

/** Binds the variables of an atom so that it is what a pattern says; null where it can't be. */
export function unify({ args }: Atom, values: Pattern["args"], bound: Binding): Binding | null {
  if (args.length !== values.length) return null;
  let made: Map<string, Constant> | null = null;
  for (const [at, term] of args.entries()) {
    const value = values[at];
    if (value === null || value === undefined) continue;
    const known = term.is === "constant" ? term.value : (made ?? bound).get(term.name);
    if (known === undefined && term.is === "variable") made = new Map(made ?? bound).set(term.name, value);
    else if (known !== value) return null;
  }
  return made ?? bound;
}

function partsOf({ head, body }: Rule): Parted {
  const atoms = body.filter((literal) => literal.is === "atom");
  return {
    head,
    atoms: atoms.filter(({ negated }) => !negated).map(({ atom }) => atom),
    denied: atoms.filter(({ negated }) => negated).map(({ atom }) => atom),
    tests: body.filter((literal) => literal.is === "compare"),
  };
}

/** Everything that rules may give. */
function all({ rules }: Program): Pattern[] {
  return rules.map(({ head }) =>
    patternOf({ ...head, args: head.args.map(() => ({ is: "variable", name: "" })) }, new Map()),
  );
}
