import fc from "fast-check";
import { expect, test } from "vitest";
import { solve } from "./kinds.ts";

test("what is said of generated worlds is never against the world", () => {
  const adjectives = ["big", "red", "kind", "cold"];
  const people = ["Anne", "Bob", "Cleo"];
  const world = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 });
  const picks = fc.array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 1, maxLength: 6 });
  const rules = fc.array(fc.tuple(fc.nat(3), fc.boolean(), fc.nat(3), fc.boolean()), { maxLength: 6 });
  fc.assert(
    fc.property(world, picks, rules, fc.tuple(fc.nat(2), fc.nat(3)), (is, told, tried, [who, what]) => {
      const state = (one: number, at: number) => `${people[one]} is ${is[one]![at] ? "" : "not "}${adjectives[at]}.`;
      const valid = tried.filter(
        ([one, as, other, also]) => one !== other && is.every((row) => row[one] !== as || row[other] === also),
      );
      const lines = [
        ...told.map(([one, at]) => state(one, at)),
        ...valid.map(
          ([one, as, other, also]) =>
            `If someone is ${as ? "" : "not "}${adjectives[one]} then they are ${also ? "" : "not "}${adjectives[other]}.`,
        ),
      ];
      const found = solve(`${lines.join(" ")} Is ${people[who]} ${adjectives[what]}?`);
      expect(found).not.toBeNull();
      expect(["Unknown", null, is[who]![what] ? "Yes" : "No"]).toContain(found!.value);
    }),
    { numRuns: 300 },
  );
});
