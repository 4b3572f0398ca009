import { expect, test } from "vitest";
import { isTextual, judgeText } from "./judge.ts";
import type { Expected } from "./suite.ts";

const judged = (expect: Expected, text: string, claims: string[] = []) =>
  judgeText({ id: "x", input: "How many of the 3 cranes stand?", expect }, text, claims).right;

test.each<[Expected, string, boolean]>([
  [{ equals: "Lena Voss" }, "The Lena Voss.", true],
  [{ equals: ["Ida", "Lena Voss"] }, "lena voss", true],
  [{ equals: "Lena Voss" }, "Lena Voss painted it", false],
  [{ contains: ["Lena", "1954"] }, "Lena Voss; closed 1954.", true],
  [{ contains: "4" }, "There are 14.", false],
  [{ contains: "Voss", lacks: "Mara" }, "Lena Voss and Mara Voss", false],
  [{ regex: "^two\\b" }, "Two cranes", true],
  [{ regex: "^two\\b" }, "No two", false],
  [{ number: 2 }, "2 of the 3 cranes stand [1].", true],
  [{ number: 2 }, "Either 2 or 4.", false],
  [{ number: 1204 }, "1,204 lines", true],
  [{ number: 2 }, "none of them", false],
])("%j of %j: %s", (expected, text, right) => {
  expect(judged(expected, text)).toBe(right);
});

test("a claim that stands apart counts as the answer, its number too", () => {
  expect(judged({ equals: "Lena Voss" }, "Probably so.", ["Lena Voss"])).toBe(true);
  expect(judged({ number: 2 }, "As of 1954, these stand:", ["2 cranes"])).toBe(true);
});

test("patterns of letters in any case all have to be there", () => {
  const scenario = { id: "x", input: "?", expected_patterns: ["largest", "\\.md"] };
  expect(judgeText(scenario, "The LARGEST is a.md")).toEqual({ right: true, because: null });
  expect(judgeText(scenario, "The largest is a.txt")).toMatchObject({
    right: false,
    because: expect.stringContaining("md"),
  });
});

test("a bare model is asked only what words judge", () => {
  expect(isTextual({ id: "x", input: "?", expect: { contains: "a", status: "answered" } })).toBe(true);
  for (const expected of [
    { claim: 'exists("a")' },
    { refused: true },
    { status: "not_found" },
    { contains: "a", files: [] },
  ])
    expect(isTextual({ id: "x", input: "?", expect: expected })).toBe(false);
  expect(isTextual({ id: "x", input: "?", expected_patterns: ["a"], must_run_commands: ["wc"] })).toBe(false);
});
