import { expect, test } from "vitest";
import { beyond } from "./beyond.ts";

test.each([
  "Which functions are slow?",
  "which files are unused?",
  "What is the slowest part of this project?",
  "who changed src/index.ts?",
  "Which files are never imported?",
  "Is this code well organised?",
  "Welche Dateien werden nie importiert?",
  "Quels fichiers sont inutilisés ?",
  "¿Qué funciones son lentas?",
])("nothing measures what is asked: %s", (question) => {
  expect(beyond(question)?.say).toMatch(/.\.$/);
});

test.each([
  "Which files import react?",
  "Why is the slow start of TCP called slow?",
  "Who wrote the old harbour's log?",
  "Which classes of ships are slow in shallow water?",
  "What is a bug bounty?",
  "Is the door slow?",
])("the texts may say: %s", (question) => {
  expect(beyond(question)).toBeNull();
});
