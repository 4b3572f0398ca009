import { expect, test } from "vitest";
import { loosened } from "./loose.ts";

const none = () => false;

test.each([
  ["how many functions does the weird encodeJson interface require?", "en", /does the encodeJson interface require\?$/],
  ["welche Klassen deklariert die alte a.py?", "de", /^welche Klassen deklariert die a\.py\?$/],
] as const)("words that no reader knows are left out: %s", (question, language, left) => {
  expect(loosened(question, language, none)).toContainEqual(expect.stringMatching(left));
});

test("what is named stays, and a question of little else than unknown words is none", () => {
  const asked = loosened("which wobbly classes does widget declare?", "en", (word) => word === "widget");
  expect(asked).toContain("which classes does widget declare?");
  expect(loosened("will yellow submarines surface tomorrow?", "en", none)).toEqual([]);
});
