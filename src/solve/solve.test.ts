import { expect, test } from "vitest";
import { solve } from "./kinds.ts";

const solved: [text: string, value: string][] = [
  ["not (True and False) or False is", "True"],
  ["Ada lies. Bo says Ada tells the truth. Cy says Bo lies. Does Cy tell the truth?", "Yes"],
  [
    "At the start, they each have a coin: Ada has a dime, and Bo has a penny. Ada and Bo swap coins. At the end, Ada has the",
    "penny",
  ],
  ["I have two apples, a banana, three chairs, and a head of broccoli. How many fruits do I have?", "3"],
  ["Complete the rest of the sequence, making sure that the brackets are closed properly. Input: < ( [", "] ) >"],
  ["Sort the following words alphabetically: List: pear apple fig", "apple fig pear"],
  [
    "Ann, Bea, Cy and Dan are sitting in a row. Bea is the leftmost. Dan is between Cy and Ann. Cy is to the right of Ann. Who is the rightmost?",
    "Cy",
  ],
  ["Ann is older than Bea. Bea is older than Cy. Is Cy older than Ann?", "No"],
  ["Yesterday was February 28, 2023. What is the date 10 days ago in MM/DD/YYYY?", "02/19/2023"],
  ["Today is 2024-02-28. What day of the week is it tomorrow?", "Thursday"],
  ["How many minutes are there in 2 hours and 15 minutes?", "135"],
  ["What is (3 - -2) * 4 / 6?", "10/3"],
  [
    "If you follow these instructions, do you return to the starting point? Turn left. Take 3 steps. Turn around. Take 3 steps.",
    "Yes",
  ],
  ["A = {1, 2, 3} and B = {2, 3, 4}. What is the intersection of A and B?", "{2, 3}"],
  ["Every cat is an animal. No animal is green. Tom is a cat. Is Tom green?", "No"],
  ["If something chases the cat then the cat sees it. Bob chases the cat. Does the cat see Bob?", "Yes"],
  [
    "Anne is big. If something is big and not red then it is kind. Everything not stated is false. Is Anne kind?",
    "Yes",
  ],
  ["Anne is big. If something is big and not red then it is kind. Is Anne kind?", "Unknown"],
];

test.each(solved)("%s → %s", (text, value) => {
  expect(solve(text)).toMatchObject({ value, because: null });
});

test.each([
  "How many files are there?",
  "Put these in order",
  "Most cats are black. Tom is a cat. Is Tom black?",
  "Anne is big or red. Is Anne big?",
  "Anne was big. Is Anne big?",
  "Tom is very big. Is Tom big?",
  "If something likes the cat then it likes it. Bob likes the cat. Does Bob like Bob?",
  "Ann is older than Bea. Bea is taller than Cy. Who is the oldest?",
  "Ann is older than Bea, I think. Bea is older than Cy. Who is the oldest?",
  "Today is 2023-02-29. What is the date tomorrow?",
  "Yesterday was not 03/04/2020. What is the date today in MM/DD/YYYY?",
  "On May 9th, 2017 Jane bought 40 eggs. She ate one per day. Today she ran out of eggs. What is the date today in MM/DD/YYYY?",
  "I have two apples and a zorp. How many fruits do I have?",
  "Tom has three cats. How many cats does Ann have?",
  "Ada tells the truth. Bo says Ada is tired. Does Bo tell the truth?",
  "True und False is",
  "What is 3 km + 4 kg in m?",
  "What is 12?",
  "Is Anne big?",
])("%s is not read", (text) => {
  expect(solve(text)).toBeNull();
});

