import { expect, test } from "vitest";
import type { Passage } from "../core/evidence.ts";
import { extract } from "./read.ts";

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  path: "guide.md",
  title: "Guide",
  heading: "",
  lines: [11, 11 + text.split("\n").length - 1],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
  ...more,
});

test.each([
  [
    "When was the bridge opened?",
    "The bridge is long. The bridge was opened in 1932. The bridge was opened by a queen.",
    "The bridge was opened in 1932.",
  ],
  [
    "How many days of leave do employees get?",
    "Leave is paid. Employees get 25 days of leave. Employees ask for days of leave early.",
    "Employees get 25 days of leave.",
  ],
  [
    "What is a slice?",
    "Slices are used often. A *slice* is a view of a list. You can pass a slice on.",
    "A *slice* is a view of a list.",
  ],
  [
    "Who wrote the report?",
    "The report was long. The report was written by Anna Reis. Many liked it.",
    "The report was written by Anna Reis.",
  ],
  [
    "Why was the bridge closed?",
    "The bridge was closed in May. The bridge was closed because rust had eaten the cables.",
    "The bridge was closed because rust had eaten the cables.",
  ],
])("%s", (question, text, answer) => {
  const { excerpts, enough } = extract(question, [passage(text)]);
  expect(excerpts[0]?.sentence).toBe(answer);
  expect(enough).toBe(true);
});

test("an excerpt is a span of the source at its exact lines, and names its passage", () => {
  const text = "## Ports\n\nSome words here.\nThe server listens\non **port 8080**. More words.";
  const { excerpts } = extract("Which port does the server listen on?", [
    passage("Nothing of that kind."),
    passage(text),
  ]);
  expect(excerpts[0]).toMatchObject({
    sentence: "The server listens\non **port 8080**.",
    path: "guide.md",
    lines: [14, 15],
    passage: 1,
  });
});

test("a corpus document keeps its id and its line", () => {
  const doc = passage("Rain falls.\n\nThe mayor of Lisbon is Anna Reis.", {
    path: "c.jsonl",
    doc: "d7",
    lines: [3, 3],
  });
  expect(extract("Who is the mayor of Lisbon?", [doc]).excerpts[0]).toMatchObject({ doc: "d7", lines: [3, 3] });
});

test("headings count for the sentences below them", () => {
  const below = passage("It is 30 days.", { heading: "Contract > Notice period" });
  const { excerpts, enough } = extract("How long is the notice period?", [
    passage("The notice board hangs here."),
    below,
  ]);
  expect(excerpts[0]?.sentence).toBe("It is 30 days.");
  expect(enough).toBe(true);
});

test.each([
  ["Who is the mayor of Lisbon?", "The museum opens on Sundays. Visitors pay 5 euros."],
  ["What is the boiling point of ethanol?", "The point of this chapter is that closures capture their environment."],
  ["What does the Zorblax module do?", "The parser module does most of the work. A module is a file."],
])("what the passages do not cover is not enough: %s", (question, text) => {
  const { enough, reason } = extract(question, [passage(text)]);
  expect(enough).toBe(false);
  expect(reason).toMatch(/no passage names|cover only/);
});

test("no passages and empty questions are answered with nothing", () => {
  expect(extract("What is a slice?", [])).toMatchObject({ excerpts: [], enough: false });
  expect(extract("", [passage("Some text.")]).enough).toBe(false);
  expect(extract("???", [passage("Some text.")]).enough).toBe(false);
});

test("up to k distinct sentences, best first", () => {
  const text = "The engine needs oil. The engine is loud. Oil is cheap.";
  const { excerpts } = extract("Does the engine need oil?", [passage(text), passage(text, { path: "copy.md" })], 3);
  expect(new Set(excerpts.map((excerpt) => excerpt.sentence)).size).toBe(3);
  expect(excerpts[0]?.sentence).toBe("The engine needs oil.");
  expect(excerpts.map((excerpt) => excerpt.score)).toEqual(
    excerpts.map((excerpt) => excerpt.score).sort((a, b) => b - a),
  );
});
