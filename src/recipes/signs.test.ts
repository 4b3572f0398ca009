import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { speak, tongues } from "./data.ts";
import { byRules, match, narrowers } from "./match.ts";
import { isOpposite } from "./signs.ts";
import { meaningOf } from "./slots.ts";
import { tokenize } from "./tokens.ts";

const root = new URL("../../data/signs/", import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, root), "utf8"));
const now = Date.parse("2026-11-22T12:00:00Z");

test.each(tongues)("the signs of %s fit their schema", (tongue) => {
  expect(z.fromJSONSchema(json("schema.json")).safeParse(json(`${tongue}.json`)).error).toBeUndefined();
});

test.each([
  "How do I count files in a folder?",
  "Why are there so many files in docs?",
  "Which files are important?",
  "How many files contain exactly one TODO?",
  "Wie viele Dateien enthalten genau ein TODO?",
  "Combien de fichiers contiennent exactement un TODO ?",
  "¿Cuántos archivos contienen exactamente un TODO?",
  "I deleted the tests. How many ts files are there?",
  "J'ai supprimé docs. Combien de fichiers y a-t-il ?",
  "Ich habe docs gelöscht. Wie viele Dateien gibt es?",
  "He borrado docs. ¿Cuántos archivos hay?",
  "We use TypeScript. How many files are in src?",
  "Dinosaurs were huge. Which was the largest?",
  "The script reads input.csv. How long does it take?",
  "How many files did docs use to have?",
  "Which files were deleted yesterday?",
  "Which files were changed in the last commit?",
  "Which files were written by Ann?",
  "How many files are in the parent folder?",
  "What is the median size of the Python files?",
  'Which files mention "blue" more than once?',
  'Which files contain only "blue"?',
  'How many files contain "blue" per folder?',
  "Which file is the largest in each folder?",
  "How many files larger than average are there?",
  "Quels fichiers mentionnent cache ?",
  "cache est mentionné dans quels fichiers ?",
  "Combien de fichiers par dossier en moyenne ?",
  "Quels fichiers ont été supprimés hier ?",
  "Quels fichiers contiennent « bleu » plus d'une fois ?",
  "¿Qué archivos cambiaron en el último commit?",
  "¿Cuántos archivos hay de media por carpeta?",
  "¿Qué archivos contienen solo «azul»?",
  "Welche Dateien wurden gestern gelöscht?",
  "Wie viele Dateien gibt es pro Ordner im Durchschnitt?",
  "Welche Dateien enthalten nur „blau“?",
])("a word that turns the sense is not passed over: %s", (question) => {
  const matched = match(question, { now });
  // What follows a statement is offered alone.
  if (matched) expect(question.endsWith(`. ${matched.usual}`)).toBe(true);
});

test.each([
  "How many files are in the topmost folder?",
  "How many files are in the uppermost folder?",
  "is error mentioned in a.md",
  "is connection refused mentioned in src/a.py",
  "Wie viele Dateien sind im obersten Ordner?",
])("words that questions are put in name nothing and are no text, in any language: %s", (question) => {
  expect(JSON.stringify(byRules(question, { now })?.slots ?? {})).not.toMatch(/most|mentioned|obersten/);
});

test.each([
  ['Which files contain "blue" but not "red"?', '"not"'],
  ["I'm not sure, how many files are there in docs?", '"docs"'],
  ["Which files are there besides README.md?", '"not"'],
  ["What is the average size of the Python files?", '"bytes"'],
  ["Quels fichiers contiennent « bleu » mais pas « rouge » ?", '"not"'],
  ["¿Qué archivos contienen «azul» pero no «rojo»?", '"not"'],
  ["Welche Dateien enthalten „blau“, aber nicht „rot“?", '"not"'],
])("a word that turns the sense shows in the reading: %s", (question, sign) => {
  expect(JSON.stringify(match(question, { now })?.slots)).toContain(sign);
});

test.each([
  "Comments don't count. How many lines does main.py have?",
  "Leave the drafts out. How many files are there?",
  "Only the finished ones matter. How many files are in docs?",
  "I'm talking about the other laptop. Is there a file called budget.csv?",
  "Forget generated code. How many TypeScript files do we have?",
  "Please forget generated code. How many TypeScript files do we have?",
  "Forget about all drafts – how many files are there?",
  "Comments aside. How many lines does main.py have?",
  "Not here, on the backup disk. How many folders are there?",
  "How many files are there? Only count what Anna wrote.",
  "Laisse de côté les brouillons. Combien y a-t-il de fichiers ?",
  "Je parle de l'autre ordinateur. Y a-t-il un fichier budget.csv ?",
  "Deja fuera los borradores. ¿Cuántos archivos hay?",
  "No cuentes los comentarios. ¿Cuántas líneas tiene main.py?",
  "Ich rede vom anderen Laptop. Gibt es eine Datei budget.csv?",
  "Leerzeilen bitte nicht mitrechnen. Welche Markdown-Datei ist die längste?",
])("a sentence beside the question that narrows it is not passed over: %s", (question) => {
  expect(match(question)).toBeNull();
});

test("a question after what may mean more is offered alone", () => {
  const read = match('The order does not matter. Which files contain "foo"?');
  expect(read?.usual).toBe('Which files contain "foo"?');
});

test("what narrows a question is named where it would be read without that, and nothing else is", () => {
  expect(narrowers("Forget generated code. How many Python files are there?")).toEqual(["Forget generated code."]);
  expect(narrowers("Just curious. How many files are there?")).toEqual([]);
  expect(narrowers("Comments don't count. Why is the sky blue?")).toEqual([]);
});

test.each([
  ["Just curious. How many files are there?", "How many files are there?"],
  ["I only need the number. How many files are in docs?", "How many files are in docs?"],
  ["Leave docs out. How many files are there?", "How many files are there except docs?"],
  ["Hi. Count how many files there are.", "How many files are there?"],
  ["Hi. Just show me the Python files.", "Show me the Python files"],
  ["Bonjour. Compte les fichiers Python.", "Combien de fichiers Python y a-t-il ?"],
  ["Solo curiosidad. ¿Cuántos archivos hay?", "¿Cuántos archivos hay?"],
  ["Nur aus Neugier. Wie viele Dateien gibt es?", "Wie viele Dateien gibt es?"],
])("%s means: %s", (one, other) => {
  const read = match(one);
  expect(read && meaningOf(read.slots)).toBe(meaningOf(match(other)!.slots));
});

test.each<[string, string, boolean]>([
  ['Which Markdown files do not contain "foo"?', 'In which Markdown files is "foo" brought up?', true],
  ['Which Markdown files do not contain "foo"?', 'Which Markdown files lack "foo"?', false],
  ['Which Markdown files contain "foo"?', 'In which Markdown files is "foo" brought up?', false],
  ["Welche Markdown-Dateien enthalten „foo“ nicht?", "Wo in Markdown kommt „foo“ zur Sprache?", true],
  ["Welche Markdown-Dateien enthalten „foo“ nicht?", "Welchen Markdown-Dateien fehlt „foo“?", false],
  ["Quels fichiers Markdown ne contiennent pas « foo » ?", "Où parle-t-on de « foo » en Markdown ?", true],
  ["¿Qué archivos Markdown no contienen «foo»?", "¿Qué archivos Markdown traen «foo»?", true],
])("what nobody denied is not read as denied: %s is no reading of %s: %s", (read, question, isOther) => {
  const reading = match(read)!;
  expect(isOpposite(tokenize(question, speak(reading.language).words), reading)).toBe(isOther);
});
