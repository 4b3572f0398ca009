import { expect, test } from "vitest";
import { deedIn, isDenied, unsaidIn } from "./deed.ts";

test.each([
  ["When was Oldtown founded?", "founded"],
  ["When was the birthplace of the painter of the old harbour founded?", "founded"],
  ["In which year did Lena Voss die?", "die"],
  ["Where was Anna Lindqvist born?", "born"],
  ["Who painted the old harbour?", "painted"],
  ["Who wrote the report?", "wrote"],
  ["When is the plugin loaded?", null],
  ["Who is the owner of the file?", null],
  ["Where was it located?", null],
  ["How do I open a file?", null],
])("%s asks for %s", (question, verb) => {
  expect(deedIn(question)?.verb ?? null).toBe(verb);
});

test("a name below what it is of is told by its place", () => {
  expect(unsaidIn("Who signed the foreword?", "Ada Lovelace, Director", "Foreword")).toEqual([]);
  expect(unsaidIn("When was the foreword signed?", "Ada Lovelace, Director", "Foreword")).toEqual(["signed"]);
});

test.each([
  ["When was Oldtown founded?", "The old harbour was painted by Lena Voss in 1911.", ["founded"]],
  ["When was Oldtown founded?", "Oldtown was established in 1240.", []],
  ["When was Oldtown founded?", "Its foundation was in 1240.", []],
  ["Who designed the pier?", "The designer of the pier is Anna Lindqvist.", []],
  ["Where was Anna Lindqvist born?", "Anna Lindqvist (Newtown, 1880 – 1940) was an engineer.", []],
  ["Who painted the harbour?", "The harbour was dredged by Lena Voss.", ["painted"]],
  ["Who painted the pier?", "The old harbour was painted by Lena Voss in 1911.", ["pier"]],
  ["When was the old pier painted?", "The old harbour was painted by Lena Voss in 1911.", ["pier"]],
  ["When was the pier painted?", "It was painted by Lena Voss in 1911.", []],
  ["Who painted the piers in the north?", "The pier was painted by Lena Voss in 1911.", []],
  ["When was the Old Pier painted?", "The harbour was painted by Lena Voss in 1911.", []],
])("%s of: %s", (question, text, unsaid) => {
  expect(unsaidIn(question, text)).toEqual(unsaid);
});

test.each([
  ["In which week was a fault found?", "The pump was looked at and no fault was found.", true],
  ["In which week was no fault found?", "The pump was looked at and no fault was found.", false],
  ["In which week was a fault found?", "There was no time, but a fault was found.", false],
])("%s is denied by: %s", (question, text, is) => {
  expect(isDenied(question, text)).toBe(is);
});
