import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";

const src = { places: ["src"] };

test.each([
  ["Where is a.md?", { asks: "place", file: "a.md" }],
  ["in which folder does a.md lie", { asks: "place", file: "a.md" }],
  ["find a.md", { asks: "place", file: "a.md" }],
  ["Is there a file called a.md?", { asks: "place", file: "a.md" }],
  ["does this folder contain a.md?", { asks: "place", file: "a.md" }],
  ["is there a README?", { asks: "place", file: "README" }],
  ["are there more js files than ts files?", { asks: "compare", one: ["javascript"], isOfSorts: true }],
  ["how many more .md than .txt files are there?", { asks: "compare", gap: true, one: ["*.md"], other: ["*.txt"] }],
  ["which files contain foo", { asks: "lines", how: "files", texts: [{ text: "foo", isLoose: true }] }],
  ["does a.md contain foo", { asks: "lines", how: "any", texts: [{ text: "foo" }] }],
  ["Wo liegt a.md?", { language: "de", asks: "place", file: "a.md" }],
  ["¿Dónde se encuentra a.md?", { language: "es", asks: "place", file: "a.md" }],
  ["When was a.md last changed?", { asks: "modified", file: "a.md" }],
  ["modification date of src/a.md", { asks: "modified", file: "src/a.md" }],
  ["Wann wurde a.md zuletzt geändert?", { language: "de", asks: "modified", file: "a.md" }],
  ["Quand a.md a-t-il été modifié ?", { language: "fr", asks: "modified", file: "a.md" }],
  ["What types of files are in src?", { asks: "types", files: src }],
  ["count files by extension", { asks: "types" }],
  ["Quels types de fichiers y a-t-il ?", { language: "fr", asks: "types" }],
  ["Are there identical files in src?", { asks: "twins", files: src }],
  ["¿Qué archivos tienen el mismo contenido?", { language: "es", asks: "twins" }],
  ["How many folders are at the top level?", { asks: "folders", how: "count", files: { direct: true } }],
  ["Wie viele Ordner gibt es in src?", { language: "de", asks: "folders", how: "count", files: src }],
])("%s", (question, expected) => {
  expect(readAmount(question)).toMatchObject(expected);
});

test.each([
  ["Which files changed since Monday?", { files: { times: [{ is: "since", said: "Monday" }] } }],
  ["files modified in the last 3 days in src", { files: { ...src, times: [{ is: "within", said: "3 days" }] } }],
  ["Since 5 March 2024, how many files have changed?", { how: "count", files: { times: [{ said: "5 March 2024" }] } }],
  ["which files are older than 2 weeks?", { files: { times: [{ is: "before", said: "2 weeks" }] } }],
  ["Welche Dateien wurden seit gestern geändert?", { language: "de", files: { times: [{ is: "since" }] } }],
  ["Quels fichiers ont été modifiés depuis le 2024-01-01 ?", { files: { times: [{ is: "since" }] } }],
  ["Which file was changed last?", { asks: "extreme", by: "modified", most: true }],
  ["Which files have te in their name?", { files: { titles: [{ is: "holds", text: "te" }] } }],
  ["py files whose name starts with te", { files: { kinds: ["*.py"], titles: [{ is: "starts", text: "te" }] } }],
  ["Which files are called test_*.py?", { asks: "files", files: { kinds: ["test_*.py"], titles: [] } }],
  ["Welche Dateien haben te im Namen?", { language: "de", files: { titles: [{ is: "holds", text: "te" }] } }],
])("when files were changed and how they are called narrows which are meant: %s", (question, expected) => {
  expect(readAmount(question)).toMatchObject(expected);
});

test.each([
  ["Do all md files in docs contain 'x y'?", { asks: "all", claim: { text: "x y" }, files: { places: ["docs"] } }],
  ["Enthält jede Python-Datei 'x y'?", { language: "de", asks: "all", files: { kinds: ["python"] } }],
  ["Chaque fichier Python mentionne-t-il « x y » ?", { language: "fr", asks: "all" }],
  [
    "Is every file smaller than 10 KB?",
    { asks: "all", claim: { bounds: [["bytes", "<", 10000]] }, files: { bounds: [] } },
  ],
  ["Haben alle Java-Dateien weniger als 500 Zeilen?", { asks: "all", files: { kinds: ["java"] } }],
  [
    "were all md files in docs changed since Monday?",
    { asks: "all", claim: { times: [{ said: "Monday" }] }, files: { times: [] } },
  ],
  ["Sind alle Dateien leer?", { asks: "all", claim: { state: "empty" }, files: { state: null } }],
  ["are there empty files in all of src", { asks: "files", how: "any", files: { state: "empty", places: ["src"] } }],
  ["Steht 'x y' in a.md?", { language: "de", asks: "lines", how: "any", files: { places: ["a.md"] } }],
  ["¿a.md contiene 'x y'?", { language: "es", asks: "lines", how: "any", files: { places: ["a.md"] } }],
  ["Does 'x y' occur in a.md, and where?", { asks: "lines", how: "lines", files: { places: ["a.md"] } }],
  ["How many lines in all files contain 'x y'?", { asks: "lines", how: "lines" }],
  ["Of all files, how many lines contain 'x y'?", { asks: "lines", how: "lines" }],
  ["How many TODOs are there?", { asks: "lines", how: "lines", texts: [{ text: "TODO" }] }],
  ["files larger than 5,000 bytes", { files: { bounds: [["bytes", ">", 5000]] } }],
])("whether files hold a text, and how much: %s", (question, expected) => {
  expect(readAmount(question)).toMatchObject(expected);
});

test.each([
  "Where is a.md mentioned?",
  "Where is a.md in b.md?",
  "List a.md",
  "When was a.md written by Ann?",
  "When was a.md last changed by Ann?",
  "When was a.md last changed and why?",
  "How do the types of files differ?",
  "Which functions are identical?",
  "Are the files identical to those of last year?",
  "Which files changed?",
  "Which files were created since Monday?",
  "Which Python files are called often?",
  "By name, list all Markdown files",
  "Do all md files contain 'x' or 'y'?",
  "Do all md files not contain 'x'?",
  "How many lines in every file contain 'x y'?",
  "files larger than 1.500 KB",
  "Wann wurde a.md von Ann geändert?",
])("%s asks for more, or for something else", (question) => {
  expect(readAmount(question)).toBeNull();
});
