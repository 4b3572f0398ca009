import { readdirSync, readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { expect, test } from "vitest";
import { readCodeQuestion } from "../src/code/ask/question.ts";
import { menu } from "../src/commands/data.ts";
import { readAmount } from "../src/language/amount.ts";
import { fresh, madeOf } from "../src/system/made.ts";

test("what the build made of data is what they make now", () => {
  menu();
  readCodeQuestion("x");
  readAmount("x");
  const kept = new URL("../dist/made/", import.meta.url);
  expect(readdirSync(kept).sort()).toEqual([...fresh.keys()].map((name) => `${name}.v8`).sort());
  for (const [name, value] of fresh) expect(deserialize(readFileSync(new URL(`${name}.v8`, kept)))).toEqual(value);
});

test("is made once, and now where the build did not", () => {
  let times = 0;
  const made = madeOf("test.none", ["kinds.json"], () => ({ times: ++times }));
  expect([made(), made()]).toEqual([{ times: 1 }, { times: 1 }]);
  expect(fresh.get("test.none")).toBe(made());
});
