import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../src/core/schema.ts";
import { ergo, folder, write } from "./ergo.ts";
import { git, hasGit } from "./git.ts";

const shop = {
  "package.json":
    '{\n  "name": "shop",\n  "version": "1.2.3",\n  "license": "MIT",\n  "engines": { "node": ">=20" },\n  "main": "src/index.js",\n  "dependencies": { "left": "^1.0.0" }\n}\n',
  "src/index.js": 'const { price } = require("./price");\nexports.total = function total() { return price(2); };\n',
  "src/price.js":
    "function price(n) {\n  if (n > 1 && n < 9) return n;\n  return 0;\n}\nclass Fee extends Base {}\nexports.price = price;\nexports.Fee = Fee;\n",
  "src/old.js": "exports.old = 1;\n",
  "test/price.test.js": 'const { price } = require("../src/price");\nprice(1);\n',
};

function repository(): string {
  const dir = folder(shop);
  git(dir, "init", "-q", "-b", "main");
  git(dir, "add", ".");
  git(dir, "commit", "-q", "-m", "Begin");
  return dir;
}

test("ergo code --json follows the schema that --schema prints, and is the same when asked again", async () => {
  const dir = folder(shop);
  const report = (await ergo(["code", dir, "--json"])).json();
  const schema = JSON.parse((await ergo(["code", "--schema"])).out) as Schema;
  expect(faultOf(schema, report)).toBeUndefined();
  expect(report.kernels.dead.rows.map(({ name }: { name: string }) => name)).toContain("src/old.js");
  expect(existsSync(join(dir, ".ergo/code"))).toBe(true);
  const again = (await ergo(["code", dir, "--json"])).json();
  const rows = (made: typeof report) => Object.values(made.kernels).map((kernel) => (kernel as { rows: unknown }).rows);
  expect(rows(again)).toEqual(rows(report));
  await ergo(["forget", "src/old.js", "--dir", dir]);
  expect(existsSync(join(dir, ".ergo/code"))).toBe(false);
});

