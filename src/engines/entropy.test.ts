import fc from "fast-check";
import { expect, test } from "vitest";
import { clustered, contraction, entropyOf, structureOf } from "./entropy.ts";

const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
const of = (counts: number[]) => counts.map((count) => Array.from({ length: count }, (_, at) => at));

test("entropy lies between 0, where all say the same, and 1, where each says something else", () => {
  fc.assert(
    fc.property(sizes, (counts) => {
      const entropy = entropyOf(of(counts));
      expect(entropy).toBeGreaterThanOrEqual(0);
      expect(entropy).toBeLessThanOrEqual(1);
      if (counts.length === 1) expect(entropy).toBe(0);
      if (counts.length > 1 && counts.every((count) => count === 1)) expect(entropy).toBeCloseTo(1);
    }),
  );
});

test("putting two clusters together never raises entropy", () => {
  fc.assert(
    fc.property(sizes, ([first = 1, second = 1, ...rest]) => {
      expect(entropyOf(of([first + second, ...rest]))).toBeLessThanOrEqual(
        entropyOf(of([first, second, ...rest])) + 1e-9,
      );
    }),
  );
});

test("entropy is Shannon's, over the most that so many texts can have", () => {
  expect(entropyOf(of([3, 1]))).toBeCloseTo((0.75 * Math.log2(4 / 3) + 0.25 * 2) / 2);
  expect(entropyOf([])).toBe(0);
});

test("texts join the first cluster that they are like", () => {
  expect(clustered(5, (one, other) => one % 2 === other % 2)).toEqual([
    [0, 2, 4],
    [1, 3],
  ]);
});

test("a factor below 1 says that answers come nearer to each other", () => {
  expect(contraction(1, 0.5)).toBe(0.5);
  expect(contraction(0.2, 0.4)).toBe(2);
  expect(contraction(0, 0)).toBe(0);
  expect(contraction(0, 0.3)).toBe(Number.POSITIVE_INFINITY);
});

test("structure counts questions in bits", () => {
  expect([structureOf(1, false), structureOf(2, false), structureOf(1, true), structureOf(3, true)]).toEqual([
    0, 1, 1, 2,
  ]);
});
