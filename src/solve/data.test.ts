import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), "utf8"));

test.each([
  "solve/numbers",
  "solve/kinds",
  "solve/axes",
  "solve/calendar",
  "solve/units",
  "solve/plurals",
  "solve/wordproblems",
  "tutor/cards",
])("%s is what its schema says", (name) => {
  expect(z.fromJSONSchema(read(`${name}.schema`)).safeParse(read(name)).error).toBeUndefined();
});

test("each word of an axis says one thing, and each thing that is counted stands once in its kind", () => {
  const { axes } = read("solve/axes") as { axes: Record<"low" | "high", { than: string[]; most: string[] }>[] };
  const words = axes.flatMap(({ low, high }) => [...low.than, ...high.than]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  const { kinds } = read("solve/kinds") as { kinds: Record<string, string[]> };
  for (const [kind, things] of Object.entries(kinds))
    expect([kind, new Set(things).size]).toEqual([kind, things.length]);
});
