import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declarations } from "../../core/declaration.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readDeclared } from "./declared.ts";

const whole = { holder: null, marks: "", beside: null, with: null, withoutConstructors: false, of: { is: "all" } };

test.each([
  ["Which classes are declared in lib/, and how many?", { kind: "class", files: { places: ["lib/"] } }],
  ["name every struct in src/set/iter.rs", { kind: "struct", files: { places: ["src/set/iter.rs"] } }],
  ["classes in src/a.py", { kind: "class", files: { places: ["src/a.py"] } }],
  [
    "which .py files in src don't declare any class",
    { kind: "class", of: { is: "files", none: true }, files: { kinds: ["*.py"], places: ["src"] } },
  ],
  ["which test files have no test functions?", { kind: "function", marks: "test", of: { is: "files", none: true } }],
  [
    "Welche Dateien in src enthalten keine Klassen?",
    { kind: "class", of: { is: "files", none: true }, language: "de" },
  ],
  ["quels fichiers ne déclarent aucune interface ?", { kind: "interface", of: { is: "files", none: true } }],
  ["¿qué archivos de lib no declaran ninguna clase?", { kind: "class", of: { is: "files", none: true } }],
  ["how many files in lib define an enum?", { kind: "enum", of: { is: "files", none: false } }],
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
  ["que campos tiene el struct Penalties?", { kind: "field", holder: "Penalties", language: "es" }],
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
  [
    "does Router or Route have more methods?",
    { of: { is: "than", names: ["Router", "Route"], more: true, which: true } },
  ],
  ["Hat A mehr Methoden als B?", { of: { is: "than", names: ["A", "B"], more: true, which: false } }],
  ["which class in lib has the most methods", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["Which file declares the fewest functions?", { kind: "function", of: { is: "most", kind: "file", least: true } }],
  ["¿Qué clase tiene más métodos?", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["Quelle classe a le plus de méthodes ?", { kind: "method", of: { is: "most", kind: "class", least: false } }],
  ["which source file declares the class $Registry", { of: { is: "where", name: "$Registry", kind: "class" } }],
  ["Wo ist parseArgs definiert?", { of: { is: "where", name: "parseArgs", kind: null }, language: "de" }],
  ["How many private methods does Command have?", { kind: "method", holder: "Command", marks: "private" }],
  ["private (#) methods of Pool", { kind: "method", holder: "Pool", marks: "#" }],
  ["How many top-level classes does a.py define?", { kind: "class", marks: "-nested", files: { places: ["a.py"] } }],
  ["Which methods are static?", { kind: "method", marks: "static" }],
  ["name every async method on Store", { kind: "method", holder: "Store", marks: "async" }],
  ["is there an abstract method anywhere in src? what is it called", { kind: "method", marks: "abstract" }],
  ["Does lib contain a single async function?", { kind: "function", marks: "async", files: { places: ["lib"] } }],
  ["non-static methods of Box that are not exported", { kind: "method", holder: "Box", marks: "-static -exported" }],
  ["show me the dataclasses in app/", { kind: "class", marks: "@dataclass", files: { places: ["app/"] } }],
  ["In the Box class, which members are getters?", { kind: "getter", holder: "Box" }],
  [
    "how many interfaces does a.ts declare, and how many of those are exported?",
    { kind: "interface", beside: "exported", files: { places: ["a.ts"] } },
  ],
  ["what does the Bytes struct hold?", { kind: "field", holder: "Bytes" }],
  ["Settings - fields please, unexported one too", { kind: "field", holder: "Settings" }],
  ["State: what members, and with which numbers?", { kind: "member", holder: "State", with: "values" }],
  ["what attributes does a State get when it is constructed", { kind: "field", holder: "State", marks: "initial" }],
  ["When writing my own Base subclass, which method must I implement?", { holder: "Base", with: "must" }],
  ["how many #[test] functions has tests/a.rs", { kind: "function", marks: "test" }],
  [
    "does a_test.go have more tests than b_test.go?",
    { marks: "test", of: { is: "than", names: ["a_test.go", "b_test.go"], more: true, which: false } },
  ],
  ["Which test file holds the most Test functions?", { marks: "test", of: { is: "most", kind: "file" } }],
  // What is no place of the folder may be how a type is called.
  ["How many properties are there in box?", { kind: "property", files: { places: ["box"] } }],
  ["What are the methods of commandline", { kind: "method", files: { places: ["commandline"] } }],
  ["Welche statischen Methoden hat die Klasse Konto?", { holder: "Konto", marks: "static", language: "de" }],
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
  "How many getters and setters does Box have?",
  "How many recursive methods does Box have?",
  "How many async functions were added last week?",
  "What does the museum hold?",
  "What does the class Box hold?",
  "Which functions are set in the constructor?",
  "Which method does every subclass call?",
  "Which types are there?",
  "What is a class?",
  "How many methods are in a.ts without tests?",
  "How many members does the club have?",
  "Which fields are required?",
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
