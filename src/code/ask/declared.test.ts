import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declarations } from "../../core/declaration.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readDeclared } from "./declared.ts";

const whole = { holder: null, withoutConstructors: false };

test.each([
  ["Which classes are declared in lib/, and how many?", { kind: "class", files: { places: ["lib/"] } }],
  ["classes declared in a/b.ts: how many, exported or not?", { kind: "class", files: { places: ["a/b.ts"] } }],
  [
    "How many methods does the Help class in lib/help.js have, constructor not counted?",
    { kind: "method", holder: "Help", files: { places: ["lib/help.js"] }, withoutConstructors: true },
  ],
  ["number of getters in `Box` (dunder methods count)", { kind: "getter", holder: "Box" }],
  ["How many methods are there on *Command?", { kind: "method", holder: "Command" }],
  ["Wie viele Klassen gibt es in src/click?", { kind: "class", files: { places: ["src/click"] } }],
  [
    "Combien de méthodes a la classe Session dans sessions.py ?",
    { kind: "method", holder: "Session", files: { places: ["sessions.py"] } },
  ],
  ["¿Cuántas funciones hay en api.py?", { kind: "function", files: { places: ["api.py"] }, language: "es" }],
  [
    "How many functions are in src but not in tests?",
    { kind: "function", files: { places: ["src"], not: { names: ["tests"], kinds: [] } } },
  ],
  [
    "Skipping the tests, how many struct types does the lib package declare?",
    { kind: "struct", files: { places: ["lib"] } },
  ],
  ["num functoins in x.py pls", { kind: "function", files: { places: ["x.py"] } }],
  ["Gibt es Interfaces in src?", { kind: "interface", files: { places: ["src"] }, language: "de" }],
  ["how many exception classes in src/exceptions.py", { kind: "class", files: { places: ["src/exceptions.py"] } }],
])("%s", (question, expected) => {
  expect(readDeclared(question)).toMatchObject({ ...whole, ...expected });
});

test.each([
  "How many classes does the school offer?",
  "How many private methods does Command have?",
  "How many getters and setters does Box have?",
  "Which types are there?",
  "How many top-level classes does a.py define?",
  "Which methods are static?",
  "How many exported functions are in api.py?",
  "What is a class?",
  "How many methods are in a.ts without tests?",
])("%s asks for more, or for something else", (question) => {
  expect(readDeclared(question)).toBeNull();
});

test("what is asked for is what claims know", () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  for (const tongue of ["en", "de", "fr", "es"]) {
    const kinds = Object.keys(read("declared")[tongue].declared);
    expect(kinds.filter((kind) => !declarations.includes(kind))).toEqual([]);
    expect(kinds.filter((kind) => !(kind in read("said")[tongue].kind))).toEqual([]);
  }
  for (const name of ["declared", "said"])
    expect(faultOf(read(`${name}.schema`) as Schema, read(name))).toBeUndefined();
});
