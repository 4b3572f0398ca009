import { expect, test } from "vitest";
import { expressionIn, numberAt } from "./program.ts";

test.each([
  ["a = 3 * 24\nb = a / 2\nanswer = b * 2 - 15", "((3 * 24) / 2) * 2 - 15"],
  ["const price = 1,200;\nlet off = price * 20%;\nanswer = price - off // what is left", "1200 - (1200 * (20 / 100))"],
  ["total = 4\ntotal += 6 * 2\nanswer = total", "4 + (6 * 2)"],
  ["```js\nanswer = .5 * (2 + 3)\nconsole.log(answer)\n```", "0.5 * (2 + 3)"],
  ["answer = 2 + 2\nspare = 9", "2 + 2"],
  ["half = 10 / 2", "10 / 2"],
  ["1. read = 8 pages / 20 minutes = 0.4\nStep 2: answer = 120 / read", "120 / (8 / 20)"],
])("the calculation %j is one expression", (text, expression) => {
  expect(expressionIn(text)).toBe(expression);
});

test.each(["", "I add them up", "answer = eggs + 1", "answer = f(2)", "answer == 2", "a = 2\nif a: b = 3"])(
  "%j is no calculation",
  (text) => {
    expect(expressionIn(text)).toBeNull();
  },
);

test("names that stand for each other grow no expression without end", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `x${at + 1} = x${at} * x${at}`);
  expect(expressionIn(["x0 = 2 + 1", ...lines].join("\n"))).toBeNull();
});

test.each([
  ["She has 3 * 24 = 72.\nAnswer: $1,200.50", 1200.5],
  ["Answer: -4 degrees", -4],
  ["so 12 are left", 12],
  ["Answer: none", null],
])("%j ends with %j", (text, number) => {
  expect(numberAt(text)).toBe(number);
});
