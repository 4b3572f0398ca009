import { expect, test } from "vitest";
import { differences } from "./differences.ts";
import { projectOf } from "./fixtures/project.ts";
import { security } from "./security.ts";
import { structure } from "./structure.ts";

/** What breaks when a folder becomes another, with its places. */
async function breaks(before: Record<string, string>, after: Record<string, string>) {
  const { rows } = differences(await projectOf(before), await projectOf(after));
  return rows.filter(({ what }) => what === "break").map(({ path, lines, after }) => `${path}:${lines![0]} ${after}`);
}

const unresolved = async (texts: Record<string, string>) =>
  structure
    .run(await projectOf(texts), () => ({ rows: [], open: [] }))
    .rows.filter(({ what }) => what === "unresolved import")
    .map(({ path, lines, imports }) => `${path}:${lines![0]} ${imports[0]}`);

test("imports of files that are not there are told, and not what is built or stands beside in another language", async () => {
  expect(
    await unresolved({
      "package.json": '{ "name": "shop", "bin": "bin/shop.js" }',
      "bin/shop.js": 'import "../dist/main.js";\n',
      "src/main.ts": 'import "./gone.ts";\nimport "./data.yaml";\nimport "left";\nimport "../../out.ts";\n',
      "src/data.yaml": "a: 1\n",
      "src/deep.js": 'const a = require("./lost");\n',
    }),
  ).toEqual(["src/deep.js:1 ./lost", "src/main.ts:1 ./gone.ts"]);
  expect(
    await unresolved({
      "shop/__init__.py": "",
      "shop/fast.pyx": "",
      "shop/vendor.py": "",
      "shop/a.py":
        "from .gone import x\nfrom .fast import y\nfrom shop.lost import z\nfrom other.lost import z\nfrom shop.vendor.lib import w\nimport os.path\n",
      "go.mod": "module x.y/z\n",
      "main.go": 'package main\nimport (\n\t"fmt"\n\t"x.y/z/gone"\n\t"x.y/other"\n)\n',
    }),
  ).toEqual(["main.go:4 x.y/z/gone", "shop/a.py:1 .gone", "shop/a.py:3 shop.lost"]);
});

test("who still imports or calls what is renamed or deleted is named by its line", async () => {
  const before = {
    "price.js": "export function price() { return 1; }\n",
    "old.js": "export const old = 1;\n",
    "use.js":
      'import { price } from "./price.js";\nimport * as all from "./price.js";\nimport "./old.js";\nall.price();\n',
  };
  const { "old.js": _, ...left } = before;
  const renamed = { ...left, "price.js": "export function cost() { return 1; }\n" };
  expect(await breaks(before, renamed)).toEqual([
    "use.js:3 imports old.js, which is gone",
    "use.js:1 imports price of price.js, which is gone",
    "use.js:4 calls price of price.js, which is gone",
  ]);
  const mended = { ...renamed, "use.js": 'import { cost } from "./price.js";\ncost();\n' };
  expect(await breaks(before, mended)).toEqual([]);
});

test("functions of Python and Go and methods of any language are missed where they are called", async () => {
  const shop = { "shop/__init__.py": "", "shop/use.py": "from shop.price import price\nfrom .price import Till\n" };
  const till = "class Till:\n    def open(self):\n        return self.shut()\n    def shut(self):\n        pass\n";
  const before = { ...shop, "shop/price.py": `def price():\n    return 1\n${till}` };
  const after = { ...shop, "shop/price.py": `def cost():\n    return 1\n${till.replace("def shut", "def close")}` };
  expect(await breaks(before, after)).toEqual([
    "shop/use.py:1 imports price of shop/price.py, which is gone",
    "shop/price.py:5 calls Till.shut of shop/price.py, which is gone",
  ]);
  const use = { "go.mod": "module x.y/z\n", "b.go": "package z\nfunc Use() int { return Old() }\n" };
  const go = (name: string) => ({ ...use, "a.go": `package z\nfunc ${name}() int { return 1 }\n` });
  expect(await breaks(go("Old"), go("New"))).toEqual(["b.go:2 calls Old of a.go, which is gone"]);
  expect(await breaks(go("Old"), { ...go("New"), "c.go": "package z\nfunc Old() int { return 2 }\n" })).toEqual([]);
});

