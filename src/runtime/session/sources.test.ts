import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepModules } from "./sources.ts";

const text = "export function price() {\n  return cost();\n}\n";

test.each([
  ["a broken second line", (kept: string) => kept.replace(/[^\n]*$/, "{broken")],
  ["an altered second line", (kept: string) => kept.replace('"calls":[{"name":"cost"', '"calls":[{"name":"lost"')],
  ["an end that is missing", (kept: string) => kept.slice(0, -20)],
  ["no first line", () => ""],
])("a kept file with %s is read anew", async (_, spoil) => {
  const place = mkdtempSync(join(tmpdir(), "ergo-kept-"));
  const first = await keepModules(place).read("a.js", text);
  const [name] = readdirSync(place);
  const file = join(place, name!);
  writeFileSync(file, spoil(readFileSync(file, "utf8")));
  const again = await keepModules(place).read("a.js", text);
  expect(again?.calls.map((each) => each.name)).toEqual(["cost"]);
  expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(first)));
  const never = keepModules(place, () => Promise.reject(new Error("read anew")));
  expect((await never.read("a.js", text))?.calls).toHaveLength(1);
});

test("leaks of a text that is no source file are known of that text alone", async () => {
  const { read, leaks } = keepModules(mkdtempSync(join(tmpdir(), "ergo-kept-")));
  expect(leaks("a.txt", "x")).toBeNull();
  expect(await read("a.txt", "x")).toBeNull();
  expect(leaks("a.txt", "x")).toEqual([]);
  expect(leaks("a.txt", "y")).toBeNull();
});
