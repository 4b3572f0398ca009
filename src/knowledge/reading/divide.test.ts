import { expect, test } from "vitest";
import { divide } from "./divide.ts";

test.each<[string, string[]]>([
  ["What do barges and ferries each carry?", ["What does barges carry?", "What does ferries carry?"]],
  ["Default harbour fee and default berth?", ["Default harbour fee?", "Default berth?"]],
  ["What's the fee for barges and for ferries?", ["What's the fee for barges?", "What's the fee for ferries?"]],
  [
    "Who built the lighthouse, and how many .md files are there?",
    ["Who built the lighthouse?", "How many .md files are there?"],
  ],
  ["Who painted it and when was Oldtown founded?", ["Who painted it?", "When was Oldtown founded?"]],
  [
    "Which rules hold for ferries, and which ones does a barge follow?",
    ["Which rules hold for ferries?", "Which rules does a barge follow?"],
  ],
  [
    "How many berths did the harbour have in 1920, and how many in 1950?",
    ["How many berths did the harbour have in 1920?", "How many berths did the harbour have in 1950?"],
  ],
  [
    "How many letters go to Oldtown, and how many to one person in Newtown?",
    ["How many letters go to Oldtown?", "How many letters to one person in Newtown?"],
  ],
  [
    "harbour fees: which year brought them, which year were they dropped?",
    ["harbour fees: which year brought them?", "harbour fees: which year were they dropped?"],
  ],
  [
    "Which harbour fee is for boats, and which for barges?",
    ["Which harbour fee is for boats?", "Which harbour fee for barges?"],
  ],
  [
    "What are the limits of maxBoats and berth_length?",
    ["What are the limits of maxBoats?", "What are the limits of berth_length?"],
  ],
  ["What is the difference between Oldtown and Newtown?", ["What is Oldtown?", "What is Newtown?"]],
  ["ring vs chain: what does each cost?", ["ring: what does each cost?", "chain: what does each cost?"]],
  [
    "Which rules replaced 12 (old) and 14 (older)?",
    ["Which rules replaced 12 (old)?", "Which rules replaced 14 (older)?"],
  ],
])("%s asks several things, each by itself", (question, parts) => {
  expect(divide(question)).toEqual({ parts, join: "each" });
});

test("what is asked of both is asked of each, and has to be the same", () => {
  expect(divide("Who was in charge of both 3.2 and 3.3?")).toEqual({
    parts: ["Who was in charge of 3.2?", "Who was in charge of 3.3?"],
    join: "same",
  });
});

test("who is to be compared is asked first, and what of them after it", () => {
  expect(divide("Which film has the director who died later, Night Train or What Now??")).toEqual({
    parts: ["Who is the director of Night Train?", "Who is the director of What Now?"],
    join: "further",
    further: "Who died later, #1 or #2?",
    sides: ["Night Train", "What Now"],
  });
});

test("what goes back to the one that was chosen is asked of the answer", () => {
  expect(divide("Which of PEP 634 and PEP 572 was accepted later, and who wrote the later one?")).toEqual({
    parts: ["Which of PEP 634 and PEP 572 was accepted later?", "Who wrote the later one?"],
    join: "then",
    further: "Who wrote #1?",
  });
});

test("names that a second question goes back to stand as in the first", () => {
  expect(divide("When was PEP 634 accepted by Guido van Rossum, and who wrote it?")).toEqual({
    parts: ["When was PEP 634 accepted by Guido van Rossum?", "PEP 634, Guido, Rossum: who wrote it?"],
    join: "each",
  });
});

test.each([
  "Who built the lighthouse?",
  "Are Ada Berg and Ole Lund both painters?",
  "Who founded the school of arts and letters?",
  "Which town is older, Oldtown or Newtown?",
  "Who painted the harbour and who sold it?",
  "What lies between 12 and 14?",
  "How many boats are not in Oldtown and in Newtown?",
])("%s is one question", (question) => {
  expect(divide(question)).toBeNull();
});
