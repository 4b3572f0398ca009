import { expect, test } from "vitest";
import { isWordProblem } from "./wordproblem.ts";

test.each([
  "Mara sold 48 clips in April, and half as many in May. How many clips did she sell altogether?",
  "If a train covers 60 km in an hour, how far does it come in 3 hours?",
  "A shirt costs $20 and is 25% off. A hat costs twelve dollars. What is the total cost?",
  "Eine Kiste hat 12 Äpfel, und es gibt 4 Kisten. Wie viele Äpfel sind es?",
])("%j is a word problem", (text) => {
  expect(isWordProblem(text)).toBe(true);
});

test.each([
  "How many .md files are there?",
  "How many years lie between WordStar and Google Docs?",
  "Two releases came in 2019 and 2021. How many had a new parser?",
  "incremental came with 3.4, but when could you first use it together with noEmit?",
  "I have 3 servers and 2 disks in each. Which of them does the manual call slow?",
  "What is the average temperature in Paris?",
])("%j is none", (text) => {
  expect(isWordProblem(text)).toBe(false);
});
