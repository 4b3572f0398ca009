import { expect, test } from "vitest";
import type { Passage } from "../../core/evidence.ts";
import { read } from "./read.ts";

const labels = (question: string, text: string, more: Partial<Passage>) => {
  const passage = {
    path: "a.md",
    title: "A",
    heading: "",
    lines: [1, 9] as [number, number],
    text,
    score: 0.5,
    source: { hash: "0", size: 1 },
  };
  return read(question, [{ ...passage, ...more }], null).excerpts.map(({ label }) => label);
};

test.each<[string, string, string, Partial<Passage>, string | undefined]>([
  [
    "the heading",
    "Which release added the harbour map?",
    "The harbour map was added.",
    { heading: "Changes > 2.4.0 (May 2021) > Features" },
    "2.4.0 (May 2021)",
  ],
  [
    "the file",
    "Since which version is there a harbour map?",
    "The harbour map was added.",
    { path: "changes/v0.9.rst" },
    "v0.9",
  ],
  [
    "the folder",
    "In which version was the harbour map added?",
    "The harbour map was added.",
    { path: "changes/0.9.6_2019-11-22/issue-3" },
    "0.9.6_2019-11-22",
  ],
  [
    "no place where the sentence tells it",
    "Which release added the harbour map?",
    "The harbour map was added in 2.3.",
    { path: "changes/v2.4.rst" },
    undefined,
  ],
  [
    "the file where the sentence has but the question's",
    "Which release dropped rope 3.9?",
    "Support for rope 3.9 was dropped.",
    { path: "changes/v2.4.rst" },
    "v2.4",
  ],
  [
    "the chapter",
    "Which chapter is about mooring boats?",
    "It is about mooring boats.",
    { path: "ch07-02-mooring.md", title: "Mooring" },
    "Chapter 7 (Mooring)",
  ],
  [
    "the number in a series",
    "Which PEP added mooring of boats?",
    "It adds mooring of boats.",
    { path: "pep-0042.rst", title: "Boats" },
    "PEP 42 (Boats)",
  ],
  [
    "no place where none is asked for",
    "Who added the harbour map?",
    "The harbour map was added.",
    { path: "changes/v2.4.rst" },
    undefined,
  ],
])("%s names where an excerpt stands", (_, question, text, more, label) => {
  expect(labels(question, text, more)).toEqual([label]);
});

test.each<[question: string, heading: string, label: string | undefined]>([
  ["When was 1.2.0 released?", "Changes > Version 1.2.0 (2022-02-22) > Fixes", "Version 1.2.0 (2022-02-22)"],
  ["release date of Boats 1.2.0", "Changes > v1.2.0, 22 February 2022", "v1.2.0, 22 February 2022"],
  ["Wann erschien 1.2.0?", "1.2.0 (2022-02-22)", "1.2.0 (2022-02-22)"],
  ["When was 1.2.0 released?", "Version 1.2.0", undefined],
  ["When was 1.2 released?", "Version 1.2.0 (2022-02-22)", undefined],
  ["When 1.2.0 fails to start, what helps?", "Version 1.2.0 (2022-02-22)", undefined],
  ["when should I upgrade to 1.2.0", "Version 1.2.0 (2022-02-22)", undefined],
  ["when did 1.2.0 come out", "Version 1.2.0 (2022-02-22)", "Version 1.2.0 (2022-02-22)"],
  ["What came with 1.2.0?", "Version 1.2.0 (2022-02-22)", undefined],
])("%s is answered by the heading %s", (question, heading, label) => {
  const [first] = labels(question, "Masts are mended.", { heading });
  expect(first).toBe(label);
});
