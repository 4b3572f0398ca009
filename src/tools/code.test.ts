import { expect, test } from "vitest";
import { declarations } from "../proof/predicates.ts";
import { defined, exported, facts, imported, look, opened } from "./fixtures/look.ts";
import { languageOf } from "./languages.ts";

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
    "N.M",
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

test.each(["a.ts", "a.tsx", "a.js", "a.py", "a.go", "A.java", "a.rs"])(
  "a claim can say of each declaration of %s what it is declared as",
  (path) => {
    const kinds = Object.values(languageOf(path)!.declares).map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(2);
    expect(kinds.filter((kind) => !declarations.includes(kind))).toEqual([]);
  },
);
