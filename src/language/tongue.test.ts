import { expect, test } from "vitest";
import { detectLanguage, likeliest } from "./tongue.ts";

test.each([
  ["x", []],
  ["README.md", ["en"]],
  ["3*(4+1)", ["en"]],
  ["ficheros", ["en", "fr", "es", "de"]],
  ["wo ist die main.ts", ["de", "en"]],
])("%s is read in the languages whose words it has, or in all", (question, order) => {
  expect(likeliest(question).order).toEqual(order);
});

test("names and quoted texts say nothing of the language", () => {
  expect(detectLanguage('How many files contain "où est la maison"?')).toBe("en");
  expect(detectLanguage("Combien de lignes contient what-is-the-name.md ?")).toBe("fr");
});
