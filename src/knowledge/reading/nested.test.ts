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
    "Where was Akinoshu Kenji born?",
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
  // What has no name of its own.
  [
    "When was the birthplace of the painter of the old harbour founded?",
    "Who painted the old harbour?",
    "When was the birthplace of X founded?",
  ],
  ["When was the birthplace of #1 founded?", "Where was #1 born?", "When was X founded?"],
  ["When was the birthplace of Lena Voss founded?", "Where was Lena Voss born?", "When was X founded?"],
  [
    "When was the town where the designer of the pier was born founded?",
    "Who designed the pier?",
    "When was the town where X was born founded?",
  ],
  [
    "When was the town where Anna Lindqvist was born founded?",
    "In which town Anna Lindqvist was born?",
    "When was X founded?",
  ],
  [
    "Where was the artist who painted the old harbour born?",
    "Which artist painted the old harbour?",
    "Where was X born?",
  ],
  [
    "Where did the director of film Riders Of The Plains die?",
    "Who is the director of Riders Of The Plains?",
    "Where did X die?",
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
  "Which town is the birthplace of Anna Lindqvist?",
  "Who is the painter of the old harbour?",
  "What does the author of the package say?",
  "When is the owner of the file changed?",
  "",
])("%s holds no other", (question) => {
  expect(unnest(question)).toBeNull();
});