test.each([
  ["Ann is taller than Bea. Cy is taller than Bea. Who is the tallest?", /2 arrangements/],
  ["Ann is taller than Bea. Bea is taller than Ann. Who is the tallest?", /no arrangement/],
  ["Ada lies. Ada tells the truth. Does Ada lie?", /can't all be so/],
  ["Bo says Ada lies. Does Ada lie?", /does not say/],
  ["Anne is big. Anne is not big. Is Anne big?", /contradicts itself/],
  ["If something is big then it is red. Tom is not red. Is Tom big?", /did not confirm/],
  ["Today is January 31, 2023. What is the date a month ago?", /2022-12-31|no day/],
  ["Complete the rest of the sequence, making sure that the brackets are closed properly. Input: ( ]", /closes none/],
  ["Today is 2024-05-05. It is 2024-05-06 today. What is the date tomorrow?", /today would be/],
])("%s is read, and open", (text, because) => {
  const found = solve(text);
  if (found?.value === null) expect(found.because).toMatch(because);
  else expect(found?.value).toMatch(because);
});

test("an option is answered by its mark, and only where it is the one that fits", () => {
  const text = "Yesterday was 12/31/1929. What is the date today in MM/DD/YYYY?";
  const options = (...days: string[]) =>
    `${text}\nOptions:\n${days.map((day, at) => `(${"ABC"[at]}) ${day}`).join("\n")}`;
  expect(solve(options("01/02/1930", "01/01/1930"))).toMatchObject({ value: "(B)", said: "(B) 01/01/1930" });
  expect(solve(options("01/02/1930", "01/03/1930"))?.because).toMatch(/not exactly one of the options/);
  expect(solve(options("01/01/1930", "01/01/1930"))?.value).toBeNull();
});

test("each part of a text is told with how it was read", () => {
  const found = solve("Ann is older than Bea. Bea is older than Cy. Who is the youngest?");
  expect(found?.readings.map(({ text }) => text).join(" ")).toContain("Ann is older than Bea. Bea is older than Cy.");
  expect(found?.steps.at(-1)).toContain("Cy");
});

test("no text takes long to refuse", { timeout: 20_000 }, () => {
  const texts = [
    `complete ${"sequence ".repeat(600)}`,
    `they swap ${"around the ".repeat(500)}9`,
    `a${" ".repeat(5900)}b`,
    `Ann is ${"older than ".repeat(500)}`,
    `${"not ".repeat(1400)}x`,
    `If ${"a and ".repeat(900)} then b.`,
    `${", ".repeat(2900)}`,
    "(".repeat(5000),
    "Ann is older than Bea. ".repeat(200),
  ];
  for (const text of texts) expect(solve(text)?.value ?? null).toBeNull();
});

test("a list of one mark is no list of options: no line of the text is lost", () => {
  expect(solve("Ann is older than Bea. Who is the oldest?\n- Bea is tired.")).toBeNull();
});

test("a fraction that nobody reads is said by its digits too", () => {
  const found = solve("How many ounces are in 2 kg?");
  expect([found?.value, found?.said]).toEqual(["3200000000/45359237", "≈ 70.5479 (exactly 3200000000/45359237)"]);
  expect(solve("What is 1/3 + 1/7?")?.said).toBe("10/21");
});

test.each([
  ["What day of the week is 2024-02-29?", "Thursday"],
  ["Which weekday was 1969-07-20?", "Sunday"],
  ["How many days are there between 2024-02-01 and 2024-03-01?", "29"],
  ["What date is 90 days after 2024-01-15?", "2024-04-14"],
  ["How many days is it from 3 March 2024 to June 17, 2024?", "106"],
  ["how many weeks are between 2024-01-01 and 2024-01-15", "2"],
  ["which day is 3 weeks before March 3, 2024?", "2024-02-11"],
  ["What day of the week was July 20, 1969?", "Sunday"],
  ["What day is 1 day before 2024-03-01?", "2024-02-29"],
  ["Sort these words: pear, apple, fig", "apple, fig, pear"],
  ["What is 12% of 250?", "30"],
  ["what is 7.5 percent of 80 + 1", "7"],
  ["What is the union of {1, 2, 3} and {3, 4}?", "{1, 2, 3, 4}"],
  ["What is the intersection of {1, 2, 3} and {3, 4}?", "{3}"],
])("%s %s", (text, value) => {
  expect(solve(text)?.value).toBe(value);
});

test.each(["What day of the week is 2023-02-29?", "What day of the week is 03/04/2024?", "Sort these: pear, apple"])(
  "not read: %s",
  (text) => {
    expect(solve(text)).toBeNull();
  },
);
