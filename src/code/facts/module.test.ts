import { expect, test } from "vitest";
import { type Module, readModule } from "./module.ts";

async function read(path: string, text: string): Promise<Module> {
  const module = await readModule(path, text);
  if (module === null) throw new Error(`${path} was not read`);
  return module;
}

const measures = ({ declared }: Module, name: string) => declared.find((each) => each.name === name)?.measures;

// Each has one `if` with a logical operator, a loop in it, and an `else`: 1 + if + and + for = 4 paths;
// if 1, and 1, for in if 2, else 1 = 5.
test.each([
  ["a.ts", "function f(a: number, b: number) { if (a && b) { for (const x of []) {} } else {} }"],
  ["a.js", "function f(a, b) { if (a && b) { for (const x of []) {} } else {} }"],
  ["a.py", "def f(a, b):\n    if a and b:\n        for x in []:\n            pass\n    else:\n        pass\n"],
  ["A.java", "class A { void f(boolean a, boolean b) { if (a && b) { for (;;) {} } else { } } }"],
  ["a.go", "package a\nfunc f(a, b bool) { if a && b { for {} } else { } }"],
  ["a.rs", "fn f(a: bool, b: bool) { if a && b { for x in y {} } else {} }"],
  ["a.c", "static int f(int a, char *b) { if (a && b) { for (;;) {} } else { } }"],
])("a function has the same complexity in every language: %s", async (path, text) => {
  expect(measures(await read(path, text), "f")).toMatchObject({
    cyclomatic: 4,
    cognitive: 5,
    nesting: 2,
    parameters: 2,
  });
});

test("`else if` is one break, and a switch is one however many cases it has", async () => {
  const chain = await read("a.js", "function f(a) { if (a) {} else if (b) {} else if (c) {} else {} }");
  expect(measures(chain, "f")).toMatchObject({ cyclomatic: 4, cognitive: 4, nesting: 1 });
  const cases = await read("a.js", "function f(a) { switch (a) { case 1: case 2: case 3: default: } }");
  expect(measures(cases, "f")).toMatchObject({ cyclomatic: 4, cognitive: 1 });
});

test.each([
  ["a match of three arms decides twice, one with a guard once more", "match x { A => 1, B if y => 2, C => 3 }", 4],
  ["a last arm that takes the rest is no decision", "match x { A => 1, _ => 2 }", 2],
  ["a loop without a condition is no decision", "loop { if x { break } }", 2],
  ["what else a let may do is one", "let Some(y) = x else { return }; let z = y;", 2],
  ["each part of a chain of lets is one", "if let A = b && let C = d && e {}", 4],
])("paths of Rust: %s", async (_, body, cyclomatic) => {
  expect(measures(await read("a.rs", `fn f(x: u8) { ${body} }`), "f")).toMatchObject({ cyclomatic });
});

test("an assignment that a value decides is a path", async () => {
  const { cyclomatic, cognitive } = measures(await read("a.js", "function f(a) { a ||= 1; a &&= 2; a ??= 3; }"), "f")!;
  expect([cyclomatic, cognitive]).toEqual([4, 0]);
});

test("lines of code hold no documentation and are not blank", async () => {
  const { code, lines } = await read(
    "a.py",
    'def f():\n    """Says.\n\n    More.\n    """\n    # no\n    return """a\n\nb"""\n',
  );
  expect([lines, code]).toEqual([9, 3]);
});

test("what is added to a function moves its figures", async () => {
  const before = measures(await read("a.py", "def f(x):\n    return x\n"), "f")!;
  const after = measures(
    await read("a.py", "def f(x, y):\n    while x or y:\n        x = x - 1\n    return x\n"),
    "f",
  )!;
  expect(after.cyclomatic).toBe(before.cyclomatic + 2);
  expect(after.cognitive).toBe(before.cognitive + 2);
  expect(after.volume).toBeGreaterThan(before.volume);
  expect(after.maintainability).toBeLessThan(before.maintainability);
});

test("a function is called as the member that it becomes, and is no method where a class only runs it", async () => {
  const { declared } = await read(
    "a.ts",
    "(a as B).when = () => 1;\nclass C {\n  static {\n    D.is = (x) => x;\n  }\n  run() {}\n}\n",
  );
  const told = declared.map(({ kind, name, parent }) => [kind, name, parent]);
  expect(told).toEqual([
    ["function", "when", null],
    ["class", "C", null],
    ["function", "is", "C"],
    ["method", "run", "C"],
  ]);
});

test("declarations have spans, parents, parameters, visibility and documentation", async () => {
  const { declared } = await read(
    "a.ts",
    "/** Says. */\nexport class A {\n  /** Runs. */\n  private run(a: string, ...b: number[]) {}\n}\n",
  );
  expect(declared).toMatchObject([
    { name: "A", kind: "class", line: 2, last: 5, parent: null, visibility: "exported", doc: "/** Says. */" },
    {
      name: "run",
      kind: "method",
      line: 4,
      parent: "A",
      parameters: ["a", "...b"],
      visibility: "private",
      doc: "/** Runs. */",
    },
  ]);
});

