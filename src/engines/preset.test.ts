import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { findPreset, presetFor } from "./preset.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/contract/${name}`, import.meta.url), "utf8"));

test("the presets follow their schema, and each usual one is there", () => {
  const data = read("presets.json");
  expect(z.fromJSONSchema(read("schema.json")).safeParse(data).error?.issues ?? []).toEqual([]);
  for (const name of Object.values(data.usual as Record<string, string>)) expect(findPreset(name)).toBe(name);
  expect(Object.keys(data.presets)).toEqual(["factual", "complex", "math", "exploration", "fast", "deep"]);
});

test("what a question that needs it is given by default splits before all answers differ", () => {
  for (const level of ["SIMPLE", "MODERATE", "COMPLEX"] as const) {
    const usual = presetFor({ preset: null, route: { level } as never });
    expect(usual.depth).toBeGreaterThan(0);
    expect(usual.threshold).toBeLessThan(0.6);
  }
});

test("an unknown preset is refused with those that there are", () => {
  expect(() => findPreset("slow")).toThrow(/one of factual, complex/);
  expect(() => findPreset("constructor")).toThrow(/one of/);
});
