import type { Budget } from "../../core/budget.ts";
import { ErgoError } from "../../core/error.ts";
import { absolute } from "../settings/config.ts";
import { type Config, type Partly, type Profile, profiles } from "../settings/settings.ts";

type Options = {
  profile?: string;
  /** `role=NAME` each. */
  models?: string[];
  budgetMs?: number;
  budgetTokens?: number;
  cache?: boolean;
};

/** The configuration that the options ask for. */
export function wanted({ profile, models = [], budgetMs, budgetTokens, cache }: Options): Partly<Config> {
  const budget: Partial<Budget> = {};
  if (budgetMs !== undefined) budget.ms = budgetMs;
  if (budgetTokens !== undefined) budget.tokens = budgetTokens;
  const named = Object.fromEntries(models.map(roleOf));
  return {
    budget,
    ...(cache === false ? { cache } : {}),
    ...(profile ? { profile: profileOf(profile) } : {}),
    models: named,
  };
}

const roles = ["planner", "worker", "verifier", "tutor", "embedder", "reranker"];

function roleOf(text: string): [role: string, name: string] {
  const [, role = "", name] = /^(\w+)=(.+)$/s.exec(text) ?? [];
  if (roles.includes(role) && name) return [role, absolute(name, ".")];
  throw new ErgoError("USAGE", { detail: `--model ${text}: ROLE=NAME, with a role of ${roles.join(", ")}` });
}

function profileOf(text: string): Profile {
  const profile = profiles.find((each) => each === text);
  if (profile) return profile;
  throw new ErgoError("USAGE", { detail: `--profile ${text}: one of ${profiles.join(", ")}` });
}
