import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tongues } from "../language/tongue.ts";
import { lexicon } from "./lexicon.ts";

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../data/${path}`, import.meta.url), "utf8"));

test("every language has the same lists, and each compiles", () => {
  const { required } = read("routing/language.schema.json") as { required: string[] };
  for (const language of tongues) {
    const data = read(`routing/${language}.json`);
    expect(Object.keys(data).sort()).toEqual(["$schema", ...required].sort());
    expect(Object.keys(data.types).sort()).toEqual(Object.keys(read("routing/en.json").types).sort());
    expect(lexicon(language).stop.size).toBeGreaterThan(50);
  }
  expect(
    readdirSync(new URL("../../data/routing", import.meta.url)).filter((name) => /^..\.json$/.test(name)),
  ).toHaveLength(4);
});

test("every engine of the table leads to one that pays", () => {
  const { table, splits, fallback, paying } = read("routing/engines.json") as {
    table: Record<string, Record<string, string>>;
    splits: Record<string, Record<string, string>>;
    fallback: Record<string, string>;
    paying: string[];
  };
  const wanted = [table, splits].flatMap((rows) => Object.values(rows).flatMap((row) => Object.values(row)));
  for (const name of wanted) {
    let engine: string | undefined = name;
    for (let steps = 0; steps < 10 && !paying.includes(engine ?? ""); steps++) engine = fallback[engine ?? ""];
    expect(paying, name).toContain(engine);
  }
});
