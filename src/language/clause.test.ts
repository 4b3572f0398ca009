import { expect, test } from "vitest";
import { aloneIn, withPlace } from "./clause.ts";

test.each([
  ["I pay by the page. Longest HTML file under docs/?", "Longest HTML file under docs/?"],
  ["callers of deepEqual in src? files are enough", "callers of deepEqual in src?"],
  ["Are there dev dependencies? Which ones?", "Are there dev dependencies?"],
  ["logo.png bloats the vendor folder. How many bytes is it?", "How many bytes is logo.png?"],
  ["ptrEq on Identifier – in which files is it called", "in which files is ptrEq called"],
  ["who calls parse? not sure who does", "who calls parse?"],
  ["who calls parse in src? i want to change its signature", "who calls parse in src?"],
  ["which file is the longest (asking because i want to split it up)?", "which file is the longest?"],
  ["where is parse called? line numbers please, i wanna clean that up", "where is parse called?"],
  ["auditing unsafe: which files in src have unsafe blocks?", "which files in src have unsafe blocks?"],
])("what is told around a question is left aside: %s", (question, asked) => {
  expect(aloneIn(question)).toMatchObject({ asked, isSure: true });
});

test.each([
  "We only care about lib. How many classes are there?",
  "How many classes are in a.ts? The public ones.",
  "We have 3 services. Which file is the longest?",
  "Forget generated code. How many files are there?",
  "I deleted the tests. How many files are there?",
  "Ich rede vom anderen Laptop. Gibt es eine Datei budget.csv?",
  "Laisse de côté les brouillons. Combien y a-t-il de fichiers ?",
  "The script reads input.csv. How long does it take?",
  "Dinosaurs were huge. Which was the largest?",
  "I work on src alone. Who calls parse?",
  "Our tests are irrelevant here. Who calls parse?",
  "Ich meine die Tests. Wer ruft parse auf?",
  "Tests: who calls parse?",
  "How many files are there? tests",
  "How many classes are there? The big ones.",
  "Who calls parse (not the tests)?",
  "Who calls parse? I mean the method",
  "We use jest, which files import it?",
])("what is told may narrow what is asked, which is not sure then: %s", (question) => {
  expect(aloneIn(question)?.isSure ?? false).toBe(false);
});

test.each([
  "how many methods does Store have?",
  "The serde feature: what does it depend on?",
  "a.ts and b.ts grew. How long is it?",
  'how often do we write "pragma: no cover" in a.py?',
  "Where is it? And who calls it?",
])("nothing is told, or more than one thing may be meant: %s", (question) => {
  expect(aloneIn(question)).toBeNull();
});

test("a place that is said after a question belongs to it", () => {
  expect(withPlace("wer importiert a.ts? nur innerhalb von src")).toBe("wer importiert a.ts innerhalb von src?");
  expect(withPlace("who calls f? in src.")).toBe("who calls f in src?");
  for (const other of ["who calls f?", "wer ruft f auf? nur in tests", "how long is a.py? only code lines"])
    expect(withPlace(other)).toBeNull();
});
