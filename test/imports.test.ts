import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const ring = {
  "a.js": 'require("./c");\n',
  "c.js": 'require("./d");\n',
  "d.js": 'require("./sub/e");\n',
  "sub/e.js": 'require("../c");\nrequire("../f");\n',
  "f.js": 'require("./sub/e");\n',
};

test.each([
  [
    "which modules are in the cycle with c.js?",
    /^Yes: c\.js is on a cycle of imports: c\.js → d\.js → sub\/e\.js → c\.js\.\n4 files /,
  ],
  ["is a.js on an import cycle?", /^No: no cycle of imports leads from a\.js back to it\.$/],
  ["is there an import cycle in sub/?", /^Yes: 1 cycle of imports through sub: c\.js → d\.js → sub\/e\.js → c\.js\./],
])("a cycle is the same to questions, claims and ergo code: %s", async (question, answer) => {
  const dir = folder(ring);
  const { answer: told, claims } = (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect([told, claims[0].verdict]).toEqual([expect.stringMatching(answer), "proven"]);
  const { rows } = (await ergo(["code", dir, "--kernel", "structure", "--json"])).json().kernels.structure;
  const looped = rows.filter(({ what }: { what: string }) => what === "cycle");
  expect(looped.map(({ files }: { files: string[] }) => files)).toEqual([["c.js", "d.js", "f.js", "sub/e.js"]]);
  for (const [file, verdict] of [
    ["f.js", "provable"],
    ["a.js", "refutable"],
  ])
    expect((await ergo(["check", `cycle("${file}")`, "--dir", dir, "--json"])).json().verdict).toBe(verdict);
});

test("that there is no cycle is said with what was not seen, and one that types close is told", async () => {
  const open = folder({ "a.js": "module.exports = 1;\n", "bad.js": "function (\n" });
  const { answer, claims } = (await ergo(["ask", "are there import cycles?", "--dir", open, "--json"])).json();
  expect(answer).toMatch(/^Of the imports that are written down .*: no cycle of imports is here\.\nOpen: bad\.js/);
  expect(claims[0].verdict).toBe("supported");
  const typed = folder({
    "a.d.ts": 'import { B } from "./b.js";\nexport type A = B;\n',
    "b.d.ts": 'import { A } from "./a.js";\nexport type B = A;\n',
  });
  const told = (await ergo(["ask", "are there import cycles?", "--dir", typed, "--json"])).json();
  expect(told.answer).toBe("Yes: 1 cycle that imports of types close: a.d.ts → b.d.ts → a.d.ts.");
});

test("what is taken from a package may be a module of it, for certain where the package calls nothing else so", async () => {
  const dir = folder({
    "p/__init__.py": "import typing as k\nplain = 1\n",
    "p/typing.py": "",
    "p/plain.py": "",
    "p/globals.py": "g = 1\n",
    "p/a.py": "from . import typing as ft\nfrom . import plain\nfrom .globals import g\n",
  });
  const ask = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json();
  expect(await ask("who imports p/typing.py?")).toMatchObject({
    answer: "1 file imports p/typing.py: p/a.py.",
    claims: [{ verdict: "proven" }],
  });
  expect(await ask("who imports p/plain.py?")).toMatchObject({
    answer: expect.stringMatching(
      /^No import surely leads to p\/plain\.py\. What 1 file imports may be it, .*: p\/a\.py:2 \(\.\)\.$/,
    ),
    claims: [{ verdict: "supported" }],
  });
  expect((await ergo(["check", 'imports("p/a.py") = 2', "--dir", dir, "--json"])).json().verdict).toBe("provable");
});

test("a name is told where it is declared, also where exports give it a function, and where a file can't be read as code", async () => {
  const dir = folder({
    "lib/app.js": "var makeTag = require('./utils').makeTag;\nexports.a = makeTag(1);\n",
    "lib/utils.js": "exports.makeTag = function (val) {\n  return val;\n};\n",
    "grow.c": "static void grow_it(int n) {\n  for (;; {\n}\n",
  });
  const ask = async (name: string) =>
    (await ergo(["ask", `what would break if I rename ${name}?`, "--dir", dir, "--json"])).json().answer;
  expect(await ask("makeTag")).toBe(
    "makeTag is declared in lib/utils.js:1 and stands in 2 files: lib/app.js, lib/utils.js.\nlib/app.js: line 1 (import), line 2 (called)\nlib/utils.js: line 1 (declared)",
  );
  expect(await ask("grow_it")).toBe("grow_it stands in 1 file: grow.c.\ngrow.c (can't be read as code): line 1");
});

test("a folder whose name reads as a pattern is itself alone", async () => {
  const dir = folder({
    "app/[slug]/page.ts": "export function a() {}\nexport function b() {}\n",
    "app/s/page.ts": "export function c() {}\n",
  });
  const asked = (await ergo(["ask", "how many functions are in app/[slug]?", "--dir", dir, "--json"])).json();
  expect(asked.answer).toMatch(/^app\/\[slug\]\/ declares 2 functions:/);
  expect(asked.claims[0].verdict).toBe("proven");
});

test("where an import is open, so is how many test files there are", async () => {
  const files = { "src/x.js": "module.exports = 1;\n", "test/x.test.js": 'require("../src/x");\n' };
  const asked = async (more: Record<string, string>) => {
    const dir = folder({ ...files, ...more });
    return (await ergo(["ask", "which test files cover src/x.js?", "--dir", dir, "--json"])).json();
  };
  expect((await asked({})).answer).toMatch(/^1 test file imports src\/x\.js: test\/x\.test\.js\./);
  const open = await asked({ "test/y.test.js": 'const name = process.argv[2];\nrequire("../src/" + name);\n' });
  expect(open.answer).toMatch(/^At least 1 test file imports src\/x\.js: test\/x\.test\.js\./);
  expect(open.claims[0]).toMatchObject({ verdict: "proven", formal: expect.stringMatching(/^importers\(.*\) >= 1 /) });
});
