import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";
import { readStatement } from "./statement.ts";

test.each([
  [
    "There are 12 Markdown files.",
    "How many Markdown files are there?",
    { is: "number", number: 12, by: "=", nested: false },
  ],
  [
    "This folder has three .ts files.",
    "How many .ts files does This folder have?",
    { is: "number", number: 3, by: "=", nested: true },
  ],
  [
    "`src/a.ts` has 1,040 lines.",
    "How many lines does `src/a.ts` have?",
    { is: "number", number: 1040, by: "=", nested: false },
  ],
  ["src has at least 2 files.", "How many files are in src?", { is: "number", number: 2, by: ">=", nested: true }],
  ["There is a file called notes.md.", "Is there a file named notes.md?", { is: "yes" }],
])("%s answers: %s", (statement, asks, tells) => {
  expect(readStatement(statement)).toContainEqual({ asks, tells, own: null, only: false, named: false });
  expect(readAmount(asks)).not.toBeNull();
});

test.each([
  ["requires Python 3.7 or newer", null, { is: "range", version: "3.7" }],
  ["Quay supports Node.js 20+.", "Quay", { is: "runs", version: "20" }],
  ["The project is released under the MIT License.", null, { is: "licence", value: "MIT License" }],
  ["`MAX_AGE` is 30 by default.", null, { is: "literal", value: "30" }],
  ["The version of Quay is 1.2.0.", "Quay", { is: "version", value: "1.2.0" }],
])("%s tells of the package or a value of its code", (statement, own, tells) => {
  expect(readStatement(statement)[0]).toMatchObject({ own, tells });
});

test.each([
  "The harbour has 12 gates.",
  "Files are nice.",
  "The answer is in the table.",
  "There are 12 tests.",
  "`a` may be defined in src/a.ts.",
  "`a` is only defined in src/a.ts.",
  "Does `a` have a `b`?",
])("nothing is asked for: %s", (statement) => {
  expect(readStatement(statement)).toEqual([]);
});
