import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readGraph } from "./graph.ts";

const places = (...names: string[]) => ({ files: { places: names } });

test.each([
  ["is there an import cycle between the files in lib/?", { asks: "cycles", ...places("lib/") }],
  ["circular requires between app.js and the files in lib?", { asks: "cycles", ...places("app.js", "lib") }],
  ["do src/a.ts and src/b.ts import each other?", { asks: "cycles", names: ["src/a.ts", "src/b.ts"] }],
  ["Is there a circular import between _a.py and _b.py?", { asks: "cycles", names: ["_a.py", "_b.py"] }],
  [
    "which file in src/core (tests aside) is imported by no other file under src?",
    { asks: "unimported", tests: "without", ...places("src/core") },
  ],
  [
    "any dead files in lib, i.e. never required by app.js or another lib file?",
    { asks: "unimported", ...places("lib") },
  ],
  ["which files are never imported?", { asks: "unimported" }],
  [
    "which names exported by the lib files are not imported by any other file in the package",
    { asks: "unusedexports", ...places("lib") },
  ],
  ["are there unused exports in src?", { asks: "unusedexports", ...places("src") }],
  ["which module in lib/ is required by the most files (app.js and lib counted)?", { asks: "mostimported" }],
  ["which files have no test?", { asks: "untested" }],
  ["which tests cover lib/a.js?", { asks: "testsof", names: ["lib/a.js"] }],
  ["Gibt es Importzyklen in src?", { asks: "cycles", language: "de" }],
  ["Welche Dateien werden nie importiert?", { asks: "unimported", language: "de" }],
  ["Welche Datei wird am häufigsten importiert?", { asks: "mostimported", language: "de" }],
  ["Quels fichiers ne sont jamais importés ?", { asks: "unimported", language: "fr" }],
  ["¿Hay ciclos de importación?", { asks: "cycles", language: "es" }],
])("%s", (question, wanted) => {
  expect(readGraph(question)).toMatchObject(wanted);
});

test.each([
  "what is the life cycle of a frog?",
  "which file imports the most modules?",
  "which imports are unnecessary",
  "are there error codes defined in lib/errors.js that nothing uses?",
  "is the code well tested?",
  "which tests are slow?",
  "does the committee cover travel?",
])("asks for more, or for something else: %s", (question) => {
  expect(readGraph(question)).toBeNull();
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("graph.schema") as Schema, json("graph"))).toBeUndefined();
});
