import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { asksTheSame, questionKey } from "./paraphrase.ts";

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));

test("the rewrites follow their schema", () => {
  const schema = z.fromJSONSchema(read("data/knowledge/paraphrase.schema.json"));
  expect(schema.safeParse(read("data/knowledge/paraphrase.json")).error?.issues ?? []).toEqual([]);
});

test.each([
  ["  What is\tthe capital of France ?", "what is the capital of France"],
  ["“Who” painted the gate?!", "who painted the gate"],
  ["WHO painted the gate?", "WHO painted the gate"],
  ["Gate of Lund", "Gate of Lund"],
])("%j is kept as %j", (question, key) => {
  expect(questionKey(question)).toBe(key);
});

test.each([
  ["What is the capital of France?", "Could you please tell me what the capital of France is?"],
  ["What is the capital of France?", "what's France's capital"],
  ["How does the cache work?", "I'd like to know how the cache works."],
  ["When did the shop open?", "Do you know when the shop opened?"],
  ["In which city was Ann born?", "What city was Ann born in?"],
  ["Is the gate open?", "Tell me whether the gate is open."],
  ["Wer hat den Hafen bemalt?", "Kannst du mir sagen, wer den Hafen bemalt hat?"],
  ["Qui a peint le port ?", "Pouvez-vous me dire qui a peint le port ?"],
  ["¿Quién pintó el puerto?", "Dime quién pintó el puerto"],
])("%j asks what %j asks", (one, other) => {
  expect(asksTheSame(one, other)).toBe(true);
  expect(asksTheSame(other, one)).toBe(true);
});

test.each(read("bench/cache.json").different as [string, string, string][])(
  "%s: %j does not ask %j",
  (_, one, other) => {
    expect(questionKey(one)).not.toBe(questionKey(other));
    expect(asksTheSame(one, other)).toBe(false);
    expect(asksTheSame(other, one)).toBe(false);
  },
);
