import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { kernels } from "../kernels/registry.ts";
import { readKernel } from "./kernel.ts";

test.each([
  ["where is the riskiest untested code?", "risk untested"],
  ["Where's the riskiest code in this repo", "risk"],
  ["Is this README still true?", "documentation at=README -found"],
  ["is README.md up to date?", "documentation at=README -found"],
  ["Are there any hard-coded secrets?", "security what=secret"],
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
  for (const { kernel } of data.rows as { kernel: string }[]) expect(known).toContain(kernel.split(" ")[0]);
});
