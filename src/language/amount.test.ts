import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../core/schema.ts";
import { readAmount } from "./amount.ts";

const all = { kinds: [], places: [], direct: false, state: null, bounds: [], not: { kinds: [], names: [] }, own: null };
const of = (more: object) => ({ ...all, ...more });
const literal = (text: string, not = false) => ({ text, as: "literal", not });

test.each([
  [
    "sum of lines over all .py files in src, comments included",
    { asks: "sum", by: "lines", files: of({ kinds: ["*.py"], places: ["src"] }) },
  ],
  ["total size of all PDFs", { asks: "sum", by: "bytes", files: of({ kinds: ["pdf"] }) }],
  [
    "Longest HTML file under docs/ in words?",
    { asks: "extreme", by: "words", most: true, files: of({ kinds: ["html"], places: ["docs/"] }) },
  ],
  ["Which file here has the fewest bytes?", { asks: "extreme", by: "bytes", most: false, files: all }],
  ["top three longest js files", { asks: "extreme", by: "lines", count: 3, files: of({ kinds: ["javascript"] }) }],
  [
    "Is a.ts longer than b.ts and c.ts put together?",
    { asks: "compare", by: "lines", more: true, gap: false, one: ["a.ts"], other: ["b.ts", "c.ts"] },
  ],
  [
    "Which has fewer words, a.md or b.md, and by how much?",
    { asks: "compare", by: "words", more: false, gap: true, one: ["a.md"], other: ["b.md"] },
  ],
  [
    "How often does @old appear under src, and in how many files?",
    { how: "times", also: "count", texts: [literal("@old")], files: of({ places: ["src"] }) },
  ],
  ["how many TODOs are there in src and in which files?", { how: "lines", also: "files", texts: [literal("TODO")] }],
  ["Wie oft kommt TODO in src vor und in wie vielen Dateien?", { how: "times", also: "count" }],
  [
    "Do all js files in lib start with 'use strict'?",
    {
      asks: "all",
      claim: { text: "use strict", as: "start", not: false },
      files: of({ kinds: ["javascript"], places: ["lib"] }),
    },
  ],
  [
    'Welche js-Dateien fangen nicht mit "use strict" an?',
    { how: "files", texts: [{ text: "use strict", as: "start", not: true }] },
  ],
  [
    '¿Empiezan todos los archivos js con "use strict"?',
    { asks: "all", claim: { text: "use strict", as: "start", not: false } },
  ],
  ["which files mention 'fastq', ignoring case?", { how: "files", texts: [{ ...literal("fastq"), fold: true }] }],
  [
    "how many lines do the python test files have?",
    { asks: "sum", by: "lines", files: of({ kinds: ["python&test"] }) },
  ],
  ["wie viele python-testdateien gibt es?", { asks: "files", how: "count", files: of({ kinds: ["python&test"] }) }],
  ["how many python and test files are there?", { asks: "files", files: of({ kinds: ["python", "test"] }) }],
  ["which files are tests?", { asks: "files", how: "list", files: of({ kinds: ["test"] }) }],
  [
    "wheres the todo in the python sources?",
    { how: "lines", texts: [literal("TODO")], files: of({ kinds: ["python"] }) },
  ],
  [
    "¿Hay más archivos en src o en tests?",
    { asks: "compare", by: "files", which: true, one: ["src"], other: ["tests"] },
  ],
  ["does src or lib have more python lines?", { asks: "compare", by: "lines", which: true, kinds: ["python"] }],
  ["how many python lines are there?", { asks: "sum", by: "lines", files: of({ kinds: ["python"] }) }],
  [
    "which files in lib start with 'import {'?",
    { how: "files", texts: [{ text: "import {", as: "start", not: false }] },
  ],
  // The unit of the difference is what is compared by.
  [
    "Which file is larger, a.py or b.py, and by how many lines?",
    { asks: "compare", by: "lines", more: true, gap: true, one: ["a.py"], other: ["b.py"] },
  ],
  [
    "Welche Datei ist größer, a.py oder b.py, und um wie viele Zeilen?",
    { asks: "compare", by: "lines", more: true, gap: true, one: ["a.py"], other: ["b.py"] },
  ],
  [
    "a.ts vs b.ts: which one is bigger and by how much?",
    { asks: "compare", by: "bytes", more: true, gap: true, one: ["a.ts"], other: ["b.ts"] },
  ],
  [
    "count the 'to do' comments in a.ts",
    { asks: "lines", how: "lines", texts: [literal("to do")], files: of({ places: ["a.ts"] }) },
  ],
  ["how many blank lines are in a.ts?", { asks: "lines", how: "lines", texts: [], files: of({ places: ["a.ts"] }) }],
  [
    "XXX markers in src: where?",
    { asks: "lines", how: "lines", texts: [literal("XXX")], files: of({ places: ["src"] }) },
  ],
  ["todos in lib/?", { asks: "lines", how: "lines", texts: [literal("TODO")], files: of({ places: ["lib/"] }) }],
  ["any TODO or FIXME left in src?", { how: "any", texts: [literal("TODO"), literal("FIXME")], any: true }],
  ["files with istanbul comments", { how: "files", texts: [literal("istanbul")], files: all }],
  [
    "Which modules read environment variables (process.env)?",
    { how: "files", texts: [literal("process.env")], files: of({ kinds: ["code"] }) },
  ],
  ['"a: b" - which file uses it most often?', { how: "most", texts: [literal("a: b")], files: all }],
  [
    "which py files are not test files and lie in lib",
    { files: { kinds: ["*.py"], places: ["lib"], not: { kinds: ["test"], names: [] } } },
  ],
  [
    "how many test modules (files ending in _test.py) does lib/a contain",
    { files: { kinds: ["test&*_test.py"], places: ["lib/a"] } },
  ],
  ["how many release notes are in docs/releases", { files: { own: "release notes", places: ["docs/releases"] } }],
  ["how many .rst files are in docs, without the releases folder", { files: { not: { names: ["releases"] } } }],
  ["which files lack a copyright notice", { how: "files", texts: [literal("Copyright", true)] }],
  [
    'which files do not contain "a" or "b"?',
    { how: "files", texts: [literal("a", true), literal("b", true)], any: false },
  ],
  ["FIXME count per go file", { how: "each", texts: [literal("FIXME")], files: of({ kinds: ["go"] }) }],
  ["how often does `x` occur in a.ts", { asks: "lines", how: "times", texts: [literal("x")] }],
  [
    'js files in lib that contain "a" or "b"',
    {
      how: "files",
      texts: [literal("a"), literal("b")],
      any: true,
      files: of({ kinds: ["javascript"], places: ["lib"] }),
    },
  ],
  ['which files mention "a" but not "b"?', { how: "files", texts: [literal("a"), literal("b", true)], files: all }],
  ["loc of src/", { asks: "sum", by: "lines", files: of({ kinds: ["code"], places: ["src/"] }) }],
  ["pls count test files", { asks: "files", how: "count", files: of({ kinds: ["test"] }) }],
  ["how many PEPs are there?", { asks: "files", how: "count", files: of({ own: "PEPs" }) }],
  ["py files with more than 40 lines", { how: "list", files: of({ kinds: ["*.py"], bounds: [["lines", ">", 40]] }) }],
  [
    "how many js files are directly in lib but not in lib/old",
    { files: of({ kinds: ["javascript"], places: ["lib"], direct: true, not: { kinds: [], names: ["lib/old"] } }) },
  ],
  ["HOW MANY LNES DOES A.TS HAVE", { asks: "sum", by: "lines", files: of({ places: ["A.TS"] }) }],
  ["biggset file in tets", { asks: "extreme", by: "bytes", files: of({ places: ["tets"] }) }],
  ["avg lines per js file", { asks: "average", by: "lines", files: of({ kinds: ["javascript"] }) }],
  ["Wie viele Leerzeilen hat a.js?", { language: "de", asks: "lines", texts: [], files: of({ places: ["a.js"] }) }],
  [
    "Größte Markdown-Datei in docs?",
    { language: "de", asks: "extreme", files: of({ kinds: ["markdown"], places: ["docs"] }) },
  ],
  [
    "Combien de fichiers js et ts y a-t-il dans lib ?",
    { language: "fr", how: "count", files: of({ kinds: ["javascript", "typescript"], places: ["lib"] }) },
  ],
  ["a.js est-il plus long que b.js ?", { language: "fr", asks: "compare", more: true, one: ["a.js"], other: ["b.js"] }],
  [
    "¿Qué archivos contienen «x y» en src?",
    { language: "es", how: "files", texts: [literal("x y")], files: of({ places: ["src"] }) },
  ],
  ["welche java datei ist die groesste", { language: "de", asks: "extreme", files: of({ kinds: ["java"] }) }],
  ["cuantos archivos hay en src", { language: "es", how: "count", files: of({ places: ["src"] }) }],
  ["In welchen Dateien kommt process.env.HOME vor?", { how: "files", texts: [literal("process.env.HOME")] }],
  ['do all js files have the licence header ("Licensed to")?', { asks: "all", claim: literal("Licensed to") }],
  ["how many files are in the lib folder of this?", { how: "count", files: of({ places: ["lib"] }) }],
  ["¿Es a.js más largo que b.js?", { language: "es", asks: "compare", one: ["a.js"], other: ["b.js"] }],
])("%s", (question, expected) => {
  expect(readAmount(question)).toMatchObject(expected);
});

