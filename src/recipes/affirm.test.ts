import { expect, test } from "vitest";
import { questionOf } from "./affirm.ts";
import { byRules } from "./match.ts";

test.each([
  ["There are 12 Markdown files.", "Are there exactly 12 Markdown files?"],
  ["This folder has three .ts files.", "Are there exactly three .ts files?"],
  ["`src/a.ts` has 40 lines.", "Does src/a.ts have exactly 40 lines?"],
  ["There is a file called notes.md.", "Is there a file named notes.md?"],
])("%s is what answers: %s", (statement, question) => {
  expect(questionOf(statement)).toBe(question);
  expect(byRules(question)).not.toBeNull();
});

test.each(["The harbour has 12 gates.", "Files are nice."])("no recipe is asked for: %s", (statement) => {
  expect(questionOf(statement)).toBeNull();
});
