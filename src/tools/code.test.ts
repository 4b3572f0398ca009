import { expect, test } from "vitest";
import { kindsIn } from "../core/declaration.ts";
import { defined, exported, facts, imported, look, opened } from "./fixtures/look.ts";

test("declarations of TypeScript", async () => {
  const seen = await facts(
    "a.ts",
    `export default class Foo<T> { constructor(private k: number) {} bar() {} baz = 1; #p = 2; get g() { return 1 } static s = 3 }
const { p, q: r, ...rest } = o, [s1, , s2 = 3] = arr; let u; var v = 1;
function fn(x: string): void; function fn(x: unknown) { const local = 1 }
async function* gen() {} interface I { m(): void; pr: string } type Al = string; enum E { A, B = 2 } namespace N.M { const inN = 1 }
declare module "amb" {} abstract class AC { abstract am(): void } for (const it of []) {} for (old of []) {}
const f = function named() {}; const o2 = { meth() {}, prop: 1 }; try {} catch (err) {}`,
  );
  const expected = [
    "#p",
    "A",
    "AC",
    "Al",
    "B",
    "E",
    "Foo",
    "I",
    "M",
    "N",
    "am",
    "amb",
    "bar",
    "baz",
    "constructor",
    "err",
    "f",
    "fn",
    "fn",
    "g",
    "gen",
  ];
  expect(defined(seen)).toEqual([
    ...expected,
    "inN",
    "it",
    "k",
    "local",
    "m",
    "meth",
    "named",
    "o2",
    "p",
    "r",
    "rest",
    "s",
    "s1",
    "s2",
    "u",
    "v",
  ]);
  expect(seen.defines.find(({ name }) => name === "r")).toEqual({ name: "r", kind: "variable", line: 2 });
  expect(seen.language).toBe("typescript");
});

