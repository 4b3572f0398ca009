import fc from "fast-check";
import { expect, test } from "vitest";
import { relate } from "./meaning.ts";

test.each([
  ["Anna Lindqvist", "the engineer Anna Lindqvist", null, "same"],
  ["1891", "In 1891.", null, "same"],
  ["The link is connected", "The link is not connected", 0.99, "other"],
  ["Lena Voss", "Mara Voss", 0.95, "other"],
  ["14 days", "30 days", 0.99, "other"],
  ["because the cable broke", "due to a broken cable", 0.94, "same"],
  ["a lighthouse", "the harbour", 0.74, "other"],
  ["the United States", "USA", 0.85, "other"],
  ["the old harbour", "the new harbour", 0.84, "open"],
  ["the old harbour", "a disused quay", null, "open"],
  ["", "Paris", null, "other"],
] as const)("%j and %j at cosine %s: %s", (one, other, cosine, relation) => {
  expect(relate(one, other, cosine)).toBe(relation);
  expect(relate(other, one, cosine)).toBe(relation);
});

test("a text says the same as itself, whatever it is, and a denial is never what it denies", () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ min: -1, max: 1, noNaN: true }), (text, cosine) => {
      expect(relate(text, text, cosine)).toBe("same");
      if (/\p{L}{3}/u.test(text))
        expect(relate(`it holds ${text}`, `it does not hold ${text}`, cosine)).not.toBe("open");
    }),
  );
});