test.each([
  "What is the longest chapter that a book may have?",
  "How many comments are in a.ts?",
  "Is README.md longer than 100 lines and well written?",
  "Is a.ts longer than b.ts or c.ts?",
  "sum of the lines and words in a.md",
  "Is it larger than the sum of its parts?",
  "Where are traces kept?",
  "How many traces are kept?",
  "What are the files for?",
  "are all files in docs rst files?",
  "Are all empty files in src?",
  "Enthält nicht jede Python-Datei 'import'?",
  "does every python file start with 'from'",
  "How many lines were changed since 2024-01-01?",
  "Which files will be changed today?",
  "where does a.ts come from?",
  "what is the path in a.json?",
  "which files with the same name exist?",
  "files with long names",
  "files with spaces in their names",
  "which files have x1 in the title",
  "how many files are in each folder?",
  "How many lines does each js file have?",
  "are there hidden empty files?",
  "todos los archivos son menores de 10 KB?",
  "how many py files are in src and which are empty",
  "lines of a.md longer than 80 characters",
  "Which files contain errors?",
  'how many lines start with "const"?',
  "how many python files are there and which of them is the longest?",
  "how many python files are there, and which of them contain TODO?",
  "gibt es kein TODO in src?",
  "does src or lib have the longest file?",
  "how many python and go test files are there?",
  "how many TypeScript files r in docs",
  "Where is `max_retries` not mentioned among the Markdown files?",
  "¿cuántas líneas no vacías tienen los archivos de prueba de python?",
  "Which lines start with 'use strict'?",
  "which files start with 'use strict' and contain 'a b'?",
  "are there files without tests",
  "Which files have no tests in them yet?",
  "How many people use this package?",
  "How many modules can a crate contain?",
  "I only care about src. How many lines are there in a.ts now and then?",
])("%s asks for more, or for something else", (question) => {
  expect(readAmount(question)).toBeNull();
});

test.each(["amounts", "common", "kinds", "places", "signs"])("the words of %s fit their schema", (name) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../data/language/${file}`, import.meta.url), "utf8"));
  expect(faultOf(read(`${name}.schema.json`) as Schema, read(`${name}.json`))).toBeUndefined();
});
