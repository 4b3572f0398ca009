import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { extract } from "./read.ts";

const passage = (text: string, title = "Notes"): Passage => ({
  path: "notes.md",
  title,
  heading: "",
  lines: [1, 1],
  text,
  score: 0.9,
  source: { hash: "0", size: 1 },
});

test.each([
  // Each word stands there, but nobody of that name.
  [
    "What is the occupation of Richard Vaughan?",
    "The occupation of Remi Vaughan is painting; that of his neighbour Richard Hale is not known.",
    "Richard Vaughan",
  ],
  ["When was the old bridge opened?", "The old bridge was opened by a queen.", "a date"],
  ["How many people live in the old town?", "Many people live in the old town.", "a number"],
])("%s is not answered by: %s", (question, text, lacking) => {
  const { enough, reason, short } = extract(question, [passage(text)]);
  expect(enough).toBe(false);
  expect(reason).toContain(lacking);
  expect(short).toBeNull();
});

test.each([
  ["What is the occupation of Richard Vaughan?", "The occupation of Richard J. Vaughan is painting."],
  ["What happens when the bridge is opened?", "When the bridge is opened, a bell rings."],
  ["When was the operator introduced?", "Version 4.9 introduced the operator."],
])("%s is answered by: %s", (question, text) => {
  expect(extract(question, [passage(text)]).enough).toBe(true);
});
