import { expect, test } from "vitest";
import { unnest } from "./nested.ts";

test.each([
  [
    "When was the country that produced Fist Power taken by the British?",
    "Which country produced Fist Power?",
    "When was X taken by the British?",
  ],
  [
    "Who directed the film that was shot in or around Leland, North Carolina in 1986?",
    "Which film was shot in or around Leland, North Carolina in 1986?",
    "Who directed X?",
  ],
  [
    "Who is the spouse of the director of Jump for Glory?",
    "Who is the director of Jump for Glory?",
    "Who is the spouse of X?",
  ],
  [
    "What kind of plane dropped the bomb on Akinoshu Kenji's birthplace?",
    "What is the birthplace of Akinoshu Kenji?",
    "What kind of plane dropped the bomb on X?",
  ],
  [
    "When did the Admiral Twin open in the city where the Philbrook Museum is located?",
    "In which city the Philbrook Museum is located?",
    "When did the Admiral Twin open in X?",
  ],
  // The innermost first; what comes of it may hold another.
  [
    "Who was in charge of the country where the composer of Aschenbrodel was a citizen?",
    "Who is the composer of Aschenbrodel?",
    "Who was in charge of the country where X was a citizen?",
  ],
])("%s", (question, inner, outer) => {
  const nested = unnest(question);
  expect(nested?.inner).toBe(inner);
  expect(nested?.fill("X")).toBe(outer);
});

test.each([
  "What is ownership?",
  "Who is the director of Jump for Glory?",
  "What is Dennis Rodman's occupation?",
  "What is the name of the tool that formats the code?",
  "How do I write a test that fails?",
  "",
])("%s holds no other", (question) => {
  expect(unnest(question)).toBeNull();
});
