import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readRelation } from "./relation.ts";

const files = (more: object = {}) => ({
  ...{ kinds: [], places: [], direct: false, state: null, bounds: [], own: null },
  not: { kinds: [], names: [] },
  ...more,
});

test.each([
  [
    "If I rename the class DualOptions, which files do I have to touch?",
    { relation: "uses", asks: "by", name: "DualOptions" },
  ],
  [
    "modules in src with an import statement for urllib3 or one of its submodules, which ones?",
    { relation: "imports", asks: "by", name: "urllib3" },
  ],
  [
    "which files in src/app import click (any submodule, TYPE_CHECKING blocks included)?",
    { relation: "imports", asks: "by", name: "click" },
  ],
  ["if kReply gets renamed, which files in lib are affected", { relation: "uses", asks: "by", name: "kReply" }],
  ["what uses Allocator? want to know what breaks if i delete it", { relation: "uses", asks: "by", name: "Allocator" }],
  ["Welche Dateien sind betroffen, wenn ich parseArgs umbenenne?", { relation: "uses", asks: "by", name: "parseArgs" }],
  ["parent class of Dog?", { relation: "extends", asks: "of", name: "Dog" }],
  ["superclass of Dog in src", { relation: "extends", asks: "of", name: "Dog", files: files({ places: ["src"] }) }],
  ["which classes inherit directly from animal", { relation: "extends", asks: "by", name: "animal" }],
  ["Ruft main run auf?", { relation: "calls", asks: "whether", name: "run", subject: "main", language: "de" }],
  ["does a.ts export parse?", { relation: "exports", asks: "whether", name: "parse", subject: "a.ts" }],
  ["who imports lib/a.js?", { relation: "imports", asks: "by", name: "lib/a.js", how: "list" }],
  ["which test files use proxyquire", { relation: "uses", asks: "by", name: "proxyquire", tests: "only" }],
  [
    "Which files in src require the symbols module from lib?",
    { name: "symbols", where: ["lib"], files: files({ places: ["src"] }) },
  ],
  ["what does lib/worker import", { relation: "imports", asks: "of", name: "lib/worker" }],
  ["stdlib imports of tree.go?", { relation: "imports", asks: "of", name: "tree.go", stdlib: true }],
  ["Does a.ts import b.ts?", { relation: "imports", asks: "whether", name: "b.ts", subject: "a.ts", how: "any" }],
  [
    "Is findAll() still called outside of the tests?",
    { relation: "calls", asks: "by", name: "findAll", tests: "without", how: "any" },
  ],
  ["callers of the batch helper ld() in non-test code", { relation: "calls", name: "ld", tests: "without" }],
  ["how many call sites does longestPrefix have?", { relation: "calls", name: "longestPrefix", how: "sites" }],
  ["Who calls Validate.wtf and how many times?", { relation: "calls", name: "Validate.wtf", how: "sites" }],
  ["wich files outside lib import zod", { name: "zod", files: files({ not: { kinds: [], names: ["lib"] } }) }],
  ["Which classes extend LeafNode directly?", { relation: "extends", asks: "by", name: "LeafNode" }],
  ["I'd like to drop simplejson. Who imports it?", { relation: "imports", asks: "by", name: "simplejson" }],
  ["Wer bindet lib/a ein?", { relation: "imports", asks: "by", name: "lib/a", language: "de" }],
  ["Was importiert lib/a.js?", { relation: "imports", asks: "of", name: "lib/a.js", language: "de" }],
  [
    "Wird _nop auch außerhalb von a.py verwendet?",
    { relation: "uses", name: "_nop", how: "any", files: files({ not: { kinds: [], names: ["a.py"] } }) },
  ],
  ["Où genCache est-elle appelée ?", { relation: "calls", asks: "by", name: "genCache", language: "fr" }],
  ["Quelles fonctions exporte lib/time ?", { relation: "exports", asks: "of", name: "lib/time", language: "fr" }],
  ["Voy a cambiar addRoute: ¿dónde se llama?", { relation: "calls", asks: "by", name: "addRoute", language: "es" }],
  [
    "¿Qué archivo de src importa warnings?",
    { relation: "imports", name: "warnings", files: files({ places: ["src"] }), language: "es" },
  ],
])("%s", (question, wanted) => {
  expect(readRelation(question)).toMatchObject(wanted);
});

test.each([
  "Can you delete every file that imports lodash?",
  "Why does a.ts import b.ts?",
  "who calls findAll most often?",
  "How many functions call findAll?",
  "Which file is imported by no other?",
  "Only direct ones count. Who calls findAll?",
  "Do a.ts and b.ts import each other?",
  "Which file calls findAll and fails?",
  "How much memory does the cache use?",
])("asks for no such relation: %s", (question) => {
  expect(readRelation(question)).toBeNull();
});

test("any text is read or left, and what is named stands in it", () => {
  const word = fc.constantFrom(
    "who",
    "calls",
    "imports",
    "is",
    "a.ts",
    "lib",
    "in",
    "by",
    "tests",
    "findAll",
    "where",
    "and",
    "not",
    "?",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 9 }), (words) => {
      const question = words.join(" ");
      const read = readRelation(question);
      if (read) expect(question).toContain(read.name);
    }),
  );
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("relations.schema") as Schema, json("relations"))).toBeUndefined();
});
