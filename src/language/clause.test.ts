import { expect, test } from "vitest";
import { aloneOf } from "./clause.ts";

test.each([
  ["I pay by the page. Longest HTML file under docs/?", "Longest HTML file under docs/?"],
  ["callers of deepEqual in src? files are enough", "callers of deepEqual in src?"],
  ["logo.png bloats the vendor folder. How many bytes is it?", "How many bytes is logo.png?"],
  ["ptrEq on Identifier – in which files is it called", "in which files is ptrEq called"],
  ["auditing unsafe: which files in src have unsafe blocks?", "which files in src have unsafe blocks?"],
])("what is told around a question is left aside: %s", (question, alone) => {
  expect(aloneOf(question)).toBe(alone);
});

test.each([
  "how many methods does Store have?",
  "We only care about lib. How many classes are there?",
  "How many classes are in a.ts? The public ones.",
  "We have 3 services. Which file is the longest?",
  "The serde feature: what does it depend on?",
  "a.ts and b.ts grew. How long is it?",
  'how often do we write "pragma: no cover" in a.py?',
  "Where is it? And who calls it?",
])("what is told is not left aside where it may narrow what is asked, or name it: %s", (question) => {
  expect(aloneOf(question)).toBeNull();
});
