import { expect, test } from "vitest";
import { speak, type Tongue } from "./data.ts";
import { knownOf } from "./likeness.ts";
import { mask } from "./mask.ts";
import { tokenize } from "./tokens.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const said =
  "for a i need the largest file how many files are there people left big is which exceed over it in yes no si entro cuantos archivos de hay";
const known = knownOf({
  words: said.split(" "),
  foreign: ["big"],
  folders: ["folder"],
  places: ["in", "en"],
  files: ["file", "files", "archivos"],
  everyday: ["test", "server"],
});

/** What a question names, each thing as its sort and text; a question mark behind what may as well name nothing. */
function marksOf(question: string, tongue: Tongue = "en"): string[] {
  const language = speak(tongue);
  const { marks } = mask(tokenize(question, language.words), question, language, known, now);
  return marks.map(({ sort, text, isLoose }) => `${sort} ${text}${isLoose ? "?" : ""}`);
}

test.each<[string, string[], Tongue?]>([
  ["For a test I need the largest Python file.", ["kind test?", "kind Python"]],
  ["How many test files are there?", ["kind test"]],
  ["Two people left. How big is a.md?", ["number Two?", "foreign big", "file a.md"]],
  ["How many files are there in server?", ["folder server"]],
  ["Which files exceed 5 kB?", ["size 5 kB"]],
  ["Which 3 files are over 2,000 bytes?", ["number 3", "size 2,000 bytes"]],
  ["¿Cuántos archivos hay de 15/06/2026?", ["date 15/06/2026"], "es"],
  ["Is `a.md` in docs, yes/no?", ["file `a.md`", "folder docs"]],
  ["Si entro en tests, ¿cuántos archivos hay?", ["folder tests"], "es"],
  ["¿Cuántos archivos de tests hay?", ["kind tests"], "es"],
])("%s", (question, marks, tongue) => {
  expect(marksOf(question, tongue)).toEqual(marks);
});
