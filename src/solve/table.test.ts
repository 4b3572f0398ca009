import fc from "fast-check";
import { expect, test } from "vitest";
import { constantOf, sortOf } from "./constant.ts";
import { checked, decide } from "./deduction.ts";
import { statementFrom } from "./english.ts";
import { factsIn, type Tabled } from "./table.ts";
import { theoryOf } from "./theory.ts";

const names = ["Anne", "Bob", "Cleo", "Dan"];
const days = ["1999-12-31", "2000-01-01", "2024-02-29"];
const sizes = ["-2", "1.5", "7", "12"];
const heads = ["thing", "owner", "size", "since"];

type World = { rows: string[][]; rules: Rule[]; complete: boolean };
type Rule = { text: string; gives(facts: Set<string>, rows: string[][]): string[] };

/** A fact as the naive evaluator keeps it: who, which relation, what. */
const key = (subject: string, relation: string, object: string) => [subject, relation, object].join("|").toLowerCase();
const column = (rows: string[][], name: string) => rows.map((row) => [row[0]!, row[heads.indexOf(name)]!] as const);

const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.tuple(fc.constantFrom(...sizes), fc.constantFrom("more than", "at most")).map(([size, word]) => ({
    text: `If the size of something is ${word} ${size} then it is big.`,
    gives: (_: Set<string>, rows: string[][]) =>
      column(rows, "size").flatMap(([one, value]) =>
        (word === "at most" ? Number(value) <= Number(size) : Number(value) > Number(size))
          ? [key(one, "is", "big")]
          : [],
      ),
  })),
  fc.constantFrom(...days).map((day) => ({
    text: `If X's since is before ${day} then X is old.`,
    gives: (_: Set<string>, rows: string[][]) =>
      column(rows, "since").flatMap(([one, value]) => (value < day ? [key(one, "is", "old")] : [])),
  })),
  fc.constant({
    text: "If the owner of X is Y and the owner of Y is Z then the landlord of X is Z.",
    gives: (_: Set<string>, rows: string[][]) =>
      column(rows, "owner").flatMap(([x, y]) =>
        column(rows, "owner").flatMap(([other, z]) => (other === y ? [key(x, "landlord", z)] : [])),
      ),
  }),
  fc.constant({
    text: "If something is big and it is old then it is rare.",
    gives: (facts: Set<string>) =>
      names.flatMap((one) =>
        facts.has(key(one, "is", "big")) && facts.has(key(one, "is", "old")) ? [key(one, "is", "rare")] : [],
      ),
  }),
);

const worlds: fc.Arbitrary<World> = fc.record({
  rows: fc.uniqueArray(
    fc.tuple(...[names, names, sizes, days].map((from) => fc.constantFrom(...from))).map((row) => [...row]),
    { minLength: 1, maxLength: 6, selector: (row) => row.join() },
  ),
  rules: fc.array(rules, { maxLength: 5 }),
  complete: fc.boolean(),
});

/** Facts of the rows, and what the rules give of them, again and again until nothing is new. */
function naive({ rows, rules }: World): Set<string> {
  const facts = new Set(rows.flatMap((row) => heads.slice(1).map((head, at) => key(row[0]!, head, row[at + 1]!))));
  for (let before = -1; before !== facts.size; ) {
    before = facts.size;
    for (const rule of rules) for (const fact of rule.gives(facts, rows)) facts.add(fact);
  }
  return facts;
}

function tabledFrom(rows: string[][], complete: boolean): Tabled {
  const wanted = new Set(heads);
  const table = { name: "t.csv", heads, rows: rows.map((cells) => ({ cells, cited: cells.join() })) };
  const read = factsIn(table, wanted, complete);
  if ("fault" in read) throw new Error(read.fault);
  const columns = new Set(heads.slice(1));
  return { facts: read.facts, nouns: columns, whole: complete ? columns : new Set() };
}

test("what tables and rules give is what trying every rule on every row gives, and what is complete is false where it is not listed", () => {
  const asks = fc.constantFrom(
    ...names.flatMap((one) => [
      ...["big", "old", "rare"].map((trait) => [one, "is", trait] as const),
      ...names.flatMap((other) => [[one, "owner", other] as const, [one, "landlord", other] as const]),
      ...sizes.map((size) => [one, "size", size] as const),
      ...days.map((day) => [one, "since", day] as const),
    ]),
  );
  const seen = { true: 0, false: 0, null: 0 };
  fc.assert(
    fc.property(worlds, fc.array(asks, { minLength: 5, maxLength: 5 }), (world, asked) => {
      const sentences = [...world.rules.map(({ text }) => text), ...(world.complete ? ["t.csv is complete."] : [])];
      const theory = theoryOf(sentences, sentences, tabledFrom(world.rows, world.complete));
      expect(theory?.complete).toEqual(world.complete ? ["t.csv"] : []);
      const all = naive(world);
      for (const [subject, relation, object] of asked) {
        const statement = statementFrom(subject, relation, object, new Set())!;
        const isListed = ["owner", "size", "since"].includes(relation);
        const wanted = all.has(key(subject, relation, object)) ? true : world.complete && isListed ? false : null;
        expect(decide(theory!, statement)).toMatchObject({ truth: wanted });
        if (wanted !== null) expect(checked(theory!, statement)).toBe(wanted);
        seen[`${wanted}`]++;
      }
    }),
    { numRuns: 200 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
});

test("a rule that gives what a complete table does not list contradicts it", () => {
  const tabled = tabledFrom([["Anne", "Bob", "7", days[0]!]], true);
  const theory = theoryOf(["The owner of Cleo is Dan.", "t.csv is complete."], [], tabled)!;
  expect(decide(theory, statementFrom("Anne", "owner", "Bob", new Set())!)).toMatchObject({
    fault: expect.stringMatching(/contradicts itself: the owner of cleo is dan/),
  });
});

test.each([
  ["12", 12, "number"],
  ["-0", 0, "number"],
  ["1.50", 1.5, "number"],
  ["007", "007", "doubtful"],
  ["1,000", "1,000", "doubtful"],
  ["12 kg", "12 kg", "doubtful"],
  ["1234567890123456", "1234567890123456", "doubtful"],
  ["2024-02-29", "2024-02-29", "day"],
  ["2023-02-29", "2023-02-29", "doubtful"],
  ["5 March 2024", "5 march 2024", "doubtful"],
  ["Mar 5, 2024", "mar 5, 2024", "doubtful"],
  ["The  Hague", "hague", "text"],
  ["A4", "a4", "text"],
])("%s is the constant %s, a %s", (text, constant, sort) => {
  expect(constantOf(text)).toBe(constant);
  expect(sortOf(constantOf(text))).toBe(sort);
});

test("where what is not listed is false, cells of two sorts are refused; of an empty one it is said that it is there", () => {
  const rows = (...cells: string[][]) => ({
    name: "t.csv",
    heads: ["thing", "size"],
    rows: cells.map((row, at) => ({ cells: row, cited: `t.csv:${at + 2}` })),
  });
  const wanted = new Set(["size"]);
  expect(factsIn(rows(["Anne", ""], ["Bob", "7"]), wanted, false)).toMatchObject({ facts: [{ cited: "t.csv:3" }] });
  expect(factsIn(rows(["Anne", ""]), wanted, true)).toEqual({ facts: [], lacking: "t.csv:2" });
  expect(factsIn(rows(["Anne", "7"], ["Bob", "large"]), wanted, true)).toHaveProperty("fault");
  expect(factsIn(rows(["Anne", "7", "8"]), wanted, false)).toEqual({
    fault: "t.csv:2 has 3 cells, and 2 columns have a head",
  });
});
