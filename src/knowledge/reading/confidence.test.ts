import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { toneOf } from "../../core/port.ts";
import { read, sentencesOf } from "./read.ts";

const passage = (text: string, path = "guide.md"): Passage => ({
  path,
  title: "Guide",
  heading: "",
  lines: [1, 1],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
});

test("a definition of just what is asked for is said as the answer, however late its passage was found", () => {
  const others = Array.from({ length: 7 }, (_, at) =>
    passage(`Ferries call at ${at} harbours, and a ferry is often late.`),
  );
  const scores = (texts: string[]) => ({
    by: "reranker" as const,
    model: "x",
    scores: texts.map((text) => (/ is a boat/.test(text) ? 3 : 2.5)),
  });
  const say = (last: string) => {
    const passages = [...others, passage(last, "z.md")];
    return toneOf(read("What is a ferry?", passages, scores(sentencesOf("What is a ferry?", passages))));
  };
  expect(say("A ferry is a boat that carries cars.")).toBe("said");
  expect(say("A ferry and a barge is a boat that carries cars.")).not.toBe("said");
});

test.each([
  ["The old crane was taken down. What does the one that took its place lift?", "probable"],
  ["the old crane was taken down; what does its successor lift?", "probable"],
  ["which crane was taken down, and from which year is it?", "probable"],
  ["Which old crane was taken down?", "said"],
])("one sentence is no certain answer to what several say: %s", (question, tone) => {
  const crane = passage("The old crane was taken down in the year 1990.");
  expect(toneOf(read(question, [crane], { scores: [9], by: "reranker", model: "m" }))).toBe(tone);
});
