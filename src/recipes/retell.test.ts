import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { tongues } from "./data.ts";
import { match } from "./match.ts";

const now = new Date(2026, 2, 18, 15, 30).getTime();
const json = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/remarks/${name}.json`, import.meta.url), "utf8"));

test.each(tongues)("the remarks of %s fit their schema", (tongue) => {
  expect(z.fromJSONSchema(json("schema")).safeParse(json(tongue)).error).toBeUndefined();
});

test.each([
  ["I'm worried that README.md has grown. How many lines is it now?", "How many lines does README.md have?"],
  ["I only care about docs. Which files mention TODO?", "Which files mention TODO in docs?"],
  ["My limit is 300 lines. Which TypeScript files exceed that?", "Which TypeScript files have more than 300 lines?"],
  ["All Python files must import logging. Which don't?", "Which Python files do not import logging?"],
  ["Inside docs there should be some Markdown files. Which ones?", "List the Markdown files in docs"],
  [
    'I forgot the name of a file; it has "conf" in it. Which files could it be?',
    'Which files have "conf" in their name?',
  ],
  ["I was asked to report the number of Python files. Could you provide it?", "How many Python files are there?"],
  ["Everything in samples, please: which files are there?", "Which files are in samples?"],
  ["Do we use Python anywhere? I mean, are there Python files?", "Are there Python files?"],
  ["Empty files annoy me. How many are there?", "How many empty files are there?"],
  [
    "We want to print all the Markdown files; how many lines would that be?",
    "How many lines do all Markdown files have?",
  ],
  ["Our mail server only takes 25 KB. Which files are too big for it?", "Which files are larger than 25 KB?"],
  ["We ship tomorrow so are there any TODOs left", "Are there any TODOs?"],
  ["I have a.md and b.md open. Which one is longer?", "Which is longer, a.md or b.md?"],
  ['Our lawyer is asking about "GPL". Is it mentioned anywhere?', 'Does any file mention "GPL"?'],
  ['Suppose I search for "foo": how many files would I get?', 'How many files contain "foo"?'],
  ["La réunion est finie. Quels fichiers sont vides ?", "Quels fichiers sont vides ?"],
  ["Tenemos una carpeta llamada scripts. ¿Cuántos archivos contiene?", "¿Cuántos archivos hay en la carpeta scripts?"],
  [
    "Mein Limit sind 300 Zeilen. Welche TypeScript-Dateien sind länger?",
    "Welche TypeScript-Dateien haben mehr als 300 Zeilen?",
  ],
])("%s means: %s", (one, other) => {
  expect(match(one, { now })).not.toBeNull();
  expect(match(one, { now })?.slots).toEqual(match(other, { now })?.slots);
});

test.each([
  "I only care about docs. What do they say about caching?",
  "How many Markdown files are there? Delete the empty ones.",
  "How many Python files are in docs? I mean, how many are there?",
  'It has "conf" in it. Which files could it be?',
  "Which files mention TODO? What do they say?",
  "How many Python files are there? How many lines does README.md have?",
  "Markdown files don't count. How many files are there?",
  "The server accepts 10 MB. How many files are there?",
  "Only files in docs count. Which file is the largest?",
  'If I delete all files with "foo", how many are left?',
  "The bridge was built in 1932. How long is it?",
  "Which files have more than 3 lines that mention TODO?",
  "Ich war 5 Tage weg. Wer hat mich vertreten?",
])("fits no recipe: %s", (question) => {
  expect(match(question, { now })).toBeNull();
});
