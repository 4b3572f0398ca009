import { expect, test } from "vitest";
import type { Observation } from "../core/observation.ts";
import type { Rule } from "../core/rule.ts";
import { readRules, tested } from "../runtime/session/rules.ts";
import { conclude, faultIn } from "./rule.ts";

const entry = (path: string, kind: "file" | "none"): Observation => ({
  query: { see: "entry", path },
  seen: { ok: true, kind, bytes: 1, modified: 0 },
});

const there: Rule = {
  id: "there",
  tier: "session",
  match: { see: "entry", where: [{ key: "kind", is: "equals", value: "file" }] },
  gives: "exists({path})",
  examples: { accepts: [{ seen: entry("a", "file"), gives: ['exists("a")'] }], rejects: [entry("a", "none")] },
};

test("every rule that comes with Ergo holds on its examples", () => {
  const rules = readRules().filter(({ tier }) => tier === "permanent");
  expect(rules.length).toBeGreaterThan(5);
  for (const rule of rules) expect([rule.id, tested(rule)]).toEqual([rule.id, null]);
});

test("a rule concludes only what CHECK proves from the observation alone", () => {
  expect(conclude(there, entry("x y", "file"))).toEqual([{ rule: "there", claim: 'exists("x y")' }]);
  expect(conclude(there, entry("x", "none"))).toEqual([]);
  const bold: Rule = { ...there, match: { see: "entry", where: [] } };
  expect(conclude(bold, entry("x", "none"))).toEqual([]);
  expect(conclude({ ...there, gives: 'contains({path}, "x")' }, entry("x", "file"))).toEqual([]);
});

test("a rule that concludes too much, or whose examples show nothing, is not used", () => {
  expect(faultIn(there)).toBeNull();
  expect(faultIn({ ...there, match: { see: "entry", where: [] } })).toMatch(/rejected example 1/);
  expect(faultIn({ ...there, gives: "not exists({path})" })).toMatch(/CHECK does not prove/);
  expect(faultIn({ ...there, examples: { accepts: [], rejects: [] } })).toMatch(/needs an example/);
  expect(tested({ ...there, gives: "exists({path}" })).not.toBeNull();
});
