import fc from "fast-check";
import { expect, test } from "vitest";
import { reached } from "./reach.ts";
import { literal, type Word } from "./word.ts";

const fixed = literal("a");
const wildcard: Word = { ...literal("*"), glob: true, many: true };
const loose: Word = { ...literal("$x"), loose: true, many: true };

test("words that are one each have one role each", () => {
  const roles = (pattern: string, count: number) =>
    reached(pattern.split(" "), Array(count).fill(fixed)).map(([takes]) => takes);
  expect(roles("input overwrite", 3)).toEqual(["input", "overwrite", null]);
  expect(roles("input* output", 3)).toEqual(["input", "input", "output"]);
  expect(roles("text input*", 3)).toEqual(["text", "input", "input"]);
  expect(roles("input* output", 1)).toEqual(["output"]);
});

test("what a word may become moves the words behind it", () => {
  const of = (pattern: string, words: Word[], at: number) =>
    reached(pattern.split(" "), words).flatMap(([takes, word]) => (word === words[at] ? [takes] : []));
  expect(of("input overwrite", [wildcard], 0)).toEqual(["input", "overwrite", null]);
  expect(of("input overwrite", [wildcard, fixed], 1)).toEqual(["overwrite", null]);
  expect(of("input overwrite", [loose, fixed], 1)).toEqual(["input", "overwrite", null]);
  expect(of("text input*", [fixed, wildcard], 1)).toEqual(["input"]);
  expect(of("input* output", [fixed, wildcard], 0)).toEqual(["input"]);
  expect(of("input* output", [wildcard, fixed], 1)).toEqual(["output"]);
});

test("a word has every role that some expansion of the line gives it", () => {
  const patterns = fc.constantFrom(
    "input overwrite",
    "input* output",
    "text input*",
    "text* input output",
    "input",
    "",
  );
  const kinds = fc.array(fc.constantFrom("fixed", "wildcard", "loose"), { minLength: 1, maxLength: 5 });
  const counts = fc.array(fc.nat({ max: 6 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(patterns, kinds, counts, (pattern, words, sizes) => {
      const roles = pattern.split(" ").filter((role) => role !== "");
      const made = words.map((kind): Word => ({ ...{ fixed, wildcard, loose }[kind]! }));
      const open = reached(roles, made);
      const copies = made.flatMap((word, at) => {
        const size = words[at] === "fixed" ? 1 : words[at] === "wildcard" ? Math.max(1, sizes[at]!) : sizes[at]!;
        return Array.from({ length: size }, () => ({ ...fixed, source: `${at}`, of: word }));
      });
      for (const [takes, copy] of reached(roles, copies))
        expect(open.some(([role, word]) => role === takes && word === (copy as typeof copy & { of: Word }).of)).toBe(
          true,
        );
    }),
    { numRuns: 500 },
  );
});