test("a comparison tells what kernels see anew, as many as there are more, and figures before and after", async () => {
  const run = 'import { exec } from "node:child_process";\nexec("ls " + process.argv[2]);\n';
  const body = Array.from({ length: 12 }, (_, at) => `  const v${at} = call${at}(a, b + ${at});`).join("\n");
  const before = { "a.js": run, "package.json": '{ "name": "shop", "dependencies": { "left": "^1.0.0" } }' };
  const after = {
    "a.js": `${run}exec("rm " + process.argv[3]);\n`,
    "b.js": `export function one(a, b) {\n${body}\n}\nexport class A { x = 1; f() { return this.x; } g() {} }\n`,
    "c.js": `export function two(a, b) {\n${body}\n}\n`,
    "package.json": before["package.json"].replace("^1", "^2"),
  };
  const { rows, fresh } = differences(await projectOf(before), await projectOf(after));
  expect(fresh[security.name]!.map(({ lines }) => lines)).toEqual([[3, 3]]);
  expect(fresh.duplicates).toMatchObject([{ path: "b.js", other: "c.js" }]);
  expect(fresh.dead!.map(({ path }) => path)).toContain("b.js");
  expect(rows).toContainEqual(
    expect.objectContaining({ what: "dependency", before: "^1.0.0 (runtime)", after: "^2.0.0 (runtime)" }),
  );
  const back = differences(await projectOf(after), await projectOf(before));
  expect(back.fresh.security).toEqual([]);
  expect(back.rows.filter(({ what, after }) => what === "duplicates" && after === null)).toHaveLength(1);
});

test("a name that may still be made, inherited or exported on is no break", async () => {
  const use = { "use.py": "from price import price\n", "__init__.py": "" };
  const python = (text: string) => ({ ...use, "price.py": text });
  expect(await breaks(python("def price():\n    pass\n"), python("price = make()\n"))).toEqual([]);
  const till = (text: string) => ({ "till.js": text });
  const inherits = "class A extends B { open() { this.shut(); } ";
  expect(await breaks(till(`${inherits}shut() {} }\n`), till(`${inherits}}\n`))).toEqual([]);
  const taken = { "use.js": 'import { a } from "./a.js";\n', "b.js": "export const a = 1;\n" };
  const own = { ...taken, "a.js": "export const a = 1;\n" };
  expect(await breaks(own, { ...taken, "a.js": 'export { a } from "./b.js";\n' })).toEqual([]);
  expect(await breaks(own, { ...taken, "a.js": 'export * from "./b.js";\n' })).toEqual([]);
});

const till = (head: string, rest = "") => `${head} {\n  open() { this.shut(); }${rest}\n`;
const python = "    def open(self):\n        self.shut()\n";

