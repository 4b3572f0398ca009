import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declarations } from "../../core/declaration.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readDeclared } from "./declared.ts";

const whole = { holder: null, withoutConstructors: false, of: { is: "all" } };

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
  ["which fields does the struct Command have", { kind: "field", holder: "Command" }],
  ["how many variants has the enum Shape?", { kind: "variant", holder: "Shape" }],
  [
    "What are the methods of Option in option.js?",
    { kind: "method", holder: "Option", files: { places: ["option.js"] } },
  ],
  ["list the members of enum Color in a.ts", { kind: "member", holder: "Color" }],
  ["Welche Felder hat die Klasse Konto?", { kind: "field", holder: "Konto", language: "de" }],
  ["Quels sont les champs de la structure Client ?", { kind: "field", holder: "Client", language: "fr" }],
  ["¿Qué propiedades tiene la interfaz Usuario?", { kind: "property", holder: "Usuario", language: "es" }],
  [
    "Does Command declare more methods than Option?",
    { kind: "method", of: { is: "than", names: ["Command", "Option"], more: true, which: false } },
  ],
  [
    "Which declares more functions, a.py or b.py?",
    { kind: "function", of: { is: "than", names: ["a.py", "b.py"], more: true, which: true } },
  ],
  ["Hat A mehr Methoden als B?", { of: { is: "than", names: ["A", "B"], more: true, which: false } }],
  ["which class in lib has the most methods", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["Which file declares the fewest functions?", { kind: "function", of: { is: "most", kind: "file", least: true } }],
  ["¿Qué clase tiene más métodos?", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["Quelle classe a le plus de méthodes ?", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["which source file declares the class $Registry", { of: { is: "where", name: "$Registry", kind: "class" } }],
  ["Wo ist parseArgs definiert?", { of: { is: "where", name: "parseArgs", kind: null }, language: "de" }],
  ["which enums does lib declare? nested ones too", { kind: "enum", files: { places: ["lib"] } }],
  [
    "How many methods are there on *Command in the root package (test files left out)?",
    { kind: "method", holder: "Command", files: { direct: true, not: { kinds: ["test"], names: [] } } },
  ],
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
  "How many members does the club have?",
  "Which fields are required?",
  "What values does the company hold?",
  "How many properties are there in src?",
  "Which class has the most members?",
  "Does Command declare more methods than it needs?",
  "Which methods are called the most?",
  "Where is whitespace defined?",
  "Where does the company live?",
])("%s asks for more, or for something else", (question) => {
  expect(readDeclared(question)).toBeNull();
});

test("what is asked for is what claims know", () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  for (const tongue of ["en", "de", "fr", "es"]) {
    const kinds = Object.keys(read("declared")[tongue].declared);
    expect(kinds.filter((kind) => kind !== "member" && !declarations.includes(kind))).toEqual([]);
    expect(kinds.filter((kind) => !(kind in read("said")[tongue].kind))).toEqual([]);
  }
  for (const name of ["declared", "said"])
    expect(faultOf(read(`${name}.schema`) as Schema, read(name))).toBeUndefined();
});
