import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";

const all = { kinds: [], places: [] };

test.each([
  [
    "sum of lines over all .py files in src, comments included",
    { asks: "sum", by: "lines", files: { kinds: ["*.py"], places: ["src"] } },
  ],
  ["total size of all PDFs", { asks: "sum", by: "bytes", files: { ...all, kinds: ["*.pdf"] } }],
  [
    "I pay by the page. Longest HTML file under docs/ in words?",
    { asks: "extreme", by: "words", most: true, files: { kinds: ["{*.html,*.htm}"], places: ["docs/"] } },
  ],
  ["Which file here has the fewest bytes?", { asks: "extreme", by: "bytes", most: false, files: all }],
  [
    "Is a.ts longer than b.ts and c.ts put together?",
    { asks: "compare", by: "lines", more: true, chooses: false, one: ["a.ts"], other: ["b.ts", "c.ts"] },
  ],
  [
    "Which has fewer words, a.md or b.md, and by how much?",
    { asks: "compare", by: "words", more: false, chooses: true, one: ["a.md"], other: ["b.md"] },
  ],
  ["count the 'to do' comments in a.ts", { asks: "lines", text: "to do", files: { ...all, places: ["a.ts"] } }],
  ["how many blank lines are in a.ts?", { asks: "lines", text: null, files: { ...all, places: ["a.ts"] } }],
  ["lines that say Deprecated in a.ts", { asks: "lines", text: "Deprecated", files: { ...all, places: ["a.ts"] } }],
  ["XXX markers in src: where?", { asks: "lines", text: "XXX", files: { ...all, places: ["src"] } }],
])("%s", (question, expected) => {
  expect(readAmount(question)).toEqual(expected);
});

test.each([
  "How many lines of code are in src?",
  "What is the longest chapter of the book?",
  "How many comments are in a.ts?",
  "Is README.md longer than 100 lines?",
  "Is a.ts longer than b.ts or c.ts?",
  "Which is the longest function in a.ts?",
  "sum of the lines and words in a.md",
  "total number of lines in src but not in tests",
  "how many lines contain 'a' or 'b' in a.md",
  "average number of lines in docs",
  "Is it larger than the sum of its parts?",
])("%s asks for more, or for something else", (question) => {
  expect(readAmount(question)).toBeNull();
});
