import { expect, test } from "vitest";
import { clean } from "./read.ts";

test.each([
  ["[2] The lamp is lit at dusk. [2]", "The lamp is lit at dusk."],
  ["Excerpt: [1] Lamps: at dusk", "Lamps: at dusk"],
  ["excerpt: at dusk", "at dusk"],
  ['"at dusk"', "at dusk"],
  ["...", ""],
  ['<tool_call>{"name": "light"}', ""],
])("of %j the answer is %j", (text, answer) => {
  expect(clean({ text, finish: "stop" })).toBe(answer);
});

test("of an answer that was cut off the whole sentences stay", () => {
  expect(clean({ text: "It is lit at dusk. Then the", finish: "length" })).toBe("It is lit at dusk.");
  expect(clean({ text: "It is lit", finish: "length" })).toBe("");
});
