import { expect, test } from "vitest";
import type { CodeFacts } from "../core/observation.ts";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { blind, code, listing } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";

const open = [{ what: "defines" as const, line: 9, because: "uses setattr, which may give any name a value" }];
const run = { name: "run", kind: "method" };
const files: Record<string, Partial<CodeFacts>> = {
  "a.py": {
    language: "python",
    defines: [
      { ...run, line: 2 },
      { ...run, line: 5 },
      { name: "run", kind: "function", line: 8 },
    ],
    open,
  },
  "a.go": {
    language: "go",
    defines: [
      { name: "S", kind: "struct", line: 1 },
      { name: "I", kind: "interface", line: 2 },
      { name: "T", kind: "type", line: 3 },
    ],
  },
  "a.rs": {
    language: "rust",
    defines: [{ name: "x", kind: "variable", line: 1 }],
    unsure: [{ name: "Less", kind: "variable", line: 2 }],
    bound: ["Less"],
  },
  "m.rs": { language: "rust", open },
  "c.py": {
    language: "python",
    defines: [
      { name: "size", kind: "variable", line: 2, holder: "Box" },
      { name: "size", kind: "field", line: 4, holder: "Box" },
      { name: "lid", kind: "field", line: 5, holder: "Box" },
    ],
  },
  "c.js": {
    language: "javascript",
    defines: [{ name: "size", kind: "field", line: 1, holder: "Box" }],
    bound: ["lid"],
  },
  "c.ts": { language: "typescript", properties: [{ name: "size", kind: "property", line: 1, holder: "Box" }] },
  "k.ts": {
    language: "typescript",
    defines: [
      { ...run, line: 1, holder: "Box", marks: ["async"] },
      { name: "stop", kind: "method", line: 2, holder: "Box" },
      { name: "f", kind: "function", line: 3, marks: ["exported?"] },
    ],
  },
  "o.ts": {
    defines: [
      { name: "f", kind: "function", line: 1 },
      { name: "f", kind: "function", line: 2 },
    ],
    exports: [
      { name: "f", line: 1 },
      { name: "f", line: 2 },
    ],
    imports: [
      { module: "m", line: 3 },
      { module: "m", line: 4 },
    ],
  },
};

test.each([
  ['declares("a.py", "method") = 2 and declares("a.py", "function") = 1', "provable"],
  ['where(x, declares("a.py", "method"), x in declares("a.py", "function")) = 2', "provable"],
  ['declares("a.py", "variable") = 0', "undecidable"],
  ['declares("a.py", "variable") >= 0 and defines("a.py") >= 3', "provable"],
  ['defines("a.py") = 3', "undecidable"],
  ['declares("a.py", "enum") = 0', "undecidable"],
  ['"S" in declares("a.py", "struct")', "undecidable"],
  ['declares("a.go", "type") = 3 and "S" in declares("a.go", "type")', "provable"],
  ['declares("a.go", "struct") = 1 and declares("a.go", "interface") = 1', "provable"],
  ['declares("a.go", "class") = 0', "undecidable"],
  ['declares("a.rs", "variable") = 1 or declares("a.rs", "variable") = 2', "undecidable"],
  ['declares("a.rs", "variable") <= 2 and declares("a.rs", "variable") >= 1', "provable"],
  ['"Less" in declares("a.rs", "variable") or defines("a.rs", "Less")', "undecidable"],
  ['declares("a.rs", "function") = 0', "provable"],
  ['declares("m.rs", "function") = 0', "undecidable"],
  ['defines("o.ts") = 2 and exports("o.ts") = 1 and imports("o.ts") = 1', "provable"],
  ['declares("broken.ts", "function") = 0', "undecidable"],
  ['declares("c.py", "field", "Box") = 2 and declares("c.py", "field") = 2', "provable"],
  ['declares("c.js", "field", "Box") = 1', "undecidable"],
  ['declares("c.js", "field", "Box") >= 1', "provable"],
  ['declares("c.ts", "property", "Box") = 1 and defines("c.ts") = 0', "provable"],
  ['declares("a.go", "constant", "S") = 0', "undecidable"],
  ['marked("k.ts", "method", "async", "Box") = 1 and "run" in marked("*.ts", "method", "async")', "provable"],
  ['marked("k.ts", "method", "-async") = 1 and not "run" in marked("k.ts", "method", "-async")', "provable"],
  ['marked("k.ts", "function", "exported") = 0', "undecidable"],
  ['marked("k.ts", "function", "exported") <= 1', "provable"],
  ['marked("k.ts", "function", "static exported") = 0', "provable"],
  ['marked("c.py", "field", "private", "Box") = 0', "provable"],
  ['marked("a.py", "method", "exported") = 0', "undecidable"],
  ['marked("a.go", "class", "abstract") = 0', "undecidable"],
])("declarations count one by one: %s is %s", (text, verdict) => {
  const seen = Object.entries(files).map(([path, facts]) => code(path, facts));
  const board = createBoard([
    listing(Object.keys(files)),
    ...seen,
    blind({ see: "code", path: "broken.ts" }, "syntax_error"),
  ]);
  expect(check(parseClaim(text), board).verdict).toBe(verdict);
});

test("a proof tells how often a name is declared", () => {
  const { derivation } = check(
    parseClaim('declares("a.py", "method") = 2'),
    createBoard([code("a.py", files["a.py"]!)]),
  );
  expect(JSON.stringify(derivation)).toContain("run (2 times)");
});