test("ergo code tells in a terminal, writes a page and SARIF, and refuses what it doesn't know", async () => {
  const dir = folder(shop);
  const { out, code } = await ergo([
    "code",
    dir,
    "--html",
    join(dir, "r.html"),
    "--sarif",
    join(dir, "r.sarif"),
    "--markdown",
    join(dir, "r.md"),
  ]);
  expect(code).toBe(0);
  expect(out).toContain("4 source files of 5 files");
  expect(out).toContain("src/old.js");
  expect(readFileSync(join(dir, "r.html"), "utf8")).toContain("src/price.js");
  expect(readFileSync(join(dir, "r.md"), "utf8")).toMatch(/^## dead\n\n.*\n\n- src\/old\.js /m);
  expect(JSON.parse(readFileSync(join(dir, "r.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  const wrong = await ergo(["code", dir, "--kernel", "magic"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("KERNEL_UNKNOWN")]);
  const none = await ergo(["code", dir, "--diff=--upload-pack=touch x"]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("REVISION_UNKNOWN")]);
});

test("ergo code --diff tells what a change does, and --present where to begin", async ({ skip }) => {
  if (!hasGit) skip("there is no git here");
  const dir = repository();
  write(dir, {
    "src/price.js": shop["src/price.js"]
      .replace("return 0;", "while (n || x) n--;\n  return 0;")
      .replace("exports.Fee = Fee;\n", ""),
    "src/new.js": "exports.fresh = () => 1;\n",
  });
  const { kernels } = (await ergo(["code", dir, "--diff", "main", "--present", "--json"])).json();
  const told = kernels.diff.rows.map(({ what, name }: { what: string; name: string }) => `${what} ${name}`);
  expect(told).toEqual(
    expect.arrayContaining(["function price", "file src/new.js", "untested src/new.js", "export Fee"]),
  );
  const price = kernels.diff.rows.find(({ name }: { name: string }) => name === "price");
  expect([price.before, price.after]).toEqual([
    expect.stringContaining("cyclomatic 3"),
    expect.stringContaining("cyclomatic 5"),
  ]);
  expect(kernels.outline.rows.map(({ say }: { say: string }) => say).join("\n")).toContain(
    "src/index.js is an entry point",
  );
});

test("SARIF of a diff holds what is new and what it breaks", async ({ skip }) => {
  if (!hasGit) skip("there is no git here");
  const dir = repository();
  const use = shop["src/index.js"];
  write(dir, {
    "src/price.js": shop["src/price.js"].replace("exports.price = price;\n", ""),
    "src/index.js": `${use}require("./gone");\nrequire("child_process").exec("ls " + use);\n`,
  });
  await ergo(["code", dir, "--diff", "main", "--sarif", join(dir, "r.sarif")]);
  const { results } = JSON.parse(readFileSync(join(dir, "r.sarif"), "utf8")).runs[0];
  const told = results.map((each: { ruleId: string; level: string }) => `${each.ruleId} ${each.level}`);
  expect(told).toEqual(expect.arrayContaining(["diff/break error", "structure/unresolved error"]));
  write(dir, shop);
  await ergo(["code", dir, "--diff", "main", "--sarif", join(dir, "r.sarif")]);
  expect(JSON.parse(readFileSync(join(dir, "r.sarif"), "utf8")).runs[0].results).toEqual([]);
});

test.each([
  ["who imports src/price.js?", /^2 files import src\/price\.js: src\/index\.js, test\/price\.test\.js\./, "proven"],
  [
    "Who calls price()?",
    /^price is called 2 times, in 2 files: src\/index\.js \(in total, line 2\), test\/price\.test\.js \(line 2\)\./,
    "proven",
  ],
  ["which files are never imported?", /^2 files are imported by no other: src\/index\.js, src\/old\.js/, "proven"],
  ["is there an import cycle in src/?", /^No: no cycle of imports is in src\./, "proven"],
  ["which version of node does package.json require?", /requires node >=20\./, "proven"],
  [
    "how many lines has src/price.js and who imports it?",
    /^src\/price\.js has 7 lines\.\n2 files import src\/price\.js: /,
    "proven",
  ],
  ["does anything import src/price.js?", /^Yes: 2 files import src\/price\.js/, "proven"],
  ["does src/old.js import src/price.js?", /^No: src\/old\.js does not import src\/price\.js\./, "proven"],
  ["Ruft total price auf?", /^Ja: total calls price \(src\/index\.js:2\)\./, "supported"],
  ["does src/price.js export Fee?", /^Yes: src\/price\.js exports Fee\./, "proven"],
  ["does Fee extend Base?", /^Yes: Fee \(src\/price\.js:5\) extends Base\./, "supported"],
  ["does it depend on left?", /^Yes: package\.json names left \^1\.0\.0/, "supported"],
  ["What licence is this project under?", /is MIT\./, "proven"],
  ["which function is the most complex?", /^The most complex of 2 functions is price in src\/price\.js\./, "supported"],
  [
    "what are the two riskiest files?",
    /^Of 3 source files, the 2 with the highest risk are src\/price\.js: /,
    "supported",
  ],
  [
    "which functions have a complexity over 1?",
    /^1 of 2 functions has a cyclomatic complexity above 1\.\nprice \(src\/price\.js:1\): 3$/,
    "supported",
  ],
  ["how complex is src/price.js?", /^src\/price\.js has the cyclomatic complexity 3\./, "supported"],
  [
    "which function nests deepest?",
    /^Of 2 functions, price \(src\/price\.js:1\) has the deepest nesting: 1\./,
    "supported",
  ],
  ["what share of functions is documented?", /^0 % of 2 functions: /, "supported"],
  ["is there any duplicated code in src?", /^No: no stretch of code was found/, "supported"],
  ["what subclasses of Base are there?", /^1 type extends Base: Fee\./, "supported"],
  [
    "which files have no test?",
    /^2 of 3 source files are imported by no test file themselves: src\/index\.js, src\/old\.js\./,
    "supported",
  ],
  ["who changed src/price.js last?", /^There is no history to tell it from/, "supported"],
])("ergo ask: %s", async (question, answer, verdict) => {
  const dir = folder(shop);
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made.answer).toMatch(answer);
  expect(made.status).toBe("answered");
  expect(made.claims[0].verdict).toBe(verdict);
  const { code, out } = await ergo(["verify", made.run, "--dir", dir], { env });
  expect([code, out]).toEqual([0, expect.any(String)]);
});

test.each([
  [
    "Which classes are declared in src/, and how many?",
    "src/ declares 2 classes:\nBox (src/box.ts:1)\nBag (src/box.ts:8)",
  ],
  [
    "How many methods does the Box class have, without the constructor?",
    "src/box.ts declares 2 methods of Box:\nopen (src/box.ts:4)\nshut (src/box.ts:5)",
  ],
  [
    "How many methods has class Kit in kit.py?",
    "kit.py declares 2 methods of Kit:\n__init__ (kit.py:2)\nopen (kit.py:4)",
  ],
  [
    "How many methods has class Kit in kit.py, constructor not counted?",
    "kit.py declares 1 method of Kit:\nopen (kit.py:4)",
  ],
  ["How many getters are in box.ts?", "src/box.ts declares 1 getter:\nsize (src/box.ts:3)"],
  ["which source files declare no classes?", "Of 2 files, 0 declare no classes."],
  ["which files in src define a class?", "Of 1 file, 1 declare classes:\nsrc/box.ts"],
  ["How many enums are in src?", "src/ declares no enum."],
  ["Hat Box mehr Methoden als Bag?", "Ja: Box deklariert 2 Methoden, Bag deklariert 1 Methode."],
  [
    "Which class has the most methods in src?",
    "Of 2 classes, Box (src/box.ts:1) declares the most methods: 2.\nsrc/box.ts:8 Bag: 1",
  ],
  ["which file declares the class Kit?", "Kit: kit.py:1 (class)."],
])("ergo ask: %s", async (question, answer) => {
  const dir = folder({
    "src/box.ts":
      "export class Box {\n  constructor() {}\n  get size() { return 1; }\n  open() {}\n  shut() {}\n}\nconst aside = { open() {} };\nclass Bag { open() {} }\n",
    "kit.py":
      "class Kit:\n    def __init__(self):\n        pass\n    def open(self):\n        pass\ndef open():\n    pass\n",
  });
  const env = { ERGO_HOME: folder() };
  const made = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(made).toMatchObject({ answer, status: "answered", claims: [{ verdict: "proven" }] });
  expect((await ergo(["verify", made.run, "--dir", dir], { env })).code).toBe(0);
});

test("a file that can't be read leaves a number open, and a place that is not there leaves the question to texts", async () => {
  const dir = folder({ "a.ts": "class A {}\n", "b.ts": "class {\n", "a.md": "A class is a group of pupils.\n" });
  const open = (await ergo(["ask", "How many classes are declared here?", "--dir", dir, "--json"])).json();
  expect(open.answer).toMatch(/^The source files here declare at least 1 class:\nA \(a\.ts:1\)\nOpen: b\.ts/);
  const other = (await ergo(["ask", "How many classes are in the school?", "--dir", dir, "--json"])).json();
  expect(other.claims.some(({ verdict }: { verdict: string }) => verdict === "proven")).toBe(false);
});

test("who changed what comes from the repository", async ({ skip }) => {
  if (!hasGit) skip("there is no git here");
  const dir = repository();
  const made = (await ergo(["ask", "who changed src/price.js last?", "--dir", dir, "--json"])).json();
  expect(made.answer).toMatch(/^src\/price\.js was last changed by Ada on \d{4}-\d\d-\d\d/);
});

test.each([
  ['importers("src/price.js") = 2', "provable"],
  ['importers("src/old.js") > 0', "refutable"],
  ['callers("price", "src/**") = 1', "provable"],
  ['calls("src/old.js", "price")', "refutable"],
  ['complexity("src/price.js", "price") = 3', "provable"],
  ['"src/old.js" in unused("src/**")', "provable"],
  ['cycle("src/index.js")', "refutable"],
  ['depends("src/index.js", "left")', "refutable"],
  ['manifest("package.json", "engines.node") = ">=20"', "provable"],
  ['"left" in dependencies("package.json", "runtime")', "provable"],
  ['scripts("package.json") = 0', "provable"],
  ['extras("package.json") = 0', "provable"],
])("ergo check: %s is %s", async (claim, verdict) => {
  const dir = folder(shop);
  expect((await ergo(["check", claim, "--dir", dir, "--json"])).json().verdict).toBe(verdict);
});

test("what is loaded or called by a name that is made when it runs is not refuted", async () => {
  const dir = folder({
    ...shop,
    "src/any.js": "module.exports = (name, o) => { require(name); o[name](); };\n",
    "src/bad.js": "function (\n",
  });
  for (const claim of [
    'importers("src/old.js") = 0',
    'callers("nothing") = 0',
    'calls("src/any.js", "price")',
    'unused("src/**") = 3',
    'cycle("src/any.js")',
  ]) {
    const judged = (await ergo(["check", claim, "--dir", dir, "--json"])).json();
    expect([claim, judged.verdict]).toEqual([claim, "undecidable"]);
    expect(JSON.stringify(judged)).toMatch(/src\/any\.js|src\/bad\.js/);
  }
});

test("tests that are functions and methods are told as one number first", async () => {
  const dir = folder({
    "tests/test_a.py":
      "def test_one():\n    assert 1\n\nclass TestMore:\n    def test_two(self):\n        assert 1\n    def test_three(self):\n        assert 1\n",
  });
  const { answer, claims } = (await ergo(["ask", "how many tests are in test_a.py", "--dir", dir, "--json"])).json();
  expect(answer.split("\n")[0]).toBe("In all 3: 1 + 2.");
  expect(claims.every(({ verdict }: { verdict: string }) => verdict === "proven")).toBe(true);
});

test("a folder of C is asked and measured as others are", async () => {
  const dir = folder({
    "pool.h": "#define POOL_SIZE 64\nint grow(int by);\n",
    "pool.c": '#include "pool.h"\n#include <stdlib.h>\n\nint grow(int by)\n{\n\treturn by > 0 ? by : abs(by);\n}\n',
    "main.c": '#include "pool.h"\n\nint main(void)\n{\n\treturn grow(POOL_SIZE);\n}\n',
  });
  const answer = async (question: string) => (await ergo(["ask", question, "--dir", dir, "--json"])).json().answer;
  expect(await answer("who calls grow?")).toContain("main.c (in main, line 5)");
  expect(await answer("what does pool.c import?")).toContain("stdlib.h");
  expect(await answer("default pool size?")).toContain("POOL_SIZE is declared as 64 (pool.h:1)");
  const verdict = async (claim: string) => (await ergo(["check", claim, "--dir", dir, "--json"])).json().verdict;
  expect(await verdict('"main.c" in importers("pool.h") and complexity("pool.c", "grow") = 2')).toBe("provable");
  expect(await verdict('declares("pool.c", "function") = 1')).toBe("provable");
  expect(await verdict('defines("pool.c", "shrink")')).toBe("undecidable");
  const { kernels } = (await ergo(["code", dir, "--kernel", "scan", "--json"])).json();
  expect(kernels.scan.rows.map(({ name }: { name: string }) => name)).toEqual(["main", "grow"]);
});
