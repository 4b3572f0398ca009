import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../../core/schema.ts";
import { readValue } from "./value.ts";

test.each<[string, string[], string[]?]>([
  ["CLOSE_TIMEOUT value", ["CLOSE_TIMEOUT"]],
  ["minUsagePadding?", ["minUsagePadding"]],
  ["MAX_WIDTH and MIN_WIDTH", ["MAX_WIDTH", "MIN_WIDTH"]],
  ["defualt chunk_size of FileResponse", ["chunk_size"], ["FileResponse"]],
  ["Defaults of wait_exponential: multiplier, exp_base, min?", ["wait_exponential", "multiplier", "exp_base", "min"]],
  ["whats the max_age default in CORS vs Session", ["max_age"], ["CORS", "Session"]],
  ["name of the hidden command used to request completions (ShellRequestCmd)", ["ShellRequestCmd"]],
  ["what is MAX_BYTES in lib/a.py set to", ["MAX_BYTES"], ["lib/a.py"]],
  ["What is the default value of `size` in `Pool`?", ["size"], ["Pool"]],
  ["Welchen Standardwert hat bodyLimit?", ["bodyLimit"]],
])("%s", (question, names, within = []) => {
  expect(readValue(question)).toMatchObject({ names, within });
});

test.each([
  "where is maxRetries used?",
  "which files use the timeout (MAX_TIMEOUT)?",
  "who calls it (parseArgs)?",
  "is maxRetries 5?",
  "hello",
  "what changed in maxRetries after the last release?",
])("asks for something else: %s", (question) => {
  expect(readValue(question)).toBeNull();
});

test("the words fit their schema", () => {
  const json = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../data/code/${name}.json`, import.meta.url), "utf8"));
  expect(faultOf(json("values.schema") as Schema, json("values"))).toBeUndefined();
});
