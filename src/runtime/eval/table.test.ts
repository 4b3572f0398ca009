import fc from "fast-check";
import { expect, test } from "vitest";
import { majority, samplesFor } from "./bare.ts";
import { gainOf, rowOf, type Series, totalOf } from "./table.ts";

const series = (scenario: string, right: number[]): Series => ({
  scenario,
  right,
  tokens: right.map(() => 10),
  ms: [30, 10, 20].slice(0, right.length),
  stops: right.map((each) => (each ? "success" : "unproven")),
});

test("a row has its share with Wilson's interval, the mean of tokens and the middle of times", () => {
  expect(rowOf(series("a", [1, 0, 1]), "cite", "none")).toMatchObject({
    n: 3,
    right: 2,
    tokens: 10,
    ms: 20,
    stop: "success",
    low: 0.208,
    high: 0.939,
  });
});

test("repeats of a scenario are no further scenarios", () => {
  const once = totalOf([series("a", [1]), series("b", [0])]);
  expect(totalOf([series("a", [1, 1, 1]), series("b", [0, 0, 0])])).toMatchObject({
    n: 2,
    right: 1,
    low: once.low,
    high: once.high,
  });
});

test("the bounds of a difference hold its mean, are the same for a seed, and say nothing where nothing differs", () => {
  const share = fc.constantFrom(0, 0.5, 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 12 }), fc.nat(), (pairs, seed) => {
      const { by, low, high } = gainOf(pairs, seed);
      expect(low).toBeLessThanOrEqual(by + 0.001);
      expect(high).toBeGreaterThanOrEqual(by - 0.001);
      expect(gainOf(pairs, seed)).toEqual({ n: pairs.length, by, low, high });
    }),
    { numRuns: 40 },
  );
  expect(
    gainOf(
      [
        [1, 1],
        [0, 0],
      ],
      1,
    ),
  ).toMatchObject({ by: 0, low: 0, high: 0 });
  expect(
    gainOf(
      Array.from({ length: 8 }, () => [1, 0] as const),
      1,
    ),
  ).toMatchObject({ by: 1, low: 1, high: 1 });
});

test("a majority is by meaning, of as many answers as the tokens pay for", () => {
  const bare = { texts: ["a", "b", "c", "b"], clusters: [[0], [1, 3], [2]], tokens: 20 };
  expect(samplesFor(bare, 0)).toBe(1);
  expect(samplesFor(bare, 61)).toBe(3);
  expect(samplesFor(bare, 900)).toBe(4);
  expect([1, 3, 4].map((n) => majority(bare, n))).toEqual(["a", "a", "b"]);
  expect(majority({ texts: [], clusters: [] }, 3)).toBe("");
});
