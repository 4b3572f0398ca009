import { expect, test } from "vitest";
import { defined, exported, facts, imported, look, opened } from "./fixtures/look.ts";
import { withoutVariance } from "./variance.ts";

const importing: [path: string, text: string, modules: string[]][] = [
  ["a.ts", 'import(/* c */ "m"); require(/* c */ "r");', ["m", "r"]],
  ["a.js", "import('\\x66s'); import '\\u{61}\\142\\c\\\nd'; require(`\\x6d`)", ["fs", "abcd", "m"]],
  ["a.js", 'req\\u0075ire("q"); (require)("p"); require?.("o"); import("a" /* + */ + `b`)', ["q", "p", "o", "ab"]],
  ["a.ts", '(require as any)(("m" as string)!); require<T>("n"); let x: import("t").T;', ["m", "n", "t"]],
  [
    "a.ts",
    'import/**/fs/**/=/**/require/**/(/**/"m"/**/); import type { T } from "\\u006e"; export * from "o"',
    ["m", "n", "o"],
  ],
  ["a.js", "typeof require; require.resolve('no'); ({ require: 1 }); x = { require() {} }; '(require(\"no\"))'", []],
  ["a.py", "import a . b \\\n . c; from . . k import x\nimport \uff4f\uff53", ["a.b.c", "..k", "os"]],
  ["a.go", 'package m\nimport ("\\x66mt"; x `a/b`; . "\\u00e9")', ["fmt", "a/b", "\u00e9"]],
  ["A.java", "imp\\u006frt a /* c */ . \\u0062.C; import static a.D.e; import a.f.*;", ["a.b.C", "a.D.e", "a.f.*"]],
  ["a.rs", "use r#fn :: /* c */ b; use ::std::{self, io::*};", ["fn::b", "std", "std::io::*"]],
];

test.each(importing)("%s: %s", async (path, text, modules) => {
  const seen = await facts(path, text);
  expect(imported(seen)).toEqual(modules);
  expect(opened(seen, "imports")).toEqual([]);
});

test.each([
  ...[
    "import(x)",
    "import(a + `b`)",
    "require(x)",
    "module.require('m')",
    "(0, require)('m')",
    "const f = require",
    "f(require)",
  ],
  ...[
    "const { require: f } = module",
    "module['req' + 'uire']('m')",
    "module[x]('m')",
    "const { createRequire } = m",
    "x = { require }",
  ],
  ...[
    "import { createRequire } from 'node:module'",
    "eval('1')",
    "(0, eval)('1')",
    "new Function('1')",
    "x.constructor('1')()",
  ],
  ...[
    "const m = module; m[x]",
    "import.meta.glob('*')",
    "globalThis['ev\\x61l']('1')",
    "System.import('m')",
    "r\\u0065quire(x)",
  ],
  ...["function f(require) { require('m') }", "with (x) { require('m') }", "define(['m'], f)", "import vm from 'vm'"],
])("%s leaves open what is imported", async (text) => {
  const seen = await facts("a.js", `\n${text}`);
  expect(opened(seen, "imports")).toContain(2);
  expect(imported(seen)).not.toContain("m");
});

test.each([
  "export interface A<in T, out U = unknown> { a: T }",
  "interface A<\n  in out T extends { b: (x: U) => V },\n  out U,\n> {}\nclass B<out out extends string> {}",
])("a type parameter may say its variance: %s", async (text) => {
  expect(defined(await facts("a.ts", text))).toContain("A");
});

test("`in` and `out` elsewhere stay as they are", () => {
  const text =
    "const a = `\ntype A<in T> = 1`;\ntype B<out extends C, D = in2> = `x<in y`;\nif (a < in_b) f(a, out);\n";
  expect(withoutVariance(text)).toBe(text);
});

test("what another module's export is called is no loader", async () => {
  expect(opened(await facts("a.js", "export { define, eval } from './a.js'"), "imports")).toEqual([]);
  expect(opened(await facts("a.js", "export { define }"), "imports")).not.toEqual([]);
});

test.each([
  ["a.py", "from x import *"],
  ["a.py", "importlib.import_module('m')"],
  ["a.py", "import importlib"],
  ["a.py", "__import__('m')"],
  ["a.py", "\uff45xec('import m')"],
  ["a.py", "exec 'import m' in x"],
  ["a.py", "import runpy as r"],
  ["a.py", "globals()['x'] = 1"],
  ["A.java", "class A { void f() { Class.forName(x); } }"],
  ["A.java", "import java.util.ServiceLoader;"],
  ["a.go", 'package m\nimport "C"'],
  ["a.rs", 'include!("x.rs");'],
  ["a.rs", "lazy! { use a; }"],
  ["a.rs", "impl A { make!(); }"],
  ["a.rs", "macro_rules! m { () => { use a; } }"],
])("%s: %s leaves open what is imported", async (path, text) => {
  expect(opened(await facts(path, text), "imports")).not.toEqual([]);
});

test("parts of importlib that tell of packages load nothing, unless something else of it is named", async () => {
  for (const text of [
    "import importlib.metadata\nimportlib.metadata.version('a')",
    "from importlib import metadata as m",
    "from importlib.resources import files",
  ])
    expect([text, opened(await facts("a.py", text), "imports")]).toEqual([text, []]);
  for (const text of [
    "import importlib.metadata\nimportlib.util.find_spec(x)",
    "import importlib.metadata\nimportlib.import_module(x)",
    "import importlib.metadata as m\nm.entry_points()",
    "from importlib import metadata, util",
    "import importlib.metadata\nx = importlib",
  ])
    expect([text, opened(await facts("a.py", text), "imports")]).not.toEqual([text, []]);
});

