import { expect, test } from "vitest";
import { readModule } from "./module.ts";

async function parts(path: string, text: string): Promise<Record<string, string[][]>> {
  const module = await readModule(path, text);
  if (module === null) throw new Error(`${path} was not read`);
  return Object.fromEntries(module.cohesion.map(({ name, parts: each }) => [name, each]));
}

// Two methods share an attribute, a third calls one of them, a fourth has one of its own; a constructor touches both.
test.each([
  [
    "a.js",
    "class A { constructor() { this.x = this.z = 1; } f() { this.x = 1; } g() { return this.x; } h() { this.g(); } k() { this.z++; } }",
  ],
  [
    "a.ts",
    "class A { private x = 1; z = 2; f() { this.x = 1; } g() { return this.x; } h = () => this.g(); k() { this.z++; } }",
  ],
  [
    "a.py",
    "class A:\n    def __init__(self):\n        self.x = self.z = 1\n    def f(self):\n        self.x = 1\n    def g(me):\n        return me.x\n    def h(self):\n        self.g()\n    def k(self):\n        self.z = 2\n",
  ],
  [
    "A.java",
    "class A { int x, z; A() { x = z; } void f() { x = 1; } int g() { return this.x; } void h() { g(); } void k() { z++; } void l(int x) { k(); x = 1; } }",
  ],
  [
    "a.go",
    "package a\nfunc (a *A) f() { a.x = 1 }\nfunc (b A) g() int { return b.x }\nfunc (a *A) h() { a.g() }\nfunc (a *A) k() { a.z = 1 }\n",
  ],
  [
    "a.rs",
    "impl A { fn f(&mut self) { self.x = 1; } fn g(&self) -> u32 { self.x } fn h(&self) { self.g(); } }\nimpl A { fn k(&self) -> u32 { self.z } }\n",
  ],
])("methods hang together by what they use of their object: %s", async (path, text) => {
  const { A } = await parts(path, text);
  expect(A!.map((each) => each.filter((name) => name !== "l").sort())).toEqual([["f", "g", "h"], ["k"]]);
});

test("LCOM4 moves with the code", async () => {
  const apart = "class A { f() { this.x = 1; } g() { this.y = 1; } }";
  expect((await parts("a.js", apart)).A).toHaveLength(2);
  expect((await parts("a.js", apart.replace("this.y", "this.x"))).A).toHaveLength(1);
  expect((await parts("a.js", apart.replace("this.y = 1", "this.f()"))).A).toHaveLength(1);
  expect((await parts("a.js", apart.replace("this.y = 1", "other.f()"))).A).toHaveLength(2);
});
