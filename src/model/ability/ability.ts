import { readFileSync } from "node:fs";
import { sha256 } from "../../core/digest.ts";
import type { Form } from "../../core/model.ts";
import { readPrompt, type Values } from "../prompt/prompt.ts";
import type { Share } from "./interval.ts";

/** A job that a step of an engine gives to a model. */
export type Ability = (typeof abilities)[number];
export const abilities = ["extract", "choose", "judge", "json", "write", "plan", "split", "complete"] as const;

/** What an ability is tried with: data/probe. A share of right answers surely above chance + margin passes. */
export type Trial = {
  ability: Ability;
  prompt: string;
  scoring: "same" | "json" | "sentence" | "question";
  chance: number;
  margin: number;
  items: Item[];
};
export type Item = { values: Values; answer: string };

/** How a model did. `trial` is the SHA-256 of the prompt and the items: a result counts for no others. */
export type Measured = Share & { ability: Ability; form: Form; trial: string; passed: boolean };

/** `T0` needs no model; each tier has the abilities of those below it. */
export type Tier = "T0" | "T1" | "T2" | "T3";

export function readTrial(ability: Ability): Trial {
  return JSON.parse(readFileSync(new URL(`../../../data/probe/${ability}.json`, import.meta.url), "utf8"));
}

/** Changes whenever what is measured does. */
export function trialKey(trial: Trial): string {
  return sha256(JSON.stringify([trial, readPrompt(trial.prompt).hash]));
}

/** What a model was measured to be able to: the tier, the abilities, and the form in which it does each best. */
export type Standing = { tier: Tier; abilities: Ability[]; forms: Partial<Record<Ability, Form>> };

export function standingOf(measured: Measured[]): Standing {
  const forms: Standing["forms"] = {};
  for (const ability of abilities) {
    const passed = measured.filter((each) => each.ability === ability && each.passed);
    const best = passed.toSorted((a, b) => b.right / b.n - a.right / a.n)[0];
    if (best) forms[ability] = best.form;
  }
  const able = abilities.filter((ability) => forms[ability] !== undefined);
  return { tier: tierOf(able), abilities: able, forms };
}

const tiers: [Tier, Ability[]][] = [
  ["T1", ["extract", "json"]],
  ["T2", ["choose", "judge", "write"]],
  ["T3", ["plan"]],
];

function tierOf(able: Ability[]): Tier {
  let reached: Tier = "T0";
  for (const [tier, needed] of tiers) {
    if (!needed.every((ability) => able.includes(ability))) break;
    reached = tier;
  }
  return reached;
}
