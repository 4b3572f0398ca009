import fc from "fast-check";
import { expect, test } from "vitest";
import { agreement, attribute, isHeldUp } from "./attribute.ts";

const sources = [
  { text: "Backups are kept for 14 days. They are not encrypted.", place: "Backup guide" },
  { text: "The bridge was opened in 1932 by Anna Reis, who built `retry_count` bridges.", place: "Bridge > History" },
];

test.each([
  ["14 days", "How long are backups kept?", 0],
  ["Anna Reis opened it in 1932.", "Who opened the bridge?", 1],
  ["Backups are not encrypted.", "Are backups encrypted?", 0],
  ["RetryCount", "What did she build?", 1],
  ["No, backups are not encrypted.", "Are backups encrypted?", 0],
  ["Yes, the bridge was opened in 1932.", "Was the bridge opened in 1932?", 1],
])("%s rests on the source that holds it", (said, question, source) => {
  expect(attribute(said, question, sources)).toEqual([{ sentence: said, source }]);
});

test.each([
  ["15 days", "How long are backups kept?", /"15"/],
  ["Nils Aker opened it.", "Who opened the bridge?", /"nils"/i],
  ["The bridge was never opened.", "Was the bridge opened?", /denied|does not stand/],
  ["Yes, backups are encrypted.", "Are backups encrypted?", /otherwise/],
  ["Backups are kept.", "How long are backups kept?", /nothing that the question does not/],
  ["Somebody paints wooden horses beside quiet rivers.", "Who opened the bridge?", /does not stand there/],
  // Half of it in one source and half in another is in neither.
  ["Anna Reis keeps backups for 14 days.", "Who opened the bridge?", /does not stand there/],
])("%s rests on none", (said, question, because) => {
  expect(attribute(said, question, sources)).toEqual([
    { sentence: said, source: null, because: expect.stringMatching(because) },
  ]);
});

test("words that underscores set off in a source are words", () => {
  const set = [
    { text: "It is short for _multiple producer, single consumer_, see `_private_name`.", place: "Channels" },
  ];
  expect(attribute("Multiple producer, single consumer.", "What is mpsc short for?", set)).toMatchObject([
    { source: 0 },
  ]);
  expect(attribute("_private_name", "What is it?", set)).toMatchObject([{ source: 0 }]);
});

test("each sentence has a source of its own", () => {
  const tied = attribute("Backups are kept for 14 days. The bridge was opened in 1932.", "Tell me.", sources);
  expect(tied.map(({ source }) => source)).toEqual([0, 1]);
});

test("a number that no source holds is never tied, wherever it stands", () => {
  const number = fc.integer({ min: 3000, max: 999_999 });
  fc.assert(
    fc.property(number, fc.constantFrom("It is N days.", "N", "Kept for N days, opened 1932."), (n, text) => {
      const tied = attribute(text.replace("N", `${n}`), "How long?", sources);
      expect(tied.map(({ source }) => source)).toEqual([null]);
    }),
  );
});

test("answers agree by their words: numbers in any spelling, articles aside", () => {
  expect(agreement("3", ["three", "the 3"])).toBe(1);
  expect(agreement("Anna Reis", ["Anna Reis", "Reis", "Nils"])).toBeCloseTo((1 + 2 / 3 + 0) / 3);
  expect(agreement("x", [])).toBe(0);
});

test.each([
  ["Sessions expire after 30 hours of inactivity.", "Sessions expire after 30 minutes of inactivity."],
  ["The parser is slow and old.", "The parser is not slow and old."],
  ["Hamburg is larger than Berlin.", "Berlin is larger than Hamburg."],
])("what the evidence denies is not held up by its words: %s / %s", (statement, text) => {
  expect(isHeldUp(statement, "What is known?", [{ text }]).ok).toBe(false);
  expect(isHeldUp(statement, "What is known?", [{ text }, { text: statement }]).ok).toBe(true);
});
