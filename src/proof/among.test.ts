import { expect, test } from "vitest";
import type { CallFacts, LinkFacts } from "../core/observation.ts";
import { createBoard } from "./board.ts";
import { check } from "./check.ts";
import { blind, listing, saw } from "./fixtures/board.ts";
import { parseClaim } from "./grammar.ts";

const whole = { ok: true, bytes: 1, hash: "h" } as const;

type Link = LinkFacts["links"][number];

function link(module: string, more: Partial<Link> = {}): Link {
  const where = { line: 1, certain: [], possible: [], package: null, builtin: false, names: [] };
  return { module, ...where, types: false, again: false, late: false, ...more };
}

function links(path: string, language: string, all: Link[], open: LinkFacts["open"] = []) {
  return saw({ see: "links", path }, { ...whole, language, links: all, open });
}

function calls(path: string, name: string, facts: Partial<CallFacts>) {
  const none = { language: "typescript", calls: [], mentions: false, stands: [], open: [] };
  return saw({ see: "calls", path, name }, { ...whole, ...none, ...facts } as CallFacts);
}

const board = createBoard([
  listing(["a.ts", "b.py", "c.go", "dark.ts", "e.ts", "notes.md"]),
  links("a.ts", "typescript", [
    link("node:fs", { builtin: true }),
    link("react", { package: "react" }),
    link("./e.ts"),
  ]),
  links(
    "b.py",
    "python",
    [link("os", { builtin: true, late: true })],
    [{ line: 9, because: "imports by a computed name" }],
  ),
  links("c.go", "go", [link("fmt", { builtin: true })]),
  links("e.ts", "typescript", [link("react", { package: "react", types: true })]),
  blind({ see: "links", path: "dark.ts" }, "syntax_error"),
  calls("a.ts", "run", {
    calls: [
      { line: 3, within: "main" },
      { line: 8, within: null },
    ] as CallFacts["calls"],
  }),
  calls("e.ts", "run", { mentions: true } as Partial<CallFacts>),
  blind({ see: "calls", path: "dark.ts", name: "run" }, "syntax_error"),
]);

test.each([
  ['modules("a.ts", "builtin") = 1 and "node:fs" in modules("a.ts", "builtin")', "provable"],
  ['modules("{a,e}.ts", "package") = 1 and "react" in modules("{a,e}.ts", "package")', "provable"],
  ['"./e.ts" in modules("a.ts", "own") and not "react" in modules("a.ts", "own")', "provable"],
  ['"react" in modules("a.ts", "builtin")', "refutable"],
  ['modules("e.ts", "runtime") = 0 and modules("e.ts", "types") = 1', "provable"],
  ['"os" in modules("b.py", "late")', "provable"],
  ['modules("b.py", "package") = 0', "undecidable"],
  ['modules("c.go", "types") = 0', "undecidable"],
  ['modules("*.ts", "builtin") = 1', "undecidable"],
  ['"node:fs" in modules("*.ts", "builtin")', "provable"],
  ['modules("notes.md", "package") = 0', "provable"],
  ['sites("run", "a.ts") = 2 and "a.ts:3 in main" in sites("run", "a.ts")', "provable"],
  ['"a.ts:8" in sites("run", "a.ts") and not "a.ts:9" in sites("run", "a.ts")', "provable"],
  ['sites("run", "{a,e}.ts") = 2', "undecidable"],
  ['sites("run", "{a,e}.ts") >= 2', "provable"],
  ['sites("run", "dark.ts") = 0', "undecidable"],
  ['sites("run", "notes.md") = 0', "provable"],
])("%s is %s", (text, verdict) => {
  expect(check(parseClaim(text), board).verdict).toBe(verdict);
});

test("a file that was not looked at is asked for", () => {
  const { verdict, needs } = check(parseClaim('modules("*.py", "builtin") = 1'), createBoard([listing(["b.py"])]));
  expect([verdict, needs]).toEqual(["undecidable", [{ see: "links", path: "b.py" }]]);
});
