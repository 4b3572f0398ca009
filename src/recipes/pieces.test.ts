import { expect, test } from "vitest";
import { match } from "./match.ts";

const now = Date.UTC(2026, 5, 1);
const read = (question: string) => {
  const matched = match(question, { now });
  return matched && [matched.id, matched.slots];
};

test("every word of a question is a piece of it or says nothing, in whatever order the pieces stand", () => {
  const files = { kind: "markdown" };
  const placed = { and: [files, { in: { name: "docs" } }] };
  expect(read("I would be much obliged if you could establish the number of Markdown files residing in docs.")).toEqual(
    ["count-files", { files: placed }],
  );
  expect(read("How many lines on average does a Markdown file have?")).toEqual([
    "average",
    { files, measure: "lines" },
  ]);
  expect(read("The first line in README.md, what does it say?")).toEqual([
    "line-text",
    { file: { name: "README.md", sure: true }, lines: { from: 1, to: 1, edge: "start" } },
  ]);
  expect(read("How many bytes does the smallest Markdown file have, in bytes?")).toEqual([
    "rank-files",
    { files, rank: { by: "bytes", order: "least" } },
  ]);
});

test("a question of which a word is no piece is not read, nor one that leaves open what is meant", () => {
  const others = [
    "What do the files in docs say about ownership?",
    "What are the files in docs for?",
    "Which Python files are badly written?",
    "What does the biggest file contain?",
    'Which files do not contain "a" and "b"?',
    "Number the lines of a.txt",
    "How do I find the largest file?",
    "Definition of success",
  ];
  expect(others.filter((question) => match(question, { now }) !== null)).toEqual([]);
});
