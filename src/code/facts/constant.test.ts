import { expect, test } from "vitest";
import { readModule } from "./module.ts";

async function values(path: string, text: string): Promise<Record<string, string | null>> {
  const module = await readModule(path, text);
  if (module === null) throw new Error(`${path} was not read`);
  return Object.fromEntries(module.constants.map(({ name, value, written }) => [name, value ?? written]));
}

test.each([
  ["a.ts", "class A { readonly wait: number = 30 * 1000; }\nenum E { one = 1 }\nconst of = { wide: 0x10 } as const;\n"],
  ["a.py", "class A:\n    wait = 30 * 1000\n\nclass E:\n    one = 1\n\nof = {'wide': 0x10}\n"],
])("a value has the name that it is given to, with what that stands in: %s", async (path, text) => {
  expect(await values(path, text)).toMatchObject({ "A.wait": "30000", "E.one": "1", "of.wide": "16" });
});

test.each([
  [
    "a.js",
    "class A { constructor(n = 3) { this.n = 4; } }\nmodule.exports.q = '1';",
    { "A.n": "4", "module.q": undefined },
  ],
  [
    "a.go",
    "package a\n\nconst (\n\tA, B = 010, 2\n)\n\nvar s = T{Wait: 30 * time.Second}\n",
    { A: "8", B: "2", "s.Wait": "30 * time.Second" },
  ],
  ["A.java", "class A { static final int X = 1 << 4; static final long Y = 5L; }", { "A.X": "16", "A.Y": "5" }],
  [
    "a.rs",
    "const A: u32 = 5_000u32;\nstatic B: f64 = 1.5;\nconst C: char = '\\u{1100}';\n",
    { A: "5000", B: "1.5", C: "'\\u{1100}'" },
  ],
  ["b.py", "def f(a=1, *, b: int = -2):\n    c = d = 3\n", { "f.a": "1", "f.b": "-2", "f.c": "3", "f.d": "3" }],
])("defaults, members and constants of each language: %s", async (path, text, wanted) => {
  const found = await values(path, text);
  for (const [name, value] of Object.entries(wanted)) expect([name, found[name]]).toEqual([name, value]);
});

test("what only running tells has no value, and no arithmetic is done where languages don't agree on it", async () => {
  const found = await values(
    "A.java",
    "class A { int a = f(); int b = 1 << 31; int c = 7 / 2; int d = 2147483647 + 1; }",
  );
  expect(found).toEqual({ "A.a": null, "A.b": "1 << 31", "A.c": "7 / 2", "A.d": "2147483647 + 1" });
  expect(await values("a.js", "let x = 1;\nx += 2;\nconst [y] = z;\n")).toMatchObject({ x: null });
});