test("a module that is called like a builtin is none of Python's ways to load what is named when it runs", async () => {
  for (const text of [
    "from .globals import g",
    "from globals import g",
    "import vars",
    "import p.exec as e",
    "from .. import g",
  ])
    expect([text, opened(await facts("a.py", text), "imports")]).toEqual([text, []]);
  for (const text of ["from x import exec", "from .globals import vars", "import globals\nglobals()['x'] = 1"])
    expect(opened(await facts("a.py", text), "imports")).not.toEqual([]);
});

test.each([
  [
    "a.py",
    "for a in x: pass\nwith x as (b, c): pass\nif (d := 1): pass\ne += 1\n[f for f in x]",
    ["a", "b", "c", "d", "e", "f"],
  ],
  [
    "a.py",
    "try: pass\nexcept E as a: pass\nmatch x:\n  case [b, *c, _]: pass\n  case {**d} | P(e, k=f): pass\n  case 1 as g: pass",
    [..."abcdefg"],
  ],
  [
    "a.py",
    "class C:\n  def m(me, p):\n    me.a, p.no = 1, 2\n    me.a = 3\n    def g(): me.b = 1",
    ["C", "a", "b", "g", "m"],
  ],
  ["a.py", "x = 1\nx = 2\ndef f(p):\n  x = 3\nimport no\ndel no", ["f", "x", "x"]],
  ["a.py", "def \u{1D431}(): pass".replace("\\u{1D431}", "\u{1D431}"), ["x"]],
  [
    "a.ts",
    "class A { constructor(private a, readonly b = 1, no) {} } enum E { a, 'c' = 1 } (class B {})",
    [..."ABEaabc", "constructor"].sort(),
  ],
  [
    "a.ts",
    "try {} catch ({ a, b: [c] }) {} using d = e; (function f() {}); const \\u0061b = 1",
    ["a", "ab", "c", "d", "f"],
  ],
  [
    "a.js",
    "await using a = b; ({ get c() { return 1 }, d() {}, no: 1 }); l: for (const e of x) {}",
    ["a", "c", "d", "e"],
  ],
  [
    "a.go",
    "package m\ntype T struct { A int; *B; c.D }\nfunc f(no int) { for e := range x {}; switch g := x.(type) {}; _ = 1 }",
    [..."ABDTefg"],
  ],
  [
    "A.java",
    "class A { void f(int no) { for (var a : x) {} try (var b = c) {} catch (E e) {} if (x instanceof P(int g) && x instanceof Q h) {} } }",
    ["A", ..."abefgh"],
  ],
  [
    "a.rs",
    "fn f(no: u8) { if let Some(a) = x {} for (b, c) in x {} match x { None => 1, d @ 1 if no2 => 2 }; let r#type = 1; }",
    [..."abcdf", "type"],
  ],
])("%s: every binding form declares: %s", async (path, text, names) => {
  expect(defined(await facts(path, text))).toEqual(names);
});

test("attributes and undeclared names get a value, which is no declaration", async () => {
  expect((await facts("a.js", "a.b = 1; this['c'] = 2; d = 3; [e.f] = g; for (h of i) {}")).bound).toEqual([
    ..."bcdfh",
  ]);
  expect((await facts("a.py", "a.b = 1\ndef f():\n  global c")).bound).toEqual(["b", "c"]);
});

test.each([
  ["a.py", "class A:\n  @d\n  def m(self):\n    def f(): pass\n  if x:\n    async def n(self): pass", ["m", "n"]],
  ["a.rs", "impl A { fn m() { fn f() {} } } trait T { fn n(); } fn f() {}", ["m", "n"]],
])("%s: a function directly in a type is a method", async (path, text, methods) => {
  const seen = await facts(path, text);
  expect(seen.defines.flatMap(({ kind, name }) => (kind === "method" ? [name] : []))).toEqual(methods);
});

test.each([
  ["module.exports = { a, b: 1, 'c': 2, d() {}, get e() { return 1 }, ['f']: 1, async *g() {} }", [..."abcdefg"]],
  [
    "exports = module.exports = { a }; exports.b = 1; module['exports'].c = 2; exports['d'] = exports.e = 3",
    [..."abcde"],
  ],
  ["Object.defineProperty(exports, '__esModule', {}); exp\\u006frts.a = 1; f(exports.a)", ["__esModule", "a"]],
  ["module.exports = {}; function f() { const exports = {}; exports.no = 1; this.no = 2 }", []],
])("%s gives names", async (text, names) => {
  const seen = await facts("a.cjs", text);
  expect([exported(seen), opened(seen, "exports")]).toEqual([names, []]);
});

test.each([
  ...[
    "module.exports = { ...a }",
    "module.exports = { [a]: 1 }",
    "module.exports = f",
    "Object.assign(exports, x)",
    "this.a = 1",
  ],
  ...[
    "f(module)",
    "exports[x] = 1",
    "const e = exports",
    "exports.a = 1; module.exports = { b }",
    "const x = module.exports = {}; x.a = 1",
  ],
  ...[
    "if (x) module.exports = { a }; else module.exports = { b }",
    "eval('exports.a = 1')",
    "exports = {}; exports.a = 1",
  ],
])("%s leaves open what is exported", async (text) => {
  expect(opened(await facts("a.cjs", text), "exports")).not.toEqual([]);
});

test("what two parsers may read in two ways is not read", async () => {
  expect(await look("a.js", "f()\n<!-- require('no')")).toMatchObject({ ok: false, code: "syntax_error" });
  expect(await look("A.java", "class A {} // \\u000a class B {}")).toMatchObject({ ok: false, code: "language" });
});
