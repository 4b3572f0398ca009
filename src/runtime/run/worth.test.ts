import { expect, test } from "vitest";
import { isLiteral, isRange, isSame } from "./worth.ts";

test.each([
  ["MIT License", "MIT", true],
  ["Apache License, Version 2.0", "Apache-2.0", true],
  ["BSD", "BSD-3-Clause", true],
  ["BSD-3-Clause", "BSD", null],
  ["MIT", "BSD-3-Clause", false],
  ["GPL", "MIT", false],
  ["MIT", "MIT OR Apache-2.0", null],
  ["a licence of its own", "MIT", null],
])("the licence %s, where the manifest says %s", (told, value, is) => {
  expect(isSame("licence", told, value)).toBe(is);
});

test.each([
  ["3.9", ">=3.9", true],
  ["3.7", ">=3.9", false],
  ["3.10", ">=3.9", false],
  ["3.9.0", ">=3.9", true],
  ["3", ">=3.9", null],
  ["3.9", ">=3.9,<4", null],
  ["3.7", ">=3.9,<4", false],
  ["3.9", "==3.9.*", null],
  ["18", "^18 || >=20", null],
])("from %s on, where the manifest says %s", (version, range, is) => {
  expect(isRange({ is: "range", version }, range, "requires.python")).toBe(is);
});

test.each([
  ["3.10", ">=3.9", true],
  ["3.8", ">=3.9", false],
  ["3.10", ">=3.9,<4", null],
])("that it runs on %s, where the manifest says %s", (version, range, is) => {
  expect(isRange({ is: "runs", version }, range, "requires.python")).toBe(is);
});

test("what Rust is to be is the lowest version", () => {
  expect(isRange({ is: "range", version: "1.70" }, "1.70", "requires.rust")).toBe(true);
  expect(isRange({ is: "range", version: "1.65" }, "1.70", "requires.rust")).toBe(false);
  expect(isRange({ is: "range", version: "18" }, "18", "requires.node")).toBeNull();
});

test.each([
  ["True", "False", "App.COOKIE_SECURE", false],
  ["enabled", "True", "COOKIE_SECURE", true],
  ["1,000", "1000", "maxSize", true],
  ["30 seconds", "30", "maxAge", null],
  ["'session'", "session", "COOKIE_NAME", true],
  ["another", "session", "COOKIE_NAME", null],
  ["5", "30", "timeout", null],
  ["5", "30", "timeOut", false],
])("%s, where %s stands for %s", (told, value, name, is) => {
  expect(isLiteral(told, value, name)).toBe(is);
});
