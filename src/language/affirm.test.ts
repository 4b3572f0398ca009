import { expect, test } from "vitest";
import { affirmed } from "./affirm.ts";
import { readAmount } from "./amount.ts";

test.each([
  ["There are 12 Markdown files.", "How many Markdown files are there?", 12],
  ["This folder has three .ts files.", "How many .ts files are there?", 3],
  ["`src/a.ts` has 40 lines.", "How many lines does src/a.ts have?", 40],
  ["There is a file called notes.md.", "Does notes.md exist?", null],
  ["There is no Python file.", "How many Python files are there?", 0],
])("%s is what answers: %s", (statement, question, told) => {
  expect(affirmed(statement)).toEqual({ question, told });
  expect(readAmount(question)).not.toBeNull();
});

test.each(["The harbour has 12 gates.", "Files are nice."])("nothing is asked for: %s", (statement) => {
  expect(affirmed(statement)).toBeNull();
});
