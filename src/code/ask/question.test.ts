import { expect, test } from "vitest";
import { readCodeQuestion } from "./question.ts";

test.each(["what is the default value of connectionTimeout?", "how long is the timeout?", "what's MAX_RETRIES"])(
  "a value is asked for: %s",
  (question) => {
    expect(readCodeQuestion(question)).toMatchObject({ asks: "constants" });
  },
);

test.each([
  "how do I set the body limit?",
  "how can I change the timeout?",
  "why is the limit 100?",
  "what happens when the limit is reached?",
  "when is the timeout used?",
  "Wie kann ich das Limit ändern? Was ist die Voreinstellung?",
])("texts are asked, not a value: %s", (question) => {
  expect(readCodeQuestion(question)).toBeNull();
});

test.each([
  "is there a function called walk?",
  "how many functions are called helper?",
  "is there a class called Box?",
  "do all files in src declare a class?",
  "how many python files are there, and how many of them have classes?",
  "do most functions in a.py have docstrings?",
])("how something is named, or whether it holds of each, is no question that reads less: %s", (question) => {
  expect(readCodeQuestion(question)).toBeNull();
});
