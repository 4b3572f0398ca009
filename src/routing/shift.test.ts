import fc from "fast-check";
import { expect, test } from "vitest";
import { route } from "./route.ts";
import { calibrate, type Judged } from "./shift.ts";

const question = "When was the town founded that the painter of the old harbour comes from?";
const many = (n: number, one: Partial<Judged>): Judged[] =>
  Array.from({ length: n }, () => ({ question, several: false, good: true, ...one }));

test("below twenty labels nothing is moved", () => {
  expect(calibrate(many(19, { good: false }))).toBeNull();
  expect(calibrate(many(20, { good: false }))).toMatchObject({ labels: 20 });
});

test("single looks that were bad, and several that were good, speak for more looks; the others against", () => {
  expect(calibrate(many(30, { good: false }))!.shift).toBeGreaterThan(0);
  expect(calibrate(many(30, { several: true, good: true }))!.shift).toBeGreaterThan(0);
  expect(calibrate(many(30, { good: true }))!.shift).toBeLessThan(0);
});

test("whatever is said, the shift stays within its bounds", () => {
  const said = fc.record({ question: fc.string(), several: fc.boolean(), good: fc.boolean() });
  fc.assert(
    fc.property(fc.array(said, { minLength: 20, maxLength: 60 }), (judged) => {
      expect(Math.abs(calibrate(judged)!.shift)).toBeLessThanOrEqual(0.6);
    }),
    { numRuns: 60 },
  );
});

test("a route goes by it, and says so", () => {
  const plain = route(question, { recipe: null });
  const moved = route(question, { recipe: null, calibrated: { shift: 0.5, labels: 24 } });
  expect(moved.factors.fitted).toBeGreaterThan(plain.factors.fitted!);
  expect(moved.reasons.join("\n")).toContain("what you said of 24 answers moves the fitted score by +0.50");
  expect(moved.level).toBe(plain.level);
});
