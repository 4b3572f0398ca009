import fc from "fast-check";
import { expect, test } from "vitest";
import { compress } from "./compress.ts";
import type { Turn } from "./turn.ts";

const rest = {
  only: null,
  reading: null,
  status: "answered",
  stop: "success",
  items: [],
  whole: true,
  size: null,
} as const;
const none = { quotes: [], gist: null, decisions: [], edited: [] };

function turn(question: string, answer = "", paths: string[] = []): Turn {
  return { run: "r", said: question, question, answer, paths, ...rest, ...none, items: [] };
}

const letters = (text: string) => text.length;

test("the newest stands with its whole answer, older ones with its first line and the files", () => {
  const turns = [
    turn("How many?", "There are 3.\na.md\nb.md", ["a.md", "b.md", "c.md", "d.md"]),
    turn("Which?", "Two:\na\nb"),
  ];
  expect(compress(turns, 1000, letters)).toBe(
    "Q: How many?\nA: There are 3. (a.md, b.md, c.md)\nQ: Which?\nA: Two:\na\nb",
  );
});

test("where room is short, the oldest go first, and that is said", () => {
  const turns = [1, 2, 3, 4].map((n) => turn(`Question ${n}?`, `Answer ${n}.`));
  const short = compress(turns, 90, letters);
  expect(short).toBe("(2 earlier turns left out)\nQ: Question 3?\nA: Answer 3.\nQ: Question 4?\nA: Answer 4.");
});

const turns = fc.array(
  fc.record({ question: fc.string(), answer: fc.string(), paths: fc.array(fc.string(), { maxLength: 5 }) }),
  { minLength: 1, maxLength: 12 },
);
const counts = fc.constantFrom(letters, (text: string) => Math.ceil(Buffer.byteLength(text) / 3));

test("it is never over the budget, and the newest question is kept as far as it fits", () => {
  fc.assert(
    fc.property(turns, fc.nat(600), counts, (given, budget, count) => {
      const made = given.map(({ question, answer, paths }) => turn(`w ${question}`, answer, paths));
      const short = compress(made, budget, count);
      expect(count(short)).toBeLessThanOrEqual(budget);
      const newest = `Q: ${made.at(-1)!.question.replace(/\s+/g, " ").trim()}`;
      const whole = count(newest) <= budget;
      expect(whole ? short.includes(newest) : newest.startsWith(short)).toBe(true);
    }),
  );
});
