import { expect, test } from "vitest";
import { proposeEdit } from "./edit.ts";

const once = { path: "docs/a.md", change: { old: "red fox", new: "blue fox" } };
const everywhere = { ...once, change: { ...once.change, every: true } };

test.each([
  ['Replace "red fox" with "blue fox" in docs/a.md', once],
  ["please change 'red fox' to 'blue fox' in the file docs/a.md.", once],
  ["In docs/a.md replace “red fox” by “blue fox”", once],
  ['Replace "red fox" with "blue fox" everywhere in docs/a.md', everywhere],
  ['replace every occurrence of "red fox" by "blue fox" in docs/a.md', everywhere],
  ['in docs/a.md, change all "red fox" to "blue fox"', everywhere],
  ['Create notes/b.txt with the text "hello"', { path: "notes/b.txt", change: { text: "hello\n", fresh: true } }],
  ["Replace `it's` with `it is` in README.md", { path: "README.md", change: { old: "it's", new: "it is" } }],
])("%s", (request, expected) => {
  expect(proposeEdit(request)).toMatchObject(expected);
});

test.each([
  "How do I replace text in a file?",
  'Replace "a" with "b"',
  'Replace "a" with "b" in all Markdown files',
  'Replace "a" with "b" in docs/a.md and delete the rest',
  "What does docs/a.md say about foxes?",
])("%s is no edit", (request) => {
  expect(proposeEdit(request)).toBe(null);
});
