import { expect, test } from "vitest";
import { readModule } from "./module.ts";

/** The functions and types of a text that have documentation. */
async function documented(path: string, text: string) {
  const module = await readModule(path, text);
  return module!.declared.filter(({ doc }) => doc !== null).map(({ name }) => name);
}

test("ECMAScript: a comment of the line before, or one without the form of documentation, is none; what stands between doesn't matter", async () => {
  const text = `const z = 2; /** of z */
function a() {}
/**/
function b() {}
/// <reference/>
function c() {}
/** d */
// eslint-disable-next-line
function d() {}
/** e */ export function e(x: string): void;
export function e(x: number): void;
export function e(x: any) {}
class F {
  /** g */
  g = () => {};
  /** h */
  static h(x: number): void;
  static h(x: any) {}
  i() {}
}
const o = { /** j */ j() {}, k() {} };
`;
  expect(await documented("a.ts", text)).toEqual(["d", "e", "g", "h", "j"]);
});

test("Go: neither a comment of the line before nor what the tools are told", async () => {
  const text = `package p
var X = 1 // of X
func A() {}
//go:noinline
func B() {}
// C does.
//go:noinline
func C() {}
/**/
func D() {}
// Some types.
type (
	E struct{}
	// F is.
	F struct{}
)
/* G does. */
func G() {}
`;
  expect(await documented("a.go", text)).toEqual(["C", "F", "G"]);
});

test("Rust: attributes and what stands within are documentation, more slashes or stars are none", async () => {
  const text = `#[doc = "a"]
fn a() {}
//// b
fn b() {}
/*** c */
fn c() {}
/**/
fn d() {}
/// e
#[inline]
// SAFETY: so
fn e() {}
fn f() {
    //! f
}
#[doc(hidden)]
fn g() {}
`;
  expect(await documented("a.rs", text)).toEqual(["a", "e", "f"]);
});

test("Python: the text that it begins with, in parts or brackets, but none that is made when it runs", async () => {
  const text = `def a():
    "a" "b"
def b():
    ("""b""")
def c():
    f"{c}"
def d():
    b"d"
def e():
    "e" f"{e}"
def f(): r"""f"""
class G:
    # so
    u"g"
`;
  expect(await documented("a.py", text)).toEqual(["a", "b", "f", "G"]);
});
