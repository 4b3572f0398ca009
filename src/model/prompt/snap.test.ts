import fc from "fast-check";
import { expect, test } from "vitest";
import { snap } from "./snap.ts";

const sentences = [
  "The server listens on port 8475 by default; set PORT to change it.",
  "Pass --verbose to print every step.",
  "It moved to São Paulo in 2003.",
];

test.each([
  ["port 8475.", "On what does it listen?", { text: "port 8475", how: "verbatim", sentence: 0 }],
  [
    "The default port of the server is 8475.",
    "What is the default port?",
    { text: "8475", how: "inside", sentence: 0 },
  ],
  ["Set the `--verbose` option.", "How do I get details?", { text: "--verbose", how: "inside", sentence: 1 }],
  ["SÃO PAULO", "Where to?", { text: "São Paulo", how: "verbatim", sentence: 2 }],
  ["In the year 2003", "When?", { text: "2003", how: "inside", sentence: 2 }],
])("%s", (answer, question, expected) => {
  expect(snap(answer, question, sentences)).toEqual(expected);
});

test.each([
  ["what no sentence says", "Lisbon", "Where to?"],
  ["another number", "84750", "Which port?"],
  ["what only repeats the question", "The default port of the server", "What is the default port of the server?"],
  ["nothing", "...", "Which port?"],
])("abstains from %s", (_, answer, question) => {
  expect(snap(answer, question, sentences)).toBeNull();
});

test("a span always stands in its sentence", () => {
  const word = fc.constantFrom("port", "the", "8475", "listens", "on", "blue", "São", "2003", "It", "moved");
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (answer, question) => {
      const found = snap(answer, question, sentences);
      if (found) expect(sentences[found.sentence]).toContain(found.text);
    }),
  );
});
