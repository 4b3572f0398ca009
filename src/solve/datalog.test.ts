import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Atom,
  type Fact,
  instance,
  keyOf,
  type Literal,
  type Pattern,
  type Program,
  type Rule,
  type Term,
} from "./datalog.ts";
import { linear } from "./linear.ts";
import { flawOf, unfounded } from "./model.ts";
import { closure } from "./tabling.ts";

const constants = ["a", 1, 2];
const variables = ["X", "Y"];
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...constants).map((value): Term => ({ is: "constant", value })) },
  { weight: 5, arbitrary: fc.constantFrom(...variables).map((name): Term => ({ is: "variable", name })) },
);
/** Predicates of a higher layer may deny those of a lower one, so that all programs are stratified. */
const layers = [["p", "q"], ["r", "s"], ["t"]];
const atom = (names: string[]): fc.Arbitrary<Atom> =>
  fc.record({ predicate: fc.constantFrom(...names), args: fc.array(term, { minLength: 2, maxLength: 2 }) });

function ruleOf(layer: number): fc.Arbitrary<Rule> {
  const positive = atom(layers.slice(0, layer + 1).flat()).map(
    (each): Literal => ({ is: "atom", atom: each, negated: false }),
  );
  const lower = layers.slice(0, layer).flat();
  const negative =
    lower.length === 0 ? positive : atom(lower).map((each): Literal => ({ is: "atom", atom: each, negated: true }));
  const compare = fc.record({
    is: fc.constant("compare" as const),
    left: term,
    operator: fc.constantFrom("<" as const, "!=" as const),
    right: term,
  });
  return fc
    .record({
      head: atom(layers[layer]!),
      body: fc.tuple(positive, positive, fc.oneof(positive, negative, compare)).map((body): Literal[] => body),
    })
    .map(bind);
}

/** Variables that no positive atom binds become a constant. */
function bind({ head, body }: Rule): Rule {
  const bound = new Set(
    body
      .flatMap((literal) => (literal.is === "atom" && !literal.negated ? literal.atom.args : []))
      .flatMap((each) => (each.is === "variable" ? [each.name] : [])),
  );
  const close = (each: Term): Term =>
    each.is === "variable" && !bound.has(each.name) ? { is: "constant", value: "a" } : each;
  return {
    head: { ...head, args: head.args.map(close) },
    body: body.map((literal) =>
      literal.is === "atom"
        ? { ...literal, atom: { ...literal.atom, args: literal.atom.args.map(close) } }
        : { ...literal, left: close(literal.left), right: close(literal.right) },
    ),
  };
}

const facts = fc.array(
  fc.record({
    predicate: fc.constantFrom("p", "q"),
    args: fc.array(fc.constantFrom(...constants), { minLength: 2, maxLength: 2 }),
  }),
  { minLength: 6, maxLength: 18 },
);
const programs: fc.Arbitrary<Program> = fc.record({
  facts,
  rules: fc
    .tuple(...[0, 1, 2].map((layer) => fc.array(ruleOf(layer), { minLength: 1, maxLength: 4 })))
    .map((all) => all.flat()),
});

/** All instances of all rules, layer by layer, again and again until nothing is new. */
function naive({ facts, rules }: Program): Set<string> {
  const found = new Set(facts.map(keyOf));
  const all = constants.flatMap((x) =>
    constants.map(
      (y) =>
        new Map([
          ["X", x],
          ["Y", y],
        ] as [string, string | number][]),
    ),
  );
  for (const layer of layers) {
    for (let before = -1; before !== found.size; ) {
      before = found.size;
      for (const { head, body } of rules.filter((rule) => layer.includes(rule.head.predicate)))
        for (const bound of all)
          if (body.every((literal) => holds(literal, bound, found))) found.add(keyOf(instance(head, bound)));
    }
  }
  return found;
}

function holds(literal: Literal, bound: Map<string, string | number>, found: Set<string>): boolean {
  if (literal.is === "atom") return found.has(keyOf(instance(literal.atom, bound))) !== literal.negated;
  const value = (each: Term) => (each.is === "constant" ? each.value : bound.get(each.name)!);
  const [left, right] = [value(literal.left), value(literal.right)];
  if (literal.operator === "!=") return left !== right;
  return typeof left === "number" && typeof right === "number" && left < right;
}