test.each<[what: string, place: string, before: Record<string, string>, after: Record<string, string>]>([
  [
    "all of a module of Python",
    "use.py:1",
    { "a.py": "def price(): pass\n" },
    { "a.py": "from other import *\n", "use.py": "from a import price\n" },
  ],
  [
    "__getattr__ of a module",
    "use.py:1",
    { "a.py": "def price(): pass\n" },
    { "a.py": "def __getattr__(name): return 1\n", "use.py": "from a import price\n" },
  ],
  [
    "an import that is tried",
    "use.py:2",
    { "a.py": "def price(): pass\n" },
    { "a.py": "x = 1\n", "use.py": "try:\n    from a import price\nexcept ImportError:\n    price = None\n" },
  ],
  [
    "what comes with Python",
    "a.py:3",
    { "a.py": "def sum(x): pass\n" },
    { "a.py": "class A:\n  def f(self):\n    return sum(1)\n" },
  ],
  [
    "a glob of Rust",
    "src/lib.rs:2",
    { "src/lib.rs": "fn price() {}\n" },
    { "src/lib.rs": "use other::*;\nfn f() { price(); }\n" },
  ],
  [
    "a macro of Rust",
    "src/lib.rs:2",
    { "src/lib.rs": "fn price() {}\n" },
    { "src/lib.rs": "make! { a }\nfn f() { price(); }\n" },
  ],
  [
    "a default of a trait",
    "src/lib.rs:3",
    { "src/lib.rs": "struct A;\nimpl A { fn shut(&self) {} }\n" },
    {
      "src/lib.rs": "use other::Shut;\nstruct A;\nimpl A { fn open(&self) { self.shut(); } }\nimpl Shut for A {}\n",
    },
  ],
  [
    "an include of C",
    "a.c:2",
    { "a.c": "int price() { return 1; }\n" },
    { "a.c": '#include "b.h"\nint f() { return price(); }\n' },
  ],
  [
    "a declaration elsewhere",
    "a.js:1",
    { "a.js": "function price() {}\n" },
    { "a.js": "function f() { price(); }\n", "b.js": "function price() {}\n" },
  ],
  [
    "Lombok",
    "A.java:3",
    { "A.java": "class A { int getPrice() { return 1; } }\n" },
    { "A.java": "class A {\n  @Getter private int price;\n  int f() { return this.getPrice(); }\n}\n" },
  ],
  [
    "a method of every object",
    "A.java:1",
    { "A.java": "class A { public String toString() { return null; } }\n" },
    { "A.java": "class A { String f() { return this.toString(); } }\n" },
  ],
  [
    "a decorator of a class",
    "a.py:3",
    { "a.py": "class A:\n    def shut(self): pass\n" },
    { "a.py": `@made\nclass A:\n${python}`.replace("open(self):\n       ", "open(self):") },
  ],
  [
    "a metaclass",
    "a.py:3",
    { "a.py": "class A:\n    def shut(self): pass\n" },
    { "a.py": `class A(metaclass=M):\n${python}` },
  ],
  [
    "setattr",
    "a.py:3",
    { "a.py": "class A:\n    def shut(self): pass\n" },
    { "a.py": `class A:\n${python}setattr(A, make(), f)\n` },
  ],
  [
    "Object.assign",
    "a.js:2",
    { "a.js": "class A { shut() {} }\n" },
    { "a.js": till("class A", " constructor(o) { Object.assign(this, o); } }") },
  ],
  [
    "a class that is handed over",
    "a.js:2",
    { "a.js": "class A { shut() {} }\n" },
    { "a.js": till("export class A", " }"), "b.js": 'import { A } from "./a.js";\nmix(A, other);\n' },
  ],
  [
    "a method that is given later",
    "a.js:2",
    { "a.js": "class A { shut() {} }\n" },
    { "a.js": till("export class A", " }"), "b.js": "a.shut = other();\n" },
  ],
  [
    "a decorator of a class of JavaScript",
    "a.ts:2",
    { "a.ts": "class A { shut() {} }\n" },
    { "a.ts": till("@made class A", " }") },
  ],
  [
    "a call where there may be nothing to call",
    "use.js:2",
    { "a.js": "export function price() {}\n" },
    { "a.js": "export const x = 1;\n", "use.js": 'import * as a from "./a.js";\na.price?.();\n' },
  ],
  [
    "what is generated",
    "use/b.go:3",
    { "go.mod": "module x.y/z\n", "p/a.go": "package p\nfunc Price() {}\n" },
    {
      "go.mod": "module x.y/z\n",
      "p/a.go": "package p\n//go:generate make\n",
      "use/b.go": 'package use\nimport "x.y/z/p"\nfunc f() { p.Price() }\n',
    },
  ],
])("what %s may give is perhaps taken, and no break", async (_, place, before, after) => {
  const { rows } = differences(await projectOf(before), await projectOf(after));
  const [told] = rows.filter(({ after }) => after?.includes("perhaps"));
  expect(rows.filter(({ what }) => what === "break")).toEqual([]);
  expect(told?.after).toContain(`perhaps still taken: ${place}`);
});

test("a call on the object itself is a break where the type has its own methods alone", async () => {
  const after = till("class A", " }");
  expect(await breaks({ "a.js": "class A { shut() {} }\n" }, { "a.js": after })).toHaveLength(1);
  const inner = "class A {\n  open() { go(function () { this.shut(); }); }\n}\n";
  expect(await breaks({ "a.js": "class A { shut() {} }\n" }, { "a.js": inner })).toEqual([]);
  const java = (text: string) => ({ "A.java": `class A { ${text} }\n` });
  expect(await breaks(java("void shut() {}"), java("@Override void f() { this.shut(); }"))).toHaveLength(1);
});

test("a module that only names what makes names elsewhere says its own names", async () => {
  const of = (name: string) => ({
    "price.py": `from .globals import g\ndef ${name}(): return row.exec(row.vars)\nclass A:\n    def __getattr__(self, name): pass\n`,
    "use.py": "from price import price\n",
  });
  expect(await breaks(of("price"), of("cost"))).toEqual(["use.py:1 imports price of price.py, which is gone"]);
});

test("an import of a file that is gone may be one of a package or of what is tried", async () => {
  const gone = { "old.py": "", "old.js": "export const x = 1;\n" };
  const use = {
    "use.py": "import old\n",
    "use.js": 'let x;\ntry {\n  const old = require("./old.js");\n} catch {}\n',
  };
  const { rows } = differences(await projectOf({ ...gone, ...use }), await projectOf(use));
  expect(rows.filter(({ what }) => what === "break")).toEqual([]);
  expect(rows.filter(({ what }) => what === "import").map(({ path, lines }) => `${path}:${lines![0]}`)).toEqual([
    "use.py:1",
    "use.js:3",
  ]);
});
