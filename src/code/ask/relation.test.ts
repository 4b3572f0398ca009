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
  ["every class that inherits from Animal", { relation: "extends", asks: "by", name: "Animal", how: "list" }],
  ["which classes inherit directly from animal", { relation: "extends", asks: "by", name: "animal" }],
  ["Ruft main run auf?", { relation: "calls", asks: "whether", name: "run", subject: "main", language: "de" }],
  ["quels paquets sont importés par mux.go ?", { relation: "imports", asks: "of", name: "mux.go" }],
  ["does a.ts export parse?", { relation: "exports", asks: "whether", name: "parse", subject: "a.ts" }],
  ["who imports lib/a.js?", { relation: "imports", asks: "by", name: "lib/a.js", how: "list" }],
  ["which test files use proxyquire", { relation: "uses", asks: "by", name: "proxyquire", tests: "only" }],
  [
    "Which files in src require the symbols module from lib?",
    { name: "symbols", where: ["lib"], files: files({ places: ["src"] }) },
  ],
  ["die() call count in src", { relation: "calls", asks: "by", name: "die", how: "count" }],
  ["what does lib/worker import", { relation: "imports", asks: "of", name: "lib/worker" }],
  ["stdlib imports of tree.go?", { relation: "imports", asks: "of", name: "tree.go", sort: "builtin" }],
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
  ["Voy a cambiar addRoute: ¿dónde se llama?", { relation: "calls", asks: "by", name: "addRoute", language: "es" }],
  ["what does retryer pull in from its siblings", { relation: "imports", asks: "of", name: "retryer", sort: "own" }],
  [
    "third party packages required by the library code",
    { relation: "imports", asks: "of", name: null, sort: "package", tests: "without" },
  ],
  ["node builtins used by a.js", { relation: "imports", asks: "of", name: "a.js", sort: "builtin", how: "list" }],
  ['who requires "stream"? (the node one)', { asks: "by", name: "stream", sort: "builtin" }],
  ["which ts files have no import statement", { relation: "imports", asks: "by", name: null, not: true }],
  [
    "modules that dont start with from __future__ import annotations",
    { relation: "imports", asks: "by", name: "__future__.annotations", not: true },
  ],
  ["which files in src don't import zod", { name: "zod", not: true, files: files({ places: ["src"] }) }],
  ["packages imported lazily in lib/a.py", { asks: "of", name: null, sort: "late", how: "list" }],
  ["does a.py import io at run time or just for type checking", { asks: "whether", name: "io", sort: "runtime" }],
  ["does src/index.ts re-export the locales?", { asks: "whether", name: "locales", sort: "again" }],
  ["starlette.* imports of a.py", { asks: "of", name: "a.py", from: "starlette.*" }],
  ["Only one file touches yaml I think. Which one?", { relation: "uses", asks: "by", name: "yaml" }],
  [
    "non-test files importing pflag, including the doc folder",
    { name: "pflag", files: files({ not: { kinds: ["test"], names: [] } }) },
  ],
  ["functions calling has_scope", { relation: "calls", asks: "by", name: "has_scope" }],
  ["How many functions call findAll?", { relation: "calls", asks: "by", name: "findAll", how: "count" }],
  ["does findFlag have more than one caller?", { relation: "calls", name: "findFlag", than: { least: 2, most: null } }],
  ["how often does a.js call this.fail", { asks: "whether", name: "this.fail", subject: "a.js", how: "sites" }],
  ["how many calls to _set does copy make", { asks: "whether", name: "_set", subject: "copy", how: "sites" }],
  [
    "which helpers from other files does sendAll use",
    { relation: "calls", asks: "of", name: "sendAll", sort: "other" },
  ],
  ["NO_RESULT looks unused. True?", { relation: "uses", name: "NO_RESULT", unused: true }],
  ["run_all: dead code?", { relation: "uses", name: "run_all", unused: true }],
  [
    "If I change the signature of clone_arc, which functions break?",
    { relation: "calls", asks: "by", name: "clone_arc" },
  ],
  ["min_u64 - which source file calls it and on which line", { relation: "calls", asks: "by", name: "min_u64" }],
  ["is findAll only called by tests?", { relation: "calls", asks: "by", name: "findAll", tests: "alone" }],
  [
    "to_ordinal usages inside lib/, by file",
    { relation: "uses", name: "to_ordinal", files: files({ places: ["lib/"] }) },
  ],
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
  "Which file is imported by no other?",
  "Only direct ones count. Who calls findAll?",
  "Do a.ts and b.ts import each other?",
  "Which file calls findAll and fails?",
  "which ts files import nothing but types",
  "who calls findAll only twice?",
  "who calls the internal helper findAll()?",
  "which files don't import third-party packages",
  "Which files import zod and don't import yup?",
  "How much memory does the cache use?",
  "How many classes does a.ts export?",
  "¿Cuántas clases exporta a.ts?",
  "Quelles fonctions exporte lib/time ?",
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
      if (read && read.name !== null) expect(question).toContain(read.name);
    }),
  );
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("relations.schema") as Schema, json("relations"))).toBeUndefined();
});

test("of two things that are joined by or, no one alone is asked about", () => {
  expect(readRelation("does lib/a.js or lib/b.js import qs")).toBeNull();
});
