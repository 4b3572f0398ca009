import fc from "fast-check";
import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { toneOf } from "../../core/port.ts";
import { compareValues, readValue } from "../text/value.ts";
import { read } from "./read.ts";

const passage = (title: string, text: string): Passage => ({
  path: "c.jsonl",
  doc: title,
  title,
  heading: "",
  lines: [1, 1],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
});
const people = [
  passage("Ada Berg", "Ada Berg (born 3 May 1949) is a Danish painter. She moved to Oslo in 1930."),
  passage("Ole Lund", "Ole Lund (12 June 1951 – 2001) was a Danish film director."),
];
const bands = [
  passage("The Larks", "The Larks were a band formed in 1997 in Bergen. They have 12 members."),
  passage("Circus Nord", "Circus Nord is a band that was formed in 2006. It has 9 members."),
];

test.each([
  ["Who is older, Ada Berg or Ole Lund?", people, "Ada Berg", ["3 May 1949", "12 June 1951"]],
  ["Who is younger, Ada Berg or Ole Lund?", people, "Ole Lund", ["3 May 1949", "12 June 1951"]],
  ["Which band was formed first, The Larks or Circus Nord?", bands, "The Larks", ["1997", "2006"]],
  ["Between The Larks and Circus Nord, which was formed later?", bands, "Circus Nord", ["1997", "2006"]],
  ["Which band has more members, The Larks or Circus Nord?", bands, "The Larks", ["12 members", "9 members"]],
  ["Are The Larks and Circus Nord both bands?", bands, "Yes", ["The Larks", "Circus Nord"]],
] as const)("%s", (question, passages, answer, values) => {
  const { short, excerpts, ...reading } = read(question, passages, null);
  expect(toneOf({ excerpts, ...reading })).toBe("said");
  expect(short?.text).toBe(answer);
  // Each side is shown with the sentence that its value stands in.
  for (const { excerpt, words } of short!.rests) expect(excerpts[excerpt]!.plain).toContain(words);
  expect(excerpts).toHaveLength(2);
  for (const [at, value] of values.entries()) expect(excerpts[at]!.plain).toContain(value);
});

test("a side that nothing is said of is named, and no answer is given", () => {
  const reading = read("Who is older, Ada Berg or Per Holm?", people, null);
  expect(reading).toMatchObject({ short: null });
  expect(toneOf(reading)).toBe("nearest");
  expect(reading.reason).toContain("Per Holm");
});

test("what the dates leave open is not decided", () => {
  const both = [
    passage("Ada Berg", "Ada Berg was born in 1949."),
    passage("Ole Lund", "Ole Lund was born in May 1949."),
  ];
  expect(read("Who is older, Ada Berg or Ole Lund?", both, null).short?.text).not.toBe("Ada Berg");
});

test.each(["Who is popular, Ada Berg or Ole Lund?", "Are Ada Berg and Ole Lund from the same country?"])(
  "%s is not compared",
  (question) => {
    expect(["Ada Berg", "Ole Lund", "Yes"]).not.toContain(read(question, people, null).short?.text);
  },
);

test("values are put in one order, whichever stands first; a year holds its days, and units are not mixed", () => {
  const value = fc.record({ low: fc.nat(50), more: fc.nat(9), unit: fc.constantFrom("", "m") });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [one, two] = [a, b].map(({ low, more, unit }) => ({ low, high: low + more, unit }));
      const order = compareValues(one!, two!);
      const back = compareValues(two!, one!);
      expect(order === null ? null : -order).toBe(back);
    }),
  );
  const [year, day, later] = ["1949", "3 May 1949", "January 1950"].map((text) => readValue(text, "date")!);
  expect(compareValues(year!, day!)).toBeNull();
  expect(compareValues(day!, later!)).toBe(-1);
  expect(compareValues(readValue("3.5 million people", "number")!, readValue("12,000 people", "number")!)).toBe(1);
  expect(compareValues(readValue("12 miles", "number")!, readValue("9 days", "number")!)).toBeNull();
});
