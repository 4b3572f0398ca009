import fc from "fast-check";
import { expect, test } from "vitest";
import { solve } from "./kinds.ts";

const judge = (text: string, statement: string) =>
  solve(
    `${text}\nBased on the above information, is the following statement true, false, or uncertain? ${statement}\nOptions:\nA) True\nB) False\nC) Uncertain`,
  );

const weather = "No bakery is spicy. All cupcakes are bakeries. If something owns a shop, then it is open.";

test.each([
  [weather, "If Bob is a cupcake, then Bob is not spicy.", "A)"],
  [`${weather} Bob is a cupcake.`, "Bob is spicy.", "B)"],
  [`${weather} Bob is not open.`, "Bob does not own a shop.", "A)"],
  [`${weather} Bob neither sleeps nor is a bakery.`, "Bob is a cupcake.", "B)"],
  [
    "There are three kinds of boats: rafts, canoes, and ferries. Tom is a boat. Tom is not a raft or a canoe.",
    "Tom is a ferry.",
    "A)",
  ],
  [
    "All students who work in the library are quiet. Ann is a student. Ann works in the library.",
    "Ann is quiet.",
    "A)",
  ],
  [
    "All people who sleep late are late risers. No late riser works early.",
    "Everyone who sleeps late does not work early.",
    "A)",
  ],
  [
    "Rose is young or a student. No young person teaches. Everyone teaches or is a student.",
    "Rose is a student.",
    "A)",
  ],
  ["If dried chilies are spicy, then dried chilies are hot. Dried chilies are spicy.", "Dried chilies are hot.", "A)"],
  ["Ann either sings or dances. Ann does not sing.", "Ann dances.", "A)"],
])("%s So: %s %s", (text, statement, answer) => {
  expect(judge(text, statement)).toMatchObject({ value: answer });
});

test.each([
  // "or" may mean both, or not.
  ["Ann either sings or dances. Ann sings.", "Ann dances."],
  // Two phrases may mean the same: it is never said to be uncertain.
  ["All cats that purr are quiet. Tom is a feline.", "Tom is quiet."],
  ["Ann sings. Ann does not sing.", "Ann sings."],
])("%s leaves open whether %s", (text, statement) => {
  expect(judge(text, statement)).toMatchObject({ value: null });
});

test.each([
  "Most cats are quiet.",
  "Tom is not big and red.",
  "Unless Tom is a cat, he is quiet.",
  "A cat is in the garden.",
  "Cats are in the garden.",
  "Not all cats sleep.",
  "The cat that Ann likes sleeps.",
])("a text with %s is not read", (sentence) => {
  expect(judge(`All cats are quiet. ${sentence}`, "Tom is quiet.")).toBeNull();
});

test("what is said of generated worlds is never against the world, whatever or means", () => {
  const states = ["is a cat", "is quiet", "sleeps", "owns a shop"];
  const denials = ["is not a cat", "is not quiet", "does not sleep", "does not own a shop"];
  const people = ["Ann", "Bob", "Cleo"];
  const worlds = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 });
  const pick = fc.nat(3);
  const says = fc.array(fc.tuple(fc.nat(4), fc.nat(2), pick, pick, fc.boolean(), fc.boolean()), {
    minLength: 2,
    maxLength: 10,
  });
  let decided = 0;
  fc.assert(
    fc.property(worlds, says, fc.tuple(fc.nat(2), pick), (world, drawn, [who, what]) => {
      const phrase = (at: number, is: boolean) => (is ? states : denials)[at]!;
      const sentences = drawn.flatMap(([form, one, a, b, as, also]): string[] => {
        const [first, second] = [world[one]![a] === as, world[one]![b] === also];
        const name = people[one]!;
        if (a === b) return [];
        if (form === 0) return [`${name} ${phrase(a, world[one]![a]!)}.`];
        if (form === 1)
          return first || second
            ? [
                `${name} ${phrase(a, as)} or ${phrase(b, also)}.`.replace(
                  /^(.*(?:shop|cat|quiet)|.*sleeps?) or (owns|sleeps)/,
                  "$1 or $2",
                ),
              ]
            : [];
        if (form === 2)
          return first !== second && as && also ? [`${name} either ${phrase(a, true)} or ${phrase(b, true)}.`] : [];
        if (form === 3)
          return !first && !second && as && also ? [`${name} neither ${phrase(a, true)} nor ${phrase(b, true)}.`] : [];
        const holds = world.every((each) => each[a] !== as || each[b] === also);
        return holds ? [`If someone ${phrase(a, as)}, then they ${phrase(b, also)}.`] : [];
      });
      const found = sentences.length === 0 ? null : judge(sentences.join(" "), `${people[who]} ${states[what]}.`);
      // What the controlled English of facts and rules reads may well be said to be uncertain.
      if (!found?.value || found.kind !== "statements") return;
      decided++;
      expect(found.value).toBe(world[who]![what] ? "A)" : "B)");
    }),
    { numRuns: 500 },
  );
  expect(decided).toBeGreaterThan(15);
});