test("a call is of what its name stands for there", async () => {
  const text =
    "import { a } from './a';\nimport * as n from './n';\nfunction own() {}\nfunction f(value) { a(); own(); n.run(); value(); it.run(); free(); }\nfunction g(a) { a(); }\n";
  const { calls } = await read("x.ts", text);
  expect(calls.map(({ name, of, within }) => [name, of, within])).toEqual([
    ["a", "import", "f"],
    ["own", "file", "f"],
    ["run", "import", "f"],
    ["value", "value", "f"],
    ["run", "member", "f"],
    ["free", "free", "f"],
    ["a", "value", "g"],
  ]);
});

test.each([
  // A member of an object and the name of an expression bind nothing around them.
  [
    "a.js",
    "const o = { run() { run(); } };\nconst a = function b() { b(); };\na();\nb();\n",
    ["run free", "b file", "a file", "b free"],
  ],
  // What a type inherits may be meant as well.
  ["A.java", "class A { void f() { g(); } void g() {} }", ["g file"]],
  ["A.java", "class A extends B { void f() { g(); } void g() {} }", ["g value"]],
  ["A.java", "class A { void f() { new B() { void h() { g(); } }; } void g() {} }", ["B free", "g value"]],
  // Types that are handed over are no part of the name; a member of a list has no name.
  ["a.go", "package a\nfunc g[T any](x T) {}\nfunc f() { g[int](1); fs[0](1) }", ["g file"]],
  ["a.rs", "fn g() {}\nfn f() { g::<u8>(); x.parse::<u8>(); }", ["g file", "parse member"]],
])("a name is bound where its language binds it: %s %#", async (path, text, calls) => {
  expect((await read(path, text)).calls.map(({ name, of }) => `${name} ${of}`)).toEqual(calls);
});

test("functions are called by what they are given to, and methods by words in quotes too", async () => {
  const named = async (path: string, text: string) =>
    (await read(path, text)).declared.map(({ kind, name }) => `${kind} ${name}`);
  const text = "namespace N { export const f = () => 1; }\nconst o = { 'a:b': () => 1, 'c d'() {} };\n";
  expect(await named("a.ts", text)).toEqual(["namespace N", "function f", "function a:b", "method c d"]);
  expect(await named("a.py", "o = {A.b: lambda: 1, 'c': lambda: 2}\n")).toEqual(["function ", "function "]);
  expect(await named("A.java", "@interface A { int size() default 1; }")).toEqual(["annotation A", "method size"]);
});

test("a file that doesn't follow its grammar is partial, and told as far as it does", async () => {
  const broken = await read("a.py", "def f():\n    return 1\n\ndef g(:\n");
  expect(broken.partial).toBe(true);
  expect(broken.symbols).toBeNull();
  expect(broken.declared.map(({ name }) => name)).toContain("f");
  expect((await read("a.py", "def f():\n    return 1\n")).partial).toBe(false);
});

test("where a name stands it is used, imported, exported or a text; not where it is declared or called", async () => {
  const at = ({ stands }: Module, name: string) =>
    stands.filter((each) => each.name === name).map(({ as, lines }) => [as, ...lines]);
  const script = 'import { a } from "./b.js";\nfunction f() {}\nf();\nrun(f);\nexport { f };\nsay("f");\n';
  const module = await read("a.ts", script);
  expect(at(module, "a")).toEqual([["import", 1]]);
  expect(at(module, "f")).toEqual([
    ["use", 4],
    ["export", 5],
    ["text", 6],
  ]);
  expect(
    at(
      await read("a.js", "const a = require('./b');\nfunction f() {}\nmodule.exports = { f };\nexports.g = f;\n"),
      "f",
    ),
  ).toEqual([
    ["export", 3],
    ["export", 4],
  ]);
  const python = await read("a.py", "from b import c\n__all__ = ['N', 'd']\nN = 1\n");
  expect(at(python, "c")).toEqual([["import", 1]]);
  expect(at(python, "N")).toEqual([
    ["export", 2],
    ["use", 3],
  ]);
});

test("what a method is called on is none of what it takes, in Python by its place, however it is named", async () => {
  const text = `def f(self, a): pass
class C:
    def m(this, a): pass
    @staticmethod
    def s(self, a): pass
    @classmethod
    def c(cls, a): pass
    def r(*args): pass
    def o(self):
        def i(self, a): pass
`;
  const on = ({ name, taken }: { name: string; taken: { name: string; marks: string[] }[] }) => [
    name,
    taken.filter(({ marks }) => !marks.includes("self")).map((each) => each.name),
  ];
  const all = async (path: string, source: string) =>
    Object.fromEntries((await readModule(path, source))!.declared.filter(({ measures }) => measures).map(on));
  expect(await all("a.rs", "impl P { fn g(self: Box<Self>, a: u8) {} fn h(&mut self) {} }")).toEqual({
    g: ["a"],
    h: [],
  });
  expect(await all("a.ts", "function f(this: Window, a: 1) {}")).toEqual({ f: ["a"] });
  expect(await all("a.py", text)).toEqual({
    ...{ f: ["self", "a"], m: ["a"], s: ["self", "a"], c: ["a"] },
    ...{ r: ["*args"], o: [], i: ["self", "a"] },
  });
});
