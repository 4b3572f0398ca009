import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readManifest } from "./manifest.ts";

const none = { names: [], runtime: null, scopes: [] };

test.each([
  ["what licence is this under", { wants: ["licence"] }],
  ["which node version is required?", { wants: ["requires"], runtime: "node" }],
  ["what does `npm test` run", { wants: ["scripts"], names: ["test"] }],
  ["what does npm test actually run here", { wants: ["scripts"], names: ["test"] }],
  ["Our image is on Node 18. Which Node does this package ask for?", { wants: ["requires"], runtime: "node" }],
  ["runtime dependancies?", { wants: ["dependencies"], scopes: ["runtime"] }],
  [
    "how many runtime dependencies are declared in package.json (not dev)",
    { wants: ["dependencies"], scopes: ["runtime"] },
  ],
  ["pino version range?", { wants: ["dependencies"], names: ["pino"] }],
  [
    "go version in go.mod and which pflag do we pin?",
    { wants: ["requires", "dependencies"], runtime: "go", names: ["pflag"] },
  ],
  ["what version of typescript do we use?", { wants: ["dependencies"], names: ["typescript"] }],
  ["does it depend on left-pad?", { wants: ["dependencies"], names: ["left-pad"], polar: true }],
  ["what's listed under sideEffects", { wants: ["key"], names: ["sideEffects"] }],
  ["which console command gets installed and what does it point to", { wants: ["entry"] }],
  ["pyproject.toml has no version line. Where does the build take the version from?", { wants: ["version"] }],
  ["Is it licensed under MIT?", { wants: ["licence"], names: ["MIT"], polar: true }],
  ["Which packages does it depend on?", { wants: ["dependencies"] }],
  [
    "is mocha a dependency or a devDependency?",
    { wants: ["dependencies"], names: ["mocha"], scopes: [], polar: false },
  ],
  [
    "Unter welcher Lizenz steht das Paket und wer ist als Autor eingetragen?",
    { wants: ["licence", "author"], language: "de" },
  ],
  ["Wie heißt der Autor dieses Pakets?", { wants: ["author"], language: "de" }],
  ["Welche Lizenz hat das Paket?", { wants: ["licence"], language: "de" }],
  ["Von welchen Paketen hängt es ab?", { wants: ["dependencies"], language: "de" }],
  ["Was macht npm test?", { wants: ["scripts"], names: ["test"], language: "de" }],
  ["Sous quelle licence le paquet est-il publié ?", { wants: ["licence"], language: "fr" }],
  ["Quelle version de Node faut-il ?", { wants: ["requires"], runtime: "node" }],
  ["¿qué versión mínima de Python pide pyproject.toml?", { wants: ["requires"], runtime: "python" }],
  ["¿De qué paquetes depende?", { wants: ["dependencies"], language: "es" }],
  [
    "which npm script runs the bundler, and what does it execute?",
    { wants: ["scripts"], role: "bundle", commands: true },
  ],
  [
    "We have servers on an old Node. What is the oldest version this accepts?",
    { wants: ["requires"], runtime: "node" },
  ],
  ["peer deps, and are they optional", { wants: ["dependencies"], scopes: ["peer"] }],
  ["Which file does a bundler pick up for the browser?", { wants: ["entry"], when: "browser" }],
  ["what do I get with pip install app[full]?", { wants: ["group"], names: ["full"] }],
  ["Which extras can be installed, and what is in the test one?", { wants: ["groups", "group"], names: ["test"] }],
  ["which feature enables serde?", { wants: ["bringing"], names: ["serde"] }],
  ["Which cargo features are on unless I switch them off?", { wants: ["groups"], byDefault: true }],
  ["minimum supported rust and the edition?", { wants: ["requires", "field"], runtime: "rust", fields: ["edition"] }],
  ["direct module requirements in go.mod", { wants: ["dependencies"], scopes: ["direct"] }],
  ["dependencies and dev dependencies", { wants: ["dependencies"], scopes: ["dev", "runtime"] }],
  ["versions of mocha and nyc", { wants: ["dependencies"], names: ["mocha", "nyc"] }],
])("%s", (question, wanted) => {
  expect(readManifest(question)).toMatchObject({ ...none, ...wanted });
});

test.each([
  "which version is required?",
  "what depends on react?",
  "which packages depend on lodash?",
  "what licence do the fonts use?",
  "what distance and similarity thresholds are used?",
  "who is the author of the report?",
  "What are the dependencies of lib/a.js?",
  "which version of the API is stable?",
  "what is the minimum distance?",
  "Which files mention a license?",
  "which python files are there?",
  "how many lines does package.json have",
  "what do I need for production?",
  "is the description good?",
  "which scripts are in the scripts folder?",
  "is there a license file?",
  "Is it licensed under MIT or Apache?",
  "how many scripts are there?",
  "Is testify a direct requirement? Which version is it at?",
  "We use testify. Which version is it at?",
])("asks for more, or for something else: %s", (question) => {
  expect(readManifest(question)).toBeNull();
});

test.each(["fields", "manifest"])("the words of %s fit their schema", (name) => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json(`${name}.schema`) as Schema, json(name))).toBeUndefined();
});
