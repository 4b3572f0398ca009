import fc from "fast-check";
import { expect, test } from "vitest";
import { knowsIn } from "../runtime/chat/knows.ts";
import type { Understood } from "./follow.ts";
import type { Turn } from "./turn.ts";
import { understand } from "./understand.ts";

const knows = knowsIn({
  files: ["a.md", "b.md", "c.md", "harbour.md", "docs/a.md", "src/x.ts"],
  dirs: ["docs", "src"],
});

function turn(question: string, more: Partial<Turn> = {}): Turn {
  return {
    run: "20261122-090000-abcdef",
    said: question,
    question,
    only: null,
    reading: knows.read(question),
    answer: "",
    status: "answered",
    stop: "success",
    items: [],
    whole: true,
    size: null,
    paths: [],
    quotes: [],
    gist: null,
    decisions: [],
    edited: [],
    ...more,
  };
}

const counted = turn("How many Markdown files are in docs?", { size: 3 });
const listed = turn("Which Markdown files are in docs?", { size: 3, items: ["a.md", "b.md", "c.md"] });
const painted = turn("Who painted the old harbour?", {
  quotes: ["The old harbour was painted by Lena Voss in 1911."],
  paths: ["harbour.md"],
});

function completed(text: string, ...turns: Turn[]): string | undefined {
  const understood = understand(text, turns, knows);
  return understood.is === "completed" ? understood.question : undefined;
}

test.each([
  ["and in src?", counted, "How many Markdown files are in src?"],
  ["and in docs?", counted, "How many Markdown files are in docs?"],
  ["what about src?", counted, "How many Markdown files are in src?"],
  ["and the Python files?", counted, "How many Python files are in docs?"],
  ["how many of them mention zod?", listed, "how many of the Markdown files in docs mention zod?"],
  ["which of those mention zod?", counted, "which of the Markdown files in docs mention zod?"],
  ["how many?", listed, "How many Markdown files in docs are there?"],
  ["which ones?", counted, "Which Markdown files in docs are there?"],
  ["what does the second one say about tests?", listed, "what does b.md say about tests?"],
  ["what does the last one say?", listed, "what does c.md say?"],
  ["when was it closed?", painted, "when was the old harbour closed?"],
  ["where was she born?", painted, "where was Lena Voss born?"],
  ["what was her first name?", painted, "what was Lena Voss's first name?"],
  ["and the lighthouse?", painted, "Who painted the lighthouse?"],
  ["and when?", painted, "When was the old harbour painted?"],
  ["why?", painted, "Why was the old harbour painted?"],
  ["again", counted, "How many Markdown files are in docs?"],
])("%s", (text, before, question) => {
  expect(completed(text, before)).toBe(question);
});

test("a fragment about documents that names a place asks the same of that place", () => {
  expect(understand("and in docs?", [painted], knows)).toMatchObject({ question: painted.question, only: "docs/**" });
});

test("files that no words choose are asked about one by one", () => {
  const ranked = turn("What are the two longest files?", { items: ["a.md", "b(1).md"] });
  expect(understand("how many of them mention zod?", [ranked], knows)).toEqual({
    is: "completed",
    question: "how many of the files mention zod?",
    only: "{a.md,b\\(1\\).md}",
    found: true,
  });
});

test("them are several: a count of one is passed over", () => {
  const one = turn("How many Python files are in src?", { size: 1 });
  expect(completed("which of them mention zod?", counted, one)).toBe(
    "which of the Markdown files in docs mention zod?",
  );
  expect(completed("which ones?", counted, one)).toBe("Which Python files in src are there?");
});

test("a name that quotes can't hold is never put into a question", () => {
  const odd = turn("Which files are in src?", { size: 2, items: ["a`; rm -rf .`.md", "b c.md"] });
  expect(understand("what does the first one say?", [odd], knows)).toMatchObject({ is: "unsure", choices: [] });
  expect(completed("what does the second one say?", odd)).toBe("what does `b c.md` say?");
});

