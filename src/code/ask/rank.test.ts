import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readRank } from "./rank.ts";

test.each([
  ["longest function in lib/?", { by: "lines", most: true, name: null }],
  ["Which Java method is the most complex of all?", { by: "cyclomatic", most: true }],
  ["how complex is findRoute in src?", { by: "cyclomatic", name: "findRoute" }],
  ["Welche Methode ist die komplexeste im ganzen Projekt?", { by: "cyclomatic", most: true }],
  ["Quelle fonction a la plus grande complexité cyclomatique ?", { by: "cyclomatic", most: true }],
  ["¿Cuál es la función más corta de lib/a.js?", { by: "lines", most: false }],
  ["Which function has the most parameters?", { by: "parameters", most: true, name: null }],
  ["how long is the function walk", { by: "lines", name: "walk" }],
  ["how many arguments does ld() take?", { by: "parameters", name: "ld" }],
  ["list the parameters of the function walk in tree.go", { by: "parameters", name: "walk" }],
  ["arguments taken by the constructor of Sender", { by: "parameters", name: "Sender", isConstructor: true }],
  ["Which parameters of Route.__init__ can only be passed by keyword?", { name: "Route.__init__", taken: ["keyword"] }],
  ["required parameters of make_url", { name: "make_url", taken: ["-optional"] }],
  ["top 5 functions by length in src", { by: "lines", of: "function", first: 5 }],
  ["the three longest methods", { first: 3, most: true }],
  ["the longest class in lib - which one, and where", { by: "lines", of: "class" }],
  ["name the longest go function, test code or otherwise", { of: "function", files: { kinds: ["go"] } }],
  ["Welche Parameter hat die Funktion walk?", { by: "parameters", name: "walk" }],
])("%s", (question, wanted) => {
  expect(readRank(question)).toMatchObject(wanted);
});

test.each([
  "which function in tree.go is the ugliest",
  "What are the parameters of the study?",
  "How many arguments does the author make?",
  "How long is the trip?",
  "Which parameters are deprecated in a.ts?",
  "what is the longest file",
  "Which class has the most parameters?",
  "What is the second longest function?",
  "the 3 functions of a triangle",
  "What is the longest top-level function?",
  "Why is the longest function so long?",
])("asks for no such function: %s", (question) => {
  expect(readRank(question)).toBeNull();
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("ranks.schema") as Schema, json("ranks"))).toBeUndefined();
});

test("what is asked beside is left out only where the answer tells it", () => {
  for (const beside of [", and its length in lines?", " and where does it live?", "? Name, file and number of lines."])
    expect(readRank(`What is the longest function in src${beside}`)).toMatchObject({ by: "lines", most: true });
  expect(readRank("Which function in src has the most parameters and how long is it?")).toBeNull();
});
