import { expect, test } from "vitest";
import { isMarked } from "../core/declaration.ts";
import { facts } from "./fixtures/look.ts";

/** What a file declares with marks, as "name: marks". */
async function marked(path: string, text: string): Promise<string[]> {
  const { defines } = await facts(path, text);
  return defines.flatMap(({ name, marks = [] }) => (marks.length > 0 ? [`${name}: ${marks.join(" ")}`] : []));
}

test("marks of TypeScript", async () => {
  const text = `export default class A extends B { #x() {}; private y = 1; static async z() {}; override readonly p = 2; *gen() {}; get q() { return 1 } }
abstract class C { abstract m(): void; @dec() foo() {} }
export const f = async () => 1, h = () => async () => 2; function g() { function inner() {} } export { g }; export enum F { X = 1 }`;
  expect(await marked("a.ts", text)).toEqual([
    ...["A: exported", "#x: # private", "y: private", "z: async static", "p: override readonly", "gen: generator"],
    ...[
      "C: abstract",
      "m: abstract",
      "foo: @dec",
      "f: async exported",
      "h: exported",
      "g: exported",
      "inner: nested",
      "F: exported",
    ],
  ]);
});

test("marks of JavaScript; what CommonJS exports is open", async () => {
  const text = "class S { static frame() {}; static get k() { return 1 } } async function x() {} module.exports = S;";
  expect(await marked("a.js", text)).toEqual(["S: exported?", "frame: static", "k: static", "x: async exported?"]);
});

test("marks of Python", async () => {
  const text = `import abc
@dataclass(frozen=True)
class P(abc.ABC):
    a: int
    @property
    def b(self): return 1
    @abc.abstractmethod
    async def c(self): ...
    @staticmethod
    def _d(): yield 1
    def late(self): self.x = self.y = 1
    def __init__(self): self.x = 2
class E(Enum): pass
def test_x():
    def inner(): pass
`;
  expect(await marked("a.py", text)).toEqual([
    ...["P: @dataclass abstract", "b: @property", "c: @abstractmethod abstract async"],
    ...["_d: @staticmethod generator private static", "x: initial", "E: enum", "test_x: test?", "inner: nested"],
  ]);
});

test("what is called as tests are is one in a file of tests, or in a case of unittest, and open elsewhere in Python", async () => {
  const text = "def test_odd(value): return value % 2\nclass Some(unittest.TestCase):\n    def test_it(self): pass\n";
  for (const path of ["test_a.py", "a_test.py"])
    expect(await marked(path, text)).toEqual(["test_odd: test", "test_it: test"]);
  expect(await marked("tests.py", text)).toEqual(["test_odd: test?", "test_it: test"]);
  const go = "package a\nfunc TestX(t *testing.T) {}\n";
  expect(await marked("a.go", go)).toEqual(["TestX: exported"]);
});

test("marks of Go, Java, Rust and C", async () => {
  const go =
    "package a\nfunc TestX(t *testing.T) {}\nfunc Testing() {}\nfunc help() {}\ntype Cmd struct { Name, age string }\n";
  expect(await marked("a_test.go", go)).toEqual([
    ...[
      "TestX: exported test",
      "Testing: exported",
      "help: private",
      "Cmd: exported",
      "Name: exported",
      "age: private",
    ],
  ]);
  const java = `public abstract class E { private static final int X = 1; protected abstract void m(); @Override public String s() { return ""; }
  void p() {} interface I { void q(); default void r() {} } @Test public void t() {} }`;
  expect(await marked("E.java", java)).toEqual([
    ...["E: abstract", "X: final private static", "m: abstract protected", "s: @Override override", "p: package"],
    ...["I: nested package", "q: abstract", "t: @Test test"],
  ]);
  const rust = `#[derive(Clone)] pub struct S { pub a: u8, b: u8 }
impl S { pub async unsafe fn f(&self) {} pub(crate) const fn h() {} }
pub trait T { fn req(&self); fn prov(&self) {} }
#[test] fn t1() {}
mod tests { #[tokio::test] async fn t2() {} }`;
  expect(await marked("a.rs", rust)).toEqual([
    ...["S: @Clone @derive exported", "a: exported", "b: private", "f: async exported unsafe", "h: const crate"],
    ...["T: exported", "req: abstract", "t1: @test private test", "tests: private"],
    "t2: @test async nested private test",
  ]);
  expect(await marked("a.c", "static int f(void) { return 1; }\nint g(int a);")).toEqual(["f: private static"]);
});

test("whether something is marked so", () => {
  const one = { name: "a", marks: ["async", "exported?"] };
  expect(isMarked(one, "async -static", "typescript")).toBe(true);
  expect(isMarked(one, "-async", "typescript")).toBe(false);
  expect(isMarked(one, "static|async public", "typescript")).toBe(true);
  expect(isMarked(one, "exported", "javascript")).toBe(null);
  expect(isMarked(one, "-exported", "javascript")).toBe(null);
  expect(isMarked(one, "exported static", "javascript")).toBe(false);
  expect(isMarked({ name: "a" }, "exported", "python")).toBe(null);
  expect(isMarked({ name: "a" }, "test", "typescript")).toBe(null);
});