test("imports of TypeScript and JavaScript", async () => {
  const seen = await facts(
    "b.ts",
    `import a, { b as c } from "m1"; import * as ns from 'm2'; import "m3"; import type { T } from "m4"; import fs = require("m5");
export * from "m6"; export { x as y } from "m7"; const l = await import("m8"); require("m9"); import(\`m10\`);
import("a" + b); import(\`m\${b}\`); require.resolve("no"); foo("no"); import q = A.B; // import "no"
const text = 'import "no"';`,
  );
  expect(imported(seen).sort()).toEqual(["m1", "m10", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"]);
  expect(seen.imports[0]).toEqual({ module: "m1", line: 1 });
});

test("exports of modules", async () => {
  const seen = await facts(
    "c.tsx",
    `export const a = 1, { b, c: d } = o; export function e() { return <p>{a}</p> } export class F {} export default function g() {}
export { a as h, e }; export { default as i } from "m"; export * as j from "m"; export type K = 1; export enum L { M }
namespace N { export const no = 1 } export declare const dd: number; export import zz = A.B; export { a as "any name" };`,
  );
  const names = ["F", "K", "L", "a", "any name", "b", "d", "dd", "default", "e", "e", "h", "i", "j", "zz"];
  expect(exported(seen)).toEqual(names);
  expect(opened(await facts("d.ts", 'export * from "m"; export const a = 1'), "exports")).toEqual([1]);
  expect(opened(await facts("e.d.ts", "declare const a: number"), "exports")).toEqual([1]);
  expect(opened(await facts("f.ts", "const a = 1;\nexport = a"), "exports")).toEqual([2]);
});

test("exports of CommonJS", async () => {
  const named = await facts("a.cjs", "exports.a = 1; module.exports.b = 2; function c() {}");
  expect(exported(named)).toEqual(["a", "b"]);
  expect(
    (await facts("d.js", "#!/usr/bin/env node\nclass A { f = 1; m() {} }")).defines.map(({ name }) => name),
  ).toEqual(["A", "f", "m"]);
});

test("Python", async () => {
  const seen = await facts(
    "a.py",
    `import a.b, c as d
from e.f import g, h as i
from . import j
from .k import *
x: int = 1
p, (q, *r) = 1, (2, 3)
m = n = 3
obj.attr = 4
def f(a, b=1):
    local = 1
    def g2(): pass
class C(Base):
    attr2 = 1
    async def m2(self): self.z = 1
if True:
    cond = 1
for it in []: loopv = 1
type Alias = int
`,
  );
  const names = [
    ...["Alias", "C", "attr2", "cond", "f", "g2", "it", "local", "loopv"],
    ...["m", "m2", "n", "p", "q", "r", "x", "z"],
  ];
  expect(seen.bound).toEqual(["attr"]);
  expect(defined(seen)).toEqual(names);
  expect(imported(seen)).toEqual(["a.b", "c", "e.f", ".", ".k"]);
  expect(seen.nearby).toEqual(expect.arrayContaining(["a", "e", "e.f.g", ".j"]));
  expect(opened(seen, "exports")).toEqual([1]);
});

test("Go, Java and Rust", async () => {
  const go = await facts(
    "a.go",
    'package main\nimport (\n\t. "a/b"\n\tx "c/d"\n)\nconst A, B = 1, 2\ntype T struct { F int }\nfunc (t T) M(a int) { v, w := 1, 2 }\nfunc g() {}\n',
  );
  expect(defined(go)).toEqual(["A", "B", "F", "M", "T", "g", "v", "w"]);
  expect(imported(go)).toEqual(["a/b", "c/d"]);
  const java = await facts(
    "A.java",
    "import a.b.C; import static a.D.e; import a.f.*; class X { int f, g = 1; X() {} void m(int p) { int l = 1; } enum E { A } record R(int q) {} }",
  );
  expect(defined(java)).toEqual(["A", "E", "R", "X", "X", "f", "g", "l", "m", "q"]);
  expect(imported(java)).toEqual(["a.b.C", "a.D.e", "a.f.*"]);
  expect(java.nearby).toContain("a.b");
  const rust = await facts(
    "a.rs",
    "use std::io::{self, Read, net::*}; use a::b as c; extern crate g; mod h; fn k(p: u8) { let (l, m) = t; } struct S { f: u8 } enum E { V } macro_rules! mm { () => {} }",
  );
  expect(defined(rust)).toEqual(["E", "S", "V", "f", "h", "k", "l", "m", "mm"]);
  expect(imported(rust)).toEqual(["std::io", "std::io::Read", "std::io::net::*", "a::b", "g"]);
});

test("an error in the syntax, an unknown language, too much text", async () => {
  expect(await look("x.ts", "const = ;")).toMatchObject({ ok: false, code: "syntax_error" });
  expect(await look("y.ts", "function f( {")).toMatchObject({ ok: false, code: "syntax_error" });
  expect(await look("z.py", "def f(:\n  pass")).toMatchObject({ ok: false, code: "syntax_error" });
  expect(await look("a.md", "# a")).toMatchObject({ ok: false, code: "language" });
  expect(await look("long.js", ";".repeat(4 * 2 ** 20 + 1))).toMatchObject({ ok: false, code: "too_large" });
  expect(await facts("empty.ts", "")).toMatchObject({ defines: [], imports: [], exports: [] });
});

test("deeply nested source", async () => {
  const depth = 20_000;
  const seen = await look("deep.js", `const a = ${"[".repeat(depth)}${"]".repeat(depth)};`);
  if (seen.ok) expect(defined(seen)).toEqual(["a"]);
  else expect(seen.code).toBe("syntax_error");
  expect(defined(await facts("after.js", "const b = 1;"))).toEqual(["b"]);
});

const everyKind: Record<string, string> = {
  "k.ts": `function f() {} class C { m() {} constructor() {} get g() { return 1 } set g(v) {} p = 1 } interface I { q: 1 } type T = 1;
enum E { A } let v; namespace N {}`,
  "k.js": "function f() {} class C { m() {} constructor() {} get g() { return 1 } set g(v) {} p = 1 } let v;",
  "k.py": "def f(): pass\nclass C:\n  def m(self): self.p = 1\ntype T = int\nv = 1\n",
  "k.go":
    "package k\nfunc f() {}\ntype S struct { F int }\ntype I interface { M() }\ntype T = int\nvar v = 1\nconst c = 1\n",
  "K.java": "class C { int f; C() {} void m() { int v; } } interface I {} enum E { A } record R() {} @interface N {}",
  "k.rs": `fn f() { let v = 1; } struct S { p: u8 } impl S { fn m() {} } type T = u8; enum E { A } const C: u8 = 1; mod n {} trait R {}
union U { a: u8 } macro_rules! q { () => {} }`,
};

test.each(Object.keys(everyKind))("what %s declares is all that its language declares names as", async (path) => {
  const { defines, properties = [], language } = await facts(path, everyKind[path]!);
  expect([...new Set([...defines, ...properties].map(({ kind }) => kind))].sort()).toEqual(
    [...kindsIn(language)].sort(),
  );
});

const kindsOf: [path: string, text: string, kinds: string[]][] = [
  [
    "a.ts",
    `const f = () => 1, g = (function () {}) as F, h = function named() {}, C = class {}, v = f();
class A { constructor(); constructor(x?: number) {} static constructor() {} get() {} get x() { return 1 } set x(v) {} "constructor2"() {}
  static get [Symbol.species]() { return A } over(a: string): void; over(a: unknown) {} field = () => 1; 1() {} }
const o = { get y() { return 1 }, m() {} }; interface I { get z(): number; m(): void; constructor(): void }`,
    [
      ...["function f", "function g", "variable h", "function named", "class C", "variable v", "class A"],
      ...[
        "constructor constructor",
        "constructor constructor",
        "method constructor",
        "method get",
        "getter x",
        "setter x",
      ],
      ...["method constructor2", "getter [Symbol.species]", "method over", "method over", "field field", "method 1"],
      ...["variable o", "getter y", "method m", "interface I", "getter z", "method m", "method constructor"],
    ],
  ],
  ["b.js", "export default function () {}", ["function default"]],
  ["c.js", "export default (class { m() {} })", ["class default", "method m"]],
  ["d.js", "export default async () => () => {}", ["function default"]],
  [
    "a.py",
    `class A:
    def m(self): pass
    if x:
        async def m(self):
            def inner(): pass
    @property
    def p(self): pass
    @p.setter
    def p(self, v): pass
    class B:
        def m(self): pass
def f(): pass
def f(): pass
g = lambda: 1
`,
    [
      ...[
        "class A",
        "method m",
        "method m",
        "function inner",
        "method p",
        "method p",
        "class B",
        "method m",
        "function f",
      ],
      ...["function f", "variable g"],
    ],
  ],
  [
    "A.java",
    "class A { A() {} A(int a) {} void m() { Runnable r = () -> {}; } void m(int a) { new Object() { void n() {} }; } }",
    ["class A", "constructor A", "constructor A", "method m", "variable r", "method m", "method n"],
  ],
];

test.each(kindsOf)("declarations of %s are told one by one, with their kinds: %#", async (path, text, kinds) => {
  const { defines } = await facts(path, text);
  expect(defines.map(({ kind, name }) => `${kind} ${name}`)).toEqual(kinds);
});

test("what may be no declaration is told apart", async () => {
  const seen = await facts("u.rs", "fn f() { match x { Less => 1, y => 2 }; }");
  expect(seen.defines.map(({ name }) => name)).toEqual(["f", "y"]);
  expect(seen.unsure).toEqual([{ name: "Less", kind: "variable", line: 1 }]);
  const path = await facts("n.ts", "namespace A.B {}");
  expect([defined(path), path.bound]).toEqual([["A", "B"], ["A.B"]]);
});
