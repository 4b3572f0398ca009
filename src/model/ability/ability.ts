import { readFileSync } from "node:fs";
import { sha256 } from "../../core/digest.ts";
import type { Form } from "../../core/model.ts";
import { type Language, readPrompt, type Values } from "../prompt/prompt.ts";
import type { Share } from "./interval.ts";

/** A job that a step of an engine gives to a model. */
export type Ability = (typeof abilities)[number];
export const abilities = [
  "extract",
  "choose",
  "judge",
  "json",
  "read",
  "plan",
  "split",
  "complete",
  "translate",
] as const;

/**
 * What an ability is tried with: data/probe. A share of right answers surely above chance + margin passes; `chance` is the share
 * of a guess, or of the rules that do the job without a model. `others` are items in other languages than English, for who passed in
 * English.
 */
export type Trial = {
  ability: Ability;
  prompt: string;
  scoring: "same" | "holds" | "json" | "question" | "terms";
  chance: number;
  margin: number;
  items: Item[];
  others?: Partial<Record<Language, Item[]>>;
};
/** `wrong` are other answers of the same type that could be taken for the right one. */
export type Item = { values: Values; answer: string; wrong?: string[] };

/**
 * How a model did. `trial` is the SHA-256 of the prompt and the items: a result counts for no others. `language` is that of the
 * items, and `wording` that of the prompt, where they are not English.
 */
export type Measured = Share & {
  ability: Ability;
  form: Form;
  trial: string;
  passed: boolean;
  language?: Language;
  wording?: Language;
};

/** `T0` needs no model; each tier has the abilities of those below it. */
export type Tier = "T0" | "T1" | "T2" | "T3";

export function readTrial(ability: Ability): Trial {
  return JSON.parse(readFileSync(new URL(`../../../data/probe/${ability}.json`, import.meta.url), "utf8"));
}

/** In which language the items of a trial are, and the prompt. */
export type Spoken = { language: Language; wording: Language };

/** Changes whenever what is measured does. */
export function trialKey(
  { others, ...trial }: Trial,
  { language, wording }: Spoken = { language: "en", wording: "en" },
) {
  const tried = language === "en" ? trial : { ...trial, items: others?.[language] };
  return sha256(JSON.stringify([tried, readPrompt(trial.prompt, wording).hash]));
}

/** How a model is best given a job: the form, and the language of the prompt. */
type Way = { form: Form; wording: Language };

/**
 * What a model was measured to be able to: the tier, the abilities, and the form in which it does each best. `ways` are those
 * of other languages than English: null where it was measured in one, and did not pass.
 */
export type Standing = {
  tier: Tier;
  abilities: Ability[];
  forms: Partial<Record<Ability, Form>>;
  ways?: Partial<Record<Ability, Partial<Record<Language, Way | null>>>>;
  /** What was not measured, or with other prompts than now. */
  untried?: Ability[];
};

export function standingOf(measured: Measured[]): Standing {
  const forms: Standing["forms"] = {};
  const ways: NonNullable<Standing["ways"]> = {};
  for (const ability of abilities) {
    const tried = measured.filter((each) => each.ability === ability);
    const best = bestOf(tried.filter(({ language = "en" }) => language === "en"));
    if (!best) continue;
    forms[ability] = best.form;
    const languages = new Set(tried.flatMap(({ language }) => language ?? []));
    if (languages.size > 0) {
      const way = (spoken: Language) => bestOf(tried.filter(({ language }) => language === spoken));
      ways[ability] = Object.fromEntries([...languages].map((spoken) => [spoken, way(spoken)]));
    }
  }
  const able = abilities.filter((ability) => forms[ability] !== undefined);
  const untried = abilities.filter((ability) => !measured.some((each) => each.ability === ability));
  return {
    tier: tierOf(able),
    abilities: able,
    forms,
    ...(Object.keys(ways).length > 0 ? { ways } : {}),
    ...(untried.length > 0 ? { untried } : {}),
  };
}

/** The best way of those that passed; the first where several are equal. */
function bestOf(measured: Measured[]): Way | null {
  const passed = measured.filter((each) => each.passed);
  const [best] = passed.toSorted((a, b) => b.right / b.n - a.right / a.n);
  return best ? { form: best.form, wording: best.wording ?? "en" } : null;
}

const tiers: [Tier, Ability[]][] = [
  ["T1", ["extract", "json"]],
  ["T2", ["choose", "judge", "read"]],
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
