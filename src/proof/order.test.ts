import { expect, test } from "vitest";
import { entailment } from "./entail.ts";

const told = [
  "The old harbour was painted by Lena Voss in 1911.",
  "The old harbour was painted in 1911 by Lena Voss.",
  "Lena Voss painted the old harbour in 1911.",
  "In 1911, Lena Voss painted the old harbour.",
  "In 1911, the old harbour was painted by Lena Voss.",
  "In 1911 the old harbour was painted by Lena Voss.",
];

test.each(told)("what is told in another order is told: %s", (text) => {
  expect(entailment("In 1911, Lena Voss painted the old harbour.", text).verdict).toBe("supported");
  expect(entailment("The old harbour was painted by Lena Voss in 1911.", text).verdict).toBe("supported");
  for (const other of [
    "In 1911, Anna Voss painted the old harbour.",
    "In 1912, Lena Voss painted the old harbour.",
    "In 1911, the old harbour painted Lena Voss.",
    "In 1911, Lena Voss was painted by the old harbour.",
  ])
    expect(entailment(other, text).verdict).not.toBe("supported");
});

test.each([
  [
    "In 1911, Lena painted the harbour and in 1912 Anna painted the lamp.",
    ["Anna painted the lamp in 1911.", "In 1911, Anna painted the lamp.", "Lena painted the harbour in 1912."],
  ],
  ["In Norway, the fish is sold by Kim, and in Sweden the meat is sold by Ann.", ["Ann sold the meat in Norway."]],
  ["By default, the server uses port 80, with TLS it uses port 443.", ["The server uses port 443 by default."]],
  ["The harbour was painted in 1911 by Lena Voss and in 1912 by Kim.", ["Kim painted the harbour in 1911."]],
  [
    "In 1911, the mayor painted by Lena was buried by Kim.",
    ["Lena buried the mayor.", "Kim painted the mayor in 1911."],
  ],
  ["The harbour was painted by the wife of Lena Voss in 1911.", ["In 1911, Lena Voss painted the harbour."]],
])("what is bound otherwise is not told: %s", (text, sentences) => {
  for (const each of sentences) expect(entailment(each, text).verdict, each).not.toBe("supported");
});
