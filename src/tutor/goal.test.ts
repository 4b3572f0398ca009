import { expect, test } from "vitest";
import { goalIn } from "./goal.ts";

test.each([
  [
    "Every Python file in src/flask defines a class.",
    'files("src/flask/**/*.{py,pyi,pyw}") > 0 and all x in files("src/flask/**/*.{py,pyi,pyw}"): declares(x, "class") > 0',
  ],
  [
    "Does every Java file declare an interface?",
    'files("**/*.java") > 0 and all x in files("**/*.java"): declares(x, "interface") > 0',
  ],
  [
    "No JavaScript file in src declares a function",
    'files("src/**/*.{js,mjs,cjs,jsx}") > 0 and all x in files("src/**/*.{js,mjs,cjs,jsx}"): not (declares(x, "function") > 0 or declares(x, "method") > 0)',
  ],
  [
    "Is it true that no Go file in cmd imports os/exec?",
    'files("cmd/**/*.go") > 0 and all x in files("cmd/**/*.go"): not imports(x, "os/exec")',
  ],
  ['some files in docs mention "harbour"', 'any x in files("docs/**"): contains(x, "harbour")'],
  ['Is `exists("README.md")` true?', null],
  ['Is it true that `exists("README.md")`?', 'exists("README.md")'],
  ['exists("README.md")', 'exists("README.md")'],
  ["Every painter in Oldtown defines a class", null],
  ["Every Elvish file defines a class", null],
  ["Every Python file in src defines a class that has tests", null],
  ["Who wrote files(x)?", null],
])("%s", (sentence, goal) => {
  expect(goalIn(sentence)).toBe(goal);
});
