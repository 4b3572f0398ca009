import { expect, test } from "vitest";
import { countsOf, findWant, wantsBrief } from "./want.ts";

test.each([
  ["what is the default port?", "number"],
  ["what's the timeout", "number"],
  ["Who is the author of PEP 8?", "person"],
  ["who was the guy that regretted inventing null pointers?", "person"],
  ["What is the name of the function that frees memory?", "code"],
])("a value is answered in a phrase, though it is asked for like a definition: %s", (question, sort) => {
  expect([wantsBrief(question), findWant(question).sort]).toEqual([true, sort]);
});

test.each(["Wie heißt das Werkzeug?", "Comment s'appelle le port ?", "what is a boat without a sail called?"])(
  "a name is a phrase: %s",
  (question) => {
    expect(wantsBrief(question)).toBe(true);
  },
);

test.each(["What is a port?", "what are ports", "Who is Guido van Rossum?", "What is the borrow checker?"])(
  "a definition takes sentences: %s",
  (question) => {
    expect(wantsBrief(question)).toBe(false);
  },
);

test.each([
  ["How many users does it have?", "More than 100 people contributed.", false],
  ["How many users does it have?", "It has 100 users.", true],
  ["How many of the users pay?", "12 users pay.", true],
  ["How old is it?", "12 years.", true],
])("%s is told by: %s", (question, text, is) => {
  expect(countsOf(question, text)).toBe(is);
});
