import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createObserver } from "../../tools/observe.ts";
import { match } from "../match.ts";
import { runRecipe } from "./run.ts";

const now = Date.now();

test("declarations are counted one by one, and listed by their names with all lines", async () => {
  const coded = mkdtempSync(join(tmpdir(), "ergo-recipes-"));
  const twice =
    "class A:\n  def run(self): pass\n  def stop(self): pass\nclass B:\n  def run(self): pass\ndef run(): pass\n";
  writeFileSync(join(coded, "a.py"), twice);
  writeFileSync(join(coded, "b.go"), "package b\ntype S struct{}\ntype T int\ntype I interface{}\n");
  const told = async (question: string) => {
    const { observe } = createObserver({ root: coded });
    const { answer, claims } = await runRecipe(match(question, { now })!, { observe, now });
    return [answer, ...claims.map(({ verdict, formal }) => `${verdict} ${formal}`)];
  };
  expect(await told("How many methods does a.py define?")).toEqual([
    "a.py declares 3 methods (2 names):\nrun (method), lines 2, 5\nstop (method), line 3",
    'proven declares("a.py", "method") = 3 and "run" in declares("a.py", "method") and "stop" in declares("a.py", "method")',
  ]);
  expect((await told("How many functions does a.py define?"))[0]).toBe(
    "a.py declares 1 function:\nrun (function), line 6",
  );
  expect((await told("How many names does a.py define?"))[0]).toMatch(/^a\.py has 6 declarations \(4 names\):\n/);
  expect((await told("How many types does b.go define?"))[0]).toBe(
    "b.go declares 3 types:\nS (struct), line 2\nT (type), line 3\nI (interface), line 4",
  );
  expect((await told("How many classes does b.go define?"))[0]).toMatch(
    /^b\.go is in a language that declares nothing as "class"/,
  );
  expect((await told("How many enums does a.py define?")).join()).not.toContain("proven");
});
