import fc from "fast-check";
import { expect, test } from "vitest";
import { commandEffects, type Judgement, type Reach } from "../core/command.ts";
import { allowed } from "./allow.ts";

const judgement = (effects: Judgement["effects"], reaches: Reach[] = [], apart = false): Judgement => ({
  effects,
  reasons: effects.map((effect) => `${effect}: "x" does it`),
  reaches,
  apart,
  losses: [],
});
const reach = (does: Reach["does"], place: Reach["place"]): Reach => ({ path: "x", does, place });

test("each profile allows its effects and no more", () => {
  const by = (profile: string) =>
    commandEffects.filter((effect) => allowed(profile, judgement([effect], [], true)).allowed);
  expect(by("safe")).toEqual([]);
  expect(by("read")).toEqual(["read"]);
  expect(by("dev")).toEqual(["read", "write", "exec"]);
  expect(by("sovereign")).toEqual(["read", "write", "outside", "network", "exec"]);
});

test("dev reaches what the sandbox provides", () => {
  const dev = (...reaches: Reach[]) => allowed("dev", judgement(["read", "outside"], reaches)).allowed;
  expect(dev(reach("read", "system"), reach("write", "temporary"))).toBe(true);
  expect(dev(reach("write", "system"))).toBe(false);
  expect(dev(reach("read", "elsewhere"))).toBe(false);
  expect(dev(reach("write", "protected"))).toBe(false);
  expect(allowed("dev", judgement(["outside"], [], true)).allowed).toBe(false);
});

test("a refusal gives the reasons of the effects that are refused", () => {
  expect(allowed("read", judgement(["read", "write", "network"])).reasons).toEqual([
    'the profile read does not allow write: "x" does it',
    'the profile read does not allow network: "x" does it',
  ]);
});

test("an unknown profile allows nothing, and no profile allows what is unknown or destructive", () => {
  const effects = fc.uniqueArray(fc.constantFrom(...commandEffects), { minLength: 1 });
  fc.assert(
    fc.property(effects, fc.constantFrom("safe", "read", "dev", "sovereign", "root"), (some, profile) => {
      const { allowed: may } = allowed(profile, judgement(some));
      if (profile === "root" || some.includes("unknown") || some.includes("destructive")) expect(may).toBe(false);
    }),
  );
});