test("undo goes back to the last edit, whatever came after it", () => {
  const edit = turn("replace a with b", { edited: ["a.md"] });
  expect(completed("undo that", edit, counted)).toBe(`undo the edits of run ${edit.run}`);
  expect(understand("undo that", [counted], knows)).toMatchObject({ is: "unsure", choices: [] });
});

test("why and are you sure are asked of the record", () => {
  expect(understand("why?", [counted], knows)).toEqual({ is: "asked back", about: "why", run: counted.run });
  expect(understand("Are you sure about that?", [counted], knows)).toMatchObject({ about: "sure" });
});

test("where rules do not tell, the meanings are offered and none is taken", () => {
  const two = turn("Who met whom?", { quotes: ["Lena Voss met Max Brandt in Kiel."] });
  expect(understand("where was he born?", [two], knows)).toMatchObject({
    is: "unsure",
    word: "he",
    choices: [{ question: "where was Lena Voss born?" }, { question: "where was Max Brandt born?" }],
  });
  expect(understand("and the moon?", [counted], knows)).toMatchObject({ is: "unsure", choices: [] });
  const mentions = turn("Which files mention zod?", { size: 2 });
  expect(understand("only joking", [mentions], knows)).toMatchObject({ is: "unsure", choices: [] });
  const made = turn("When are backups made?", { quotes: ["They are made every night."] });
  expect(understand("how long are they kept?", [made], knows)).toMatchObject({ is: "unsure", choices: [] });
});

test("the answer in short tells which of several names is meant", () => {
  const quotes = ["Lena Voss met Max Brandt in Kiel."];
  expect(completed("where was he born?", turn("Who was met in Kiel?", { quotes, gist: "Max Brandt" }))).toBe(
    "where was Max Brandt born?",
  );
});

test("a name is never taken for it without asking", () => {
  const born = turn("Where was Lena Voss born?", { quotes: ["Lena Voss was born in Hamburg."] });
  expect(understand("when was it closed?", [painted, born], knows)).toMatchObject({
    is: "unsure",
    choices: [{ question: "when was Lena Voss closed?" }, { question: "when was the old harbour closed?" }],
  });
});

test.each([
  "How many files contain the word `them`?",
  'Which files mention "it"?',
  "Is it true that the harbour was closed?",
  "I like this project; how many files does it have?",
  "Which files have no text in them?",
  "And how many lines does README.md have?",
  "So what is a claim?",
  "Which of the files is the largest?",
  "What does the first file in src contain?",
  "hello",
])("%s stands by itself", (text) => {
  for (const before of [counted, listed, painted]) expect(understand(text, [before], knows)).toEqual({ is: "same" });
});

const words = fc.constantFrom(
  ...["many", "files", "harbour", "docs", "src", "Lena", "painted", "was", "the", "zod", "README.md", "largest", "old"],
);
const questions = fc
  .tuple(
    fc.constantFrom("How", "Which", "Who", "What", "When", "Is", "List", "Count"),
    fc.array(words, { minLength: 2 }),
  )
  .map(([first, rest]) => `${first} ${rest.join(" ")} files?`);

test("a question without a word that refers is never rewritten", () => {
  fc.assert(
    fc.property(questions, (text) => {
      for (const before of [counted, listed, painted]) {
        expect(understand(text, [before], knows)).toEqual({ is: "same" } satisfies Understood);
      }
    }),
  );
});

test("nothing is rewritten where nothing was said before", () => {
  fc.assert(fc.property(fc.string(), (text) => understand(text, [], knows).is === "same"));
});

test("whatever is typed is understood in some way", () => {
  const typed = fc.array(fc.oneof(words, fc.string(), fc.constantFrom("it", "them", "and", "in", "the first", "?")));
  fc.assert(
    fc.property(typed, (parts) => {
      const understood = understand(parts.join(" "), [counted, listed, painted], knows);
      if (understood.is === "completed") expect(understood.question).not.toBe("");
    }),
  );
});
