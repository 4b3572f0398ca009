import fc from "fast-check";
import { expect, test } from "vitest";
import { match } from "./match.ts";

const now = Date.UTC(2024, 5, 5, 12);
const slotsOf = (question: string) => {
  const matched = match(question, { now });
  return matched && [matched.id, matched.slots];
};

const questions = [
  "how many TypeScript files are in src?",
  "which file is the largest?",
  'does main.ts contain "import"?',
  "how many words does README.md have?",
  "what is on line 12 of main.ts?",
  "how much longer is a.md than b.md?",
];
const before = ["", "Sorry to bother you, but ", "Hello! ", "Quick one: ", "Just answer with a number: "];
const after = ["", " Just the number please.", " Thank you!"];

test("talk around a question changes nothing", () => {
  const some = (from: string[]) => fc.constantFrom(...from);
  fc.assert(
    fc.property(some(questions), some(before), some(after), (question, first, last) => {
      expect(slotsOf(`${first}${question}${last}`)).toEqual(slotsOf(question));
    }),
    { numRuns: 40 },
  );
});

test.each([
  "The biggest file is in docs, isn't it?",
  "How many ts files, no wait, js files are in src?",
  "How many .ts files are there, sorry, .js not .ts",
  "Which file is the largest, I mean the smallest?",
  "List the md files in src, sorry, I meant docs",
  "Wie viele Zeilen hat a.ts, äh, b.ts?",
  "How many files can docs hold?",
  "How many unique words are in a.md?",
  "How many words start with a?",
  "Describe a.md in three words",
  "Which files changed between 1 March and 5 March 2020?",
  "What is the difference between a.ts and b.ts?",
  "What is the first line of defence?",
  "Sorry, I don't know which file is right",
  "No wait",
  "Explain line 12 of main.ts",
  "What share of the budget goes to docs?",
  "Is README.md the most important file?",
])("no recipe is meant by: %s", (question) => {
  expect(slotsOf(question)).toBeNull();
});
