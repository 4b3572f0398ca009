import { expect, test } from "vitest";
import { facts } from "./fixtures/look.ts";

const members: [path: string, text: string, members: string[]][] = [
  [
    "a.ts",
    `class A { p = 1; static q: number; constructor(private r: string, s: number, readonly t = 1) {} m(x: { y: 1 }) {} }
interface I { b?: string; c: { d: number }; m(): void }
type T = { e: 1 }; type U = { f: 1 } | { g: 1 }; enum E { H, "I" = 2 } const { j }: { j: 1 } = k;`,
    [
      ...["field A.p", "field A.q", "constructor A.constructor", "field A.r", "field A.t", "method A.m", "method I.m"],
      ...["constant E.H", "constant E.I", "property I.b", "property I.c", "property T.e"],
    ],
  ],
  [
    "a.js",
    "const B = class { p = 1; static #q }; class C { r; s() { this.t = 1 } }",
    ["field B.p", "field B.#q", "field C.r", "method C.s"],
  ],
  [
    "a.py",
    `class A(Base):
    x: int
    y = z = 1
    if DEBUG:
        w = 2
    def m(self, a):
        self.v = self.y = a
        local = 1
        def inner():
            self.u = 1
    class B:
        x = 1
`,
    [
      "variable A.x",
      "variable A.y",
      "variable A.z",
      "variable A.w",
      "method A.m",
      "field A.v",
      "field A.y",
      "field A.u",
      "variable B.x",
    ],
  ],
  [
    "A.java",
    "class A { int a, b; static final int C = 1; void m(int d) { int e; } enum F { G, H { void m() {} }; int i; } record J(int k, String l) {} interface M { int N = 1; } }",
    [
      ...[
        "field A.a",
        "field A.b",
        "field A.C",
        "method A.m",
        "constant F.G",
        "constant F.H",
        "field F.i",
        "field J.k",
      ],
      ...["field J.l", "field M.N"],
    ],
  ],
  [
    "a.go",
    "package a\ntype S struct { A, B int; *C; d struct { E int } }\ntype T[K any] struct { F K }\nvar v struct { G int }\nconst H = 1\nfunc (s *S) M() {}",
    ["field S.A", "field S.B", "field S.C", "field S.d", "field T.F", "method S.M"],
  ],
  [
    "a.rs",
    "struct S { a: u8, pub b: u8 } struct P(u8); enum E { A, B(u8), C { d: u8 } } union U { e: u8 } impl S { const F: u8 = 1; fn m(&self) {} } const G: u8 = 1;",
    ["field S.a", "field S.b", "variant E.A", "variant E.B", "variant E.C", "field U.e", "constant S.F", "method S.m"],
  ],
  [
    "a.c",
    `struct s { int a, *b; struct { int c; union { int d; }; } e; union { int f; }; int (*g)(void);
#ifdef X
int h;
#endif
}; typedef struct { int i; } t; enum e { J, K = 2 }; enum { L }; typedef struct u { int m; } v;`,
    [
      ...["field s.a", "field s.b", "field s.e", "field s.f", "field s.g", "field s.h", "field t.i", "constant e.J"],
      ...["constant e.K", "field u.m"],
    ],
  ],
];

test.each(members)("members of the types of %s", async (path, text, expected) => {
  const { defines, properties = [] } = await facts(path, text);
  const held = [...defines, ...properties].flatMap(({ name, kind, holder }) =>
    holder ? [`${kind} ${holder}.${name}`] : [],
  );
  expect(held.toSorted()).toEqual(expected.toSorted());
});
