import { compileGlob } from "../core/glob.ts";
import type { Json } from "../core/journal.ts";
import type { Observation } from "../core/observation.ts";
import type { Rule, Test } from "../core/rule.ts";
import { createBoard } from "../proof/board.ts";
import { check } from "../proof/check.ts";
import { parseClaim } from "../proof/grammar.ts";

/** What a rule concluded from an observation, as canonical text of a claim. */
export type Conclusion = { rule: string; claim: string };

/** Conclusions of a rule from one observation, at most: of a long list only the first are of use in a game. */
const most = 50;

/** What a rule gives from an observation, as far as CHECK proves it from that observation alone. Pure. */
export function conclude(rule: Rule, observation: Observation): Conclusion[] {
  const board = createBoard([observation]);
  return candidates(rule, observation).flatMap((text) => {
    const { verdict, claim } = check(parseClaim(text), board);
    return verdict === "provable" ? [{ rule: rule.id, claim }] : [];
  });
}

/** Why a rule is not to be used: the first of its examples that does not hold; null where all do. */
export function faultIn(rule: Rule): string | null {
  for (const [at, { seen, gives }] of rule.examples.accepts.entries()) {
    const wanted = gives.map((claim) => check(parseClaim(claim), createBoard()).claim);
    const tried = candidates(rule, seen);
    const found = conclude(rule, seen).map(({ claim }) => claim);
    if (tried.length !== found.length) return `accepted example ${at + 1}: CHECK does not prove ${tried.join(", ")}`;
    if (found.join("\n") !== wanted.join("\n"))
      return `accepted example ${at + 1}: it gives ${found.join(", ") || "nothing"}`;
  }
  for (const [at, seen] of rule.examples.rejects.entries()) {
    const found = candidates(rule, seen);
    if (found.length > 0) return `rejected example ${at + 1}: it gives ${found.join(", ")}`;
  }
  if (rule.examples.accepts.length === 0 || rule.examples.rejects.length === 0)
    return "it needs an example that it accepts and one that it rejects";
  return null;
}

/** What a rule would give, unchecked. */
function candidates({ match, gives }: Rule, observation: Observation): string[] {
  if (observation.query.see !== match.see || !observation.seen.ok) return [];
  const whole = { ...observation.query, ...observation.seen } as unknown as Record<string, Json>;
  const list = match.each === undefined ? [null] : whole[match.each];
  if (!Array.isArray(list)) return [];
  const found = list.slice(0, most).flatMap((item) => {
    const value = (key: string) => read(match.each === undefined ? whole : { ...whole, item }, key);
    if (!match.where.every((test) => passes(test, value(test.key)))) return [];
    return [gives.replace(/\{([\w.]+)\}/g, (_, key: string) => JSON.stringify(value(key) ?? ""))];
  });
  return [...new Set(found)];
}

function read(from: Record<string, Json>, key: string): Json | undefined {
  let value: Json | undefined = from;
  for (const part of key.split(".")) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, Json>)[part];
  }
  return value;
}

function passes({ is, value }: Test, seen: Json | undefined): boolean {
  if (seen === undefined) return false;
  switch (is) {
    case "equals":
      return seen === value;
    case "differs":
      return seen !== value;
    case "at_least":
      return typeof seen === "number" && typeof value === "number" && seen >= value;
    case "at_most":
      return typeof seen === "number" && typeof value === "number" && seen <= value;
    case "includes":
      return Array.isArray(seen) && seen.includes(value);
    case "lacks":
      return Array.isArray(seen) && !seen.includes(value);
    case "matches":
      return typeof seen === "string" && typeof value === "string" && compileGlob(value).matches(seen);
  }
}
