import { expect, test } from "vitest";
import { readSymbols } from "./code.ts";

async function read(path: string, text: string) {
  const { ok, ...symbols } = (await readSymbols(path, text, 10_000)) as Record<string, unknown>;
  const names = (key: string) =>
    ((symbols[key] ?? []) as { name?: string; module?: string }[]).map((each) => each.name ?? each.module);
  return { ok, defines: names("defines"), imports: names("imports"), exports: names("exports") };
}

test("types that are imported where they stand are read, with their own types", async () => {
  const text =
    'export declare const add: import("./types.js").FPFn2<Date, import("./fp.js").DateArg<Date>>;\nexport interface A { b(c: typeof import("m").N.T<A[]>): void }\n';
  expect(await read("a.d.ts", text)).toMatchObject({ ok: true, imports: ["./types.js", "./fp.js", "m"] });
  expect((await read("a.ts", text)).exports).toEqual(["add", "A"]);
});

test("a call with types, and what a text says, is left as it is", async () => {
  const text = 'const a: import("m").T<A> = import("n").then<B>(f);\n';
  expect(await read("a.ts", text)).toMatchObject({ ok: true, defines: ["a"], imports: ["m", "n"] });
  expect((await read("a.ts", `const b = 'import("m").T<A>';\n${text}`)).ok).toBe(false);
  expect((await read("a.ts", "const a: import('m').T<A> = ;\n")).ok).toBe(false);
});

test("all types of a module are exported on, which a file of types alone may write so", async () => {
  expect(await read("a.d.ts", 'export type * from "./b";\nexport type C = 1;\n')).toMatchObject({
    ok: true,
    imports: ["./b"],
  });
});

test("words of the language are names between the braces of exports and imports", async () => {
  const text =
    'import { default as d, void as v } from "m";\nexport { d as null, v as enum, v };\nexport { typeof } from "n";\n';
  expect(await read("a.mjs", text)).toEqual({
    ok: true,
    defines: [],
    imports: ["m", "n"],
    exports: ["null", "enum", "v", "typeof"],
  });
  expect((await read("a.mjs", 'export { d as null };\nconst s = "export { d as null }", = 1;\n')).ok).toBe(false);
});
