import { expect, test } from "vitest";
import { clausesOf, halvesOf, measuresOf, someOf, thenOf } from "./halves.ts";

test.each([
  ["how many lines has lib/a.ts and who imports it?", ["how many lines has lib/a.ts?", "who imports lib/a.ts?"]],
  ["Wie viele Zeilen hat a.js und wer importiert es?", ["Wie viele Zeilen hat a.js?", "wer importiert a.js?"]],
  ["How many classes has a.ts? Who imports b.ts?", ["How many classes has a.ts?", "Who imports b.ts?"]],
  ["who calls parseArgs, and which files import lib/b.js?", ["who calls parseArgs?", "which files import lib/b.js?"]],
  [
    "how many files are there and which function is the longest?",
    ["how many files are there?", "which function is the longest?"],
  ],
])("%s", (question, halves) => {
  expect(halvesOf(question)).toEqual(halves);
});

test.each([
  "how many classes and how many functions are in a.ts?",
  "how many lines has a.ts and how many classes?",
  "which file is the longest and who imports it?",
  "how many python files are there and how many contain x?",
  "how many js files are there and how many are in test?",
  "is lodash a dependency? and which version",
  "which files contain x? at least twice",
  "list the classes in a.ts and say how many methods each has",
  "how many lines have a.ts and b.ts?",
  "how many lines has a.ts, and what are its exports?",
  "which files mention cats and dogs?",
])("one question, or two that can't be put apart: %s", (question) => {
  expect(halvesOf(question)).toBeNull();
});

test("what a question is read as doesn't hang on the one before", () => {
  const question = "Who calls `parse` and is it tested?";
  const alone = halvesOf(question);
  halvesOf("How many files are there and how long is it?");
  expect(alone).not.toBeNull();
  expect(halvesOf(question)).toEqual(alone);
});

test.each([
  [
    "which file is the biggest and how many lines has it?",
    { first: "which file is the biggest?", about: ["how many lines has {it}?"] },
  ],
  [
    "which file is the biggest and how many lines with tabs does it have?",
    { first: "which file is the biggest?", about: ["how many lines with tabs does {it} have?"] },
  ],
  [
    "¿Cuál es el archivo más grande y cuántas líneas tiene?",
    {
      first: "¿Cuál es el archivo más grande?",
      about: ["cuántas líneas tiene {it}?", "cuántas líneas tiene in {it}?"],
    },
  ],
])("a question about what another one finds: %s", (question, parts) => {
  expect(thenOf(question)).toEqual(parts);
});

test.each(["which file is the biggest?", "who calls f and how many lines has a.ts?"])(
  "no such question: %s",
  (question) => {
    expect(thenOf(question)).toBeNull();
  },
);

test.each([
  ["how many go files are there, and how many of them are tests?", "how many files are tests?", true],
  ["wie viele js-dateien gibt es und wie viele davon sind leer?", "wie viele Dateien sind leer?", true],
  ["how many py files are there and how many contain TODO?", "how many files contain TODO?", false],
])("a question for some of what another one is of: %s", (question, rest, isSaid) => {
  expect(someOf(question)).toMatchObject({ isSaid });
  expect(someOf(question)?.rest).toContain(rest);
});

test.each(["how many go files are there?", "which file is the biggest and how many lines has it?"])(
  "no such question: %s",
  (question) => {
    expect(someOf(question)).toBeNull();
  },
);

test.each([
  ["min python version? n which build backend is used", "min python version?", "which build backend is used?", false],
  ["which fields has A and womit werden sie belegt", "which fields has A?", "womit werden sie belegt?", true],
  ["what is A? at least twice", "what is A?", "at least twice?", true],
])("two clauses: %s", (question, first, second, isBound) => {
  expect(clausesOf(question)).toMatchObject({ first, second, isBound });
});

test.each(["how big is a.ts?", "what is A? and B? and C?"])("no two clauses: %s", (question) => {
  expect(clausesOf(question)).toBeNull();
});

test.each([
  ["how many lines and bytes has a.ts?", ["how many lines has a.ts?", "how many bytes has a.ts?"]],
  ["Combien de lignes et d'octets a a.py ?", ["Combien de lignes a a.py ?", "Combien de octets a a.py ?"]],
  ["how many lines has a.ts?", null],
])("measures: %s", (question, each) => {
  expect(measuresOf(question)).toEqual(each);
});
