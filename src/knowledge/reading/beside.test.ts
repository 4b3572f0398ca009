import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { toneOf } from "../../core/port.ts";
import { findContrast } from "../text/contrast.ts";
import { read } from "./read.ts";

const passage = (path: string, title: string, text: string): Passage => ({
  path,
  title,
  heading: title,
  lines: [1, text.split("\n").length],
  text,
  score: 0.5,
  source: { hash: "0", size: 1 },
});

test.each([
  ["What is the difference between a cutter and a sloop?", ["cutter", "sloop"], null],
  ["How does the cutter differ from the sloop?", ["cutter", "sloop"], null],
  [
    "compare gold membership with silver membership in terms of berths",
    ["gold membership", "silver membership"],
    "berths",
  ],
  ["What is the difference between a cutter, a sloop and a yawl?", ["cutter", "sloop", "yawl"], null],
  ["cutters vs sloops: which is faster?", ["cutters", "sloops"], null],
  ["cutter vs. sloop", ["cutter", "sloop"], null],
  ["Was ist der Unterschied zwischen Kutter und Jolle?", ["Kutter", "Jolle"], null],
])("%s", (question, sides, by) => {
  expect(findContrast(question)).toEqual({ sides, by });
});

test.each([
  "What is a cutter?",
  "how do I open the log in vs code?",
  "What runs in VS Code?",
  "Which boat is faster?",
  "When was the difference engine built?",
])("%s is none", (question) => {
  expect(findContrast(question)).toBeNull();
});

const boats = [
  passage("cutter.md", "Cutter", "# Cutter\n\nA cutter carries two sails before its mast.\n\nPaint it often.\n"),
  passage("sloop.md", "Sloop", "# Sloop\n\nA sloop carries one sail before its mast.\n\nWash it often.\n"),
];

test("each side is told under its name, on the same aspect", () => {
  const { excerpts } = read("What is the difference between a cutter and a sloop?", boats, null);
  expect(excerpts.map(({ label, plain }) => [label, plain])).toEqual([
    ["cutter", "A cutter carries two sails before its mast."],
    ["sloop", "A sloop carries one sail before its mast."],
  ]);
});

test("numbers of one unit that differ are set against each other", () => {
  const fees = [
    passage("gold.md", "Gold", "# Gold\n\nThe gold fee is 90 crowns a year.\n"),
    passage("silver.md", "Silver", "# Silver\n\nThe silver fee is 40 crowns a year.\n"),
  ];
  const { short } = read("gold vs silver", fees, null);
  expect(short?.text).toBe("gold: 90 crowns; silver: 40 crowns");
});

test("what tells the difference itself stands in front", () => {
  const both = passage("faq.md", "FAQ", "# FAQ\n\nUnlike a sloop, a cutter has a bowsprit.\n");
  const { excerpts } = read("How does a cutter differ from a sloop?", [...boats, both], null);
  expect(excerpts[0]).toMatchObject({ plain: "Unlike a sloop, a cutter has a bowsprit." });
  expect(excerpts.map(({ label }) => label)).toEqual([undefined, "cutter", "sloop"]);
});

test("where one side is silent that is said, and it is no answer", () => {
  const reading = read("What is the difference between a cutter and a submarine?", boats, null);
  expect(reading.reason).toBe("nothing found tells of submarine");
  expect(toneOf(reading)).toBe("nearest");
});
