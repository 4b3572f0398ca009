import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages, wordsOf } from "./words.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/dialogue/${name}.json`, import.meta.url), "utf8"));

test.each(languages)("%s has what the schema wants, and compiles", (language) => {
  const { required, properties } = read("schema") as { required: string[]; properties: object };
  const keys = Object.keys(read(language));
  expect(required.filter((key) => !keys.includes(key))).toEqual([]);
  expect(keys.filter((key) => !Object.hasOwn(properties, key))).toEqual([]);
  const { nth, ordinals } = wordsOf(language);
  for (const ordinal of Object.keys(ordinals)) expect(read(language).nth, ordinal).toContain(ordinal);
  expect(nth).toBeInstanceOf(RegExp);
});
