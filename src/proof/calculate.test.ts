import { expect, test } from "vitest";
import { calculate, formulaFault } from "./calculate.ts";
import { compareExact, decimal, exact, printExact } from "./exact.ts";

test.each([
  ["3 * (2 + 1)", "9"],
  ["-2^2", "-4"],
  ["2^-1", "0.5"],
  ["2^3^2", "512"],
  ["0.1 + 0.2", "0.3"],
  ["1/3 + 1/6", "0.5"],
  ["1/3", "1/3"],
  ["15% * 80", "12"],
  ["10 % 4 % 3", "2"],
  ["9007199254740993 + 0", "9007199254740993"],
  ["(-1)^99999999", "-1"],
  ["0^5", "0"],
])("%s = %s", (formula, value) => {
  expect(formulaFault(formula)).toBeNull();
  const result = calculate(formula);
  expect(result.ok && printExact(result.value)).toBe(value);
});

test.each([
  ["1/0", "division by zero"],
  ["5 % (2 - 2)", "division by zero"],
  ["0^0", "convention"],
  ["0^-1", "division by zero"],
  ["2^0.5", "whole numbers"],
  ["9^9^9^9", "too large"],
  ["(-7) % 3", "convention"],
])("%s has no value", (formula, message) => {
  expect(calculate(formula)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

test.each(["", "1 +", "(1", "1)", "2 3", "10% - 3", "7 % -3", "1e5", "a", "1,000", "--"])(
  "%j is no formula",
  (formula) => {
    expect(formulaFault(formula)).toContain("character");
  },
);

test("a formula without end is refused, not a crash", () => {
  expect(formulaFault("(".repeat(3000))).toContain("nested deeper");
  expect(formulaFault("-".repeat(3000))).toContain("nested deeper");
  expect(formulaFault("1+".repeat(1e6))).toContain("at most");
  expect(calculate(`${"1+".repeat(1999)}1`)).toEqual({ ok: true, value: 2000 });
});

test("decimals are exact, in and out", () => {
  for (const text of ["0", "12", "-3", "0.1", "-0.005", "123456789012345678901234567890.5"]) {
    expect(decimal(exact(text))).toBe(text);
  }
  expect(compareExact(exact("0.30"), exact("0.3"))).toBe(0);
  expect(compareExact(exact("0.1"), Infinity)).toBeLessThan(0);
});