test("the closure is what applying every rule to all constants gives, and each atom has its proof", () => {
  let derived = 0;
  fc.assert(
    fc.property(programs, (program) => {
      const closed = closure(program);
      if (!closed.ok) throw new Error(closed.message);
      expect(new Set(closed.model.keys())).toEqual(naive(program));
      expect(flawOf(program, closed)).toBeNull();
      derived += [...closed.model.values()].filter(({ reason }) => reason.is === "rule").length;
    }),
    { numRuns: 400 },
  );
  expect(derived).toBeGreaterThan(200);
});

/** What is looked for: the arguments that are known, null for any. */
const goals = fc.array(
  fc.record({
    predicate: fc.constantFrom(...layers.flat()),
    args: fc.array(fc.constantFrom(...constants, null), { minLength: 2, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 2 },
);

function isAmong({ predicate, args }: Fact, sought: Pattern[]): boolean {
  return sought.some(
    (one) => one.predicate === predicate && one.args.every((each, at) => each === null || each === args[at]),
  );
}

test("goals find just what the closure says of them, with its proofs, and an atom less is a flaw", () => {
  let spared = 0;
  fc.assert(
    fc.property(programs, goals, fc.nat(), (program, sought, pick) => {
      const [whole, found] = [closure(program), closure(program, sought)];
      if (!whole.ok || !found.ok) throw new Error("not closed");
      const matching = (model: typeof whole.model) =>
        new Set([...model.values()].filter(({ fact }) => isAmong(fact, sought)).map(({ fact }) => keyOf(fact)));
      expect(matching(found.model)).toEqual(matching(whole.model));
      for (const key of found.model.keys()) expect(whole.model.has(key)).toBe(true);
      expect(flawOf(program, found)).toBeNull();
      spared += whole.model.size - found.model.size;
      const goal = [...matching(found.model)];
      if (goal.length === 0) return;
      const less = new Map(found.model);
      less.delete(goal[pick % goal.length]!);
      expect(flawOf(program, { ...found, model: less })).not.toBeNull();
    }),
    { numRuns: 400 },
  );
  expect(spared).toBeGreaterThan(200);
});

test("rules of transitivity that go one way give what they give as they stand, with derivations of theirs", () => {
  const [x, y, z] = ["X", "Y", "Z"].map((name): Term => ({ is: "variable", name })) as [Term, Term, Term];
  const chain = (predicate: string, isTurned: boolean): Rule => {
    const body = [
      [x, y],
      [y, z],
    ].map((args): Literal => ({ is: "atom", atom: { predicate, args }, negated: false }));
    return { head: { predicate, args: [x, z] }, body: isTurned ? body.reverse() : body };
  };
  const chains = fc.array(fc.tuple(fc.constantFrom(...layers.flat()), fc.boolean()), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(programs, chains, goals, ({ facts, rules }, chained, sought) => {
      const program = {
        facts,
        rules: [...rules, ...chained.map(([predicate, isTurned]) => chain(predicate, isTurned))],
      };
      const { program: lean, restored } = linear(program);
      const [plain, whole, found] = [closure(program), closure(lean), closure(lean, sought)];
      if (!plain.ok || !whole.ok || !found.ok) throw new Error("not closed");
      expect(new Set(restored(whole.model).keys())).toEqual(new Set(plain.model.keys()));
      for (const model of [whole.model, found.model]) expect(unfounded(program, restored(model))).toBeNull();
      expect(flawOf(program, { ...plain, model: restored(whole.model) })).toBeNull();
      const asked = [...plain.model.values()]
        .filter(({ fact }) => isAmong(fact, sought))
        .map(({ fact }) => keyOf(fact));
      for (const key of asked) expect(restored(found.model).has(key)).toBe(true);
      expect(flawOf(lean, found)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test("a goal needs but a part of what follows over thousands of files, and what was not sought is not taken for false", () => {
  const [x, y, z] = ["X", "Y", "Z"].map((name): Term => ({ is: "variable", name })) as [Term, Term, Term];
  const literal = (predicate: string, args: Term[], negated = false): Literal => ({
    is: "atom",
    atom: { predicate, args },
    negated,
  });
  const program: Program = {
    facts: Array.from({ length: 5000 }, (_, at) => [1, 7].map((by) => [at, (at + by) % 5000])).flatMap((pairs) =>
      pairs.map((args) => ({ predicate: "import", args })),
    ),
    rules: [
      { head: { predicate: "depend", args: [x, y] }, body: [literal("import", [x, y])] },
      { head: { predicate: "depend", args: [x, z] }, body: [literal("import", [x, y]), literal("depend", [y, z])] },
      { head: { predicate: "lean", args: [x, y] }, body: [literal("import", [x, y]), literal("import", [y, x], true)] },
    ],
  };
  expect(closure(program)).toEqual({ ok: false, message: expect.stringMatching(/^more than/) });
  const found = closure(program, [{ predicate: "depend", args: [0, 4999] }]);
  if (!found.ok) throw new Error(found.message);
  expect(found.model.has(keyOf({ predicate: "depend", args: [0, 4999] }))).toBe(true);
  expect(found.model.size).toBeLessThan(20_000);
  expect(flawOf(program, found)).toBeNull();
  const sought = new Map([...found.sought].slice(0, 3));
  expect(flawOf(program, { ...found, sought })).toMatch(/needs what was not sought$/);
});

test("a model with an atom too many, or one too few, is none", () => {
  fc.assert(
    fc.property(programs, fc.nat(), (program, pick) => {
      const closed = closure(program);
      if (!closed.ok || closed.model.size === 0) return;
      const keys = [...closed.model.keys()];
      const less = new Map(closed.model);
      less.delete(keys[pick % keys.length]!);
      expect(flawOf(program, { ...closed, model: less })).not.toBeNull();
      const odd: Fact = { predicate: "p", args: ["none", "such"] };
      const more = new Map(closed.model).set(keyOf(odd), { fact: odd, reason: { is: "fact", at: 0 } });
      expect(flawOf(program, { ...closed, model: more })).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});

test("negation in a circle and variables that stand for anything are refused", () => {
  const x: Term = { is: "variable", name: "X" };
  const literal = (predicate: string, negated: boolean): Literal => ({
    is: "atom",
    atom: { predicate, args: [x] },
    negated,
  });
  const facts = [{ predicate: "p", args: ["a"] }];
  const circle = closure({
    facts,
    rules: [{ head: { predicate: "q", args: [x] }, body: [literal("p", false), literal("q", true)] }],
  });
  expect(circle).toEqual({ ok: false, message: "a rule denies what rests on it" });
  const loose = closure({ facts, rules: [{ head: { predicate: "q", args: [x] }, body: [literal("p", true)] }] });
  expect(loose.ok).toBe(false);
});

test("a model over many constants is checked as well: one atom less, or one that nothing gives, is a flaw", () => {
  const [x, y, z] = ["X", "Y", "Z"].map((name): Term => ({ is: "variable", name })) as [Term, Term, Term];
  const parent = (one: Term, other: Term): Literal => ({
    is: "atom",
    atom: { predicate: "parent", args: [one, other] },
    negated: false,
  });
  const program: Program = {
    facts: Array.from({ length: 300 }, (_, at) => ({ predicate: "parent", args: [`p${at}`, `p${at + 1}`] })),
    rules: [{ head: { predicate: "grandparent", args: [x, z] }, body: [parent(x, y), parent(y, z)] }],
  };
  const closed = closure(program);
  if (!closed.ok) throw new Error(closed.message);
  expect(closed.model.size).toBe(599);
  expect(flawOf(program, closed)).toBeNull();
  const derived = [...closed.model].filter(([, { reason }]) => reason.is === "rule").map(([key]) => key);
  const less = new Map(closed.model);
  less.delete(derived[150]!);
  expect(flawOf(program, { ...closed, model: less })).toMatch(/^rule 1 gives/);
  const odd: Fact = { predicate: "grandparent", args: ["p1", "p9"] };
  const more = new Map(closed.model).set(keyOf(odd), {
    fact: odd,
    reason: { is: "rule", at: 0, used: program.facts.slice(1, 3) },
  });
  expect(flawOf(program, { ...closed, model: more })).toMatch(/^nothing gives/);
});
