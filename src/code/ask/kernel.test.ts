import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { kernels } from "../kernels/registry.ts";
import { readKernel } from "./kernel.ts";

test.each([
  ["Is this README still true?", "documentation at=README -found"],
  ["is README.md up to date?", "documentation at=README -found"],
  ["Are there any hard-coded secrets?", "security what=secret"],
  ["Are there any secrets in this repo?", "security what=secret"],
  ["Which files have broken links?", "documentation what=link -found"],
  ["Are there any broken imports?", "structure what=unresolved%20import"],
  ["Which files have unresolved imports?", "structure what=unresolved%20import"],
  ["Which files change together with src/price.js?", "cochange in=**%2Fsrc%2Fprice.js"],
  ["what changes with price.js", "cochange in=**%2Fprice.js"],
  ["Welche Dateien ändern sich zusammen mit src/a.ts?", "cochange in=**%2Fsrc%2Fa.ts"],
  ["Which files usually change together?", "cochange"],
  ["Which files change with the season?", undefined],
  ["What does clones do?", undefined],
  ["Where is clones?", undefined],
  ["What does the hotspots function do?", undefined],
  ["Which files are duplicated?", undefined],
  ["How many files are duplicated?", undefined],
  ["How many files have broken links?", undefined],
  ["Which file has the most undocumented functions?", undefined],
  ["Which file has the most broken links?", undefined],
  ["Is the code in the readme correct?", undefined],
  ["what is the riskiest investment in the report?", undefined],
  ["who owns the broken links team?", undefined],
])("%s", (question, kernel) => {
  expect(readKernel(question)?.kernel).toBe(kernel);
});

test("its data follow their schema and name kernels that there are", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  const data = json("kernels");
  expect(faultOf(json("kernels.schema") as Schema, data)).toBeUndefined();
  const known = kernels.map(({ name }) => name);
  for (const { kernel, words } of data.rows as { kernel: string; words: string[] }[]) {
    expect(known).toContain(kernel.split(" ")[0]);
    expect(words.filter((each) => !each.includes(" "))).toEqual([]);
  }
});
