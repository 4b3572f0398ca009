import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readMeasure } from "./measure.ts";

/** What was read, in a line. */
function read(question: string): string | null {
  const found = readMeasure(question);
  if (found === null) return null;
  const { how, of, by, order, first, flags, limits, names, files } = found;
  const bounds = limits.map((each) => `${each.by}${each.operator}${each.value}`);
  const end = order === null ? [] : [`${order} ${first}`];
  return [how, of, by, ...end, ...flags, ...bounds, ...names, ...files.places.map((place) => `in ${place}`)]
    .filter((each) => each !== null)
    .join(", ");
}

test.each([
  ["what are the five riskiest files?", "list, files, risk, most 5"],
  ["do all functions in a.py have docstrings?", "all, functions, -documented, in a.py"],
  ["¿Todas las funciones de a.py tienen docstring?", "all, functions, -documented, in a.py"],
  ["sind alle Funktionen in src dokumentiert?", "all, functions, -documented, in src"],
  ["list all undocumented functions", "list, functions, -documented"],
  ["wie viele Funktionen haben keinen Docstring?", "count, functions, -documented"],
  ["Where's the riskiest code in this repo", "list, files, risk, most 1"],
  ["where is the riskiest untested code?", "list, files, risk, most 1, untested"],
  ["which module is the least stable?", "list, modules, instability, most 1"],
  ["which package is the most stable?", "list, folders, instability, least 1"],
  ["which untested functions are the most complex?", "list, functions, cyclomatic, most 1, untested"],
  ["which file has the worst maintainability index?", "list, files, maintainability, least 1"],
  ["best maintainability in src, by file", "list, files, maintainability, most 1, in src"],
  ["what are the top 5 hotspots in src/x", "list, files, score, most 5, in src/x"],
  ["which functions in lib are not documented?", "list, functions, -documented, in lib"],
  [
    "which public functions lack a docstring in models.py?",
    "list, functions, visibility=public|exported, -documented, in models.py",
  ],
  ["how many functions under lib are more complex than 10?", "count, functions, cyclomatic, cyclomatic>10, in lib"],
  ["does any function in lib have more than 100 lines?", "any, functions, length, length>100, in lib"],
  ["functions longer than 50 lines with at least 6 parameters", "list, functions, length, length>50, parameters>=6"],
  ["Which Go functions have a complexity of at least 15?", "list, functions, cyclomatic, cyclomatic>=15"],
  [
    "which functions in a.py are the most complex and have no docstring?",
    "list, functions, cyclomatic, most 1, -documented, in a.py",
  ],
  ["which test functions are longer than 80 lines?", "list, functions, length, length>80"],
  ["how deep is the nesting in parse_args?", "value, functions, nesting, parse_args"],
  ["Is there code in src that appears twice?", "any, duplicates, duplicated, in src"],
  [
    "which functions are both complex (over 10) and undocumented?",
    "list, functions, cyclomatic, -documented, cyclomatic>10",
  ],
  ["functions nested deeper than 4", "list, functions, nesting, nesting>4"],
  ["what's the average complexity of a function?", "average, functions, cyclomatic"],
  ["what percentage of functions in lib is documented?", "share, functions, documented, in lib"],
  ["how complex is lib/route.js?", "value, files, cyclomatic, lib/route.js"],
  ["what is the cognitive complexity of Session.send?", "value, functions, cognitive, Session.send"],
  ["is a/b.js more complex than a/c.js?", "compare, files, cyclomatic, a/b.js, a/c.js"],
  ["what code is duplicated between a/b.js and a/c.js?", "list, duplicates, duplicated, a/b.js, a/c.js"],
  ["is there any duplicated code in src?", "any, duplicates, duplicated, in src"],
  ["which file in lib has the most duplicated lines?", "list, files, duplicated, most 1, in lib"],
])("%s", (question, wanted) => {
  expect(read(question)).toBe(wanted);
});

test.each([
  "Which files are duplicated?",
  "How many files are duplicated?",
  "What does clones do?",
  "What does the hotspots function do?",
  "Which file has the most undocumented functions?",
  "what is the riskiest investment in the report?",
  "What is the risk of fire?",
  "what is the volume of the box?",
  "which documents are the longest?",
  "which parameters does walk take?",
  "which functions are public?",
  "which files have no test?",
  "Which function is the second most complex?",
  "Why is parse so complex?",
  "which class is the most complex?",
  "Which functions are more complex than parse in old but not in new?",
])("asks for nothing that kernels measured: %s", (question) => {
  expect(read(question)).toBeNull();
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("measures.schema") as Schema, json("measures"))).toBeUndefined();
});
