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
  "I was asked to delete the Python files; could you count them?",
  "Which files mention TODO? What do they say?",
  "How many Python files are there? How many lines does README.md have?",
  "The bridge was built in 1932. How long is it?",
  "Which files have more than 3 lines that mention TODO?",
  "Ich war 5 Tage weg. Wer hat mich vertreten?",
])("fits no recipe: %s", (question) => {
  expect(match(question, { now })).toBeNull();
});
