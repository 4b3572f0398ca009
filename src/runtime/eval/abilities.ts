import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { abilities, type Measured, readTrial, trialKey } from "../../model/ability/ability.ts";

/** How models did in the jobs that Ergo gives them: `counts` tells whether that was with the prompts of today. */
export type Able = { name: string; here: boolean; measured: (Measured & { counts: boolean })[] };

/** What was measured on this machine, then what Ergo ships; of each model the first. */
export function abilitiesIn(home: string): Able[] {
  const own = namesIn(join(home, "probed")).map((name) => parsed(join(home, "probed", name)));
  const shipped = parsed(new URL("../../../data/models/probed.json", import.meta.url)) as
    | { models?: Kept[] }
    | undefined;
  const keys = new Map(abilities.map((ability) => [ability, readTrial(ability)]));
  const seen = new Set<string>();
  const told = (kept: Kept | undefined, here: boolean): Able[] => {
    if (!Array.isArray(kept?.measured) || seen.has(kept.name)) return [];
    seen.add(kept.name);
    const measured = kept.measured.map((each) => {
      const { ability, language = "en", wording = "en", trial } = each;
      const tried = keys.get(ability);
      return { ...each, counts: tried !== undefined && trialKey(tried, { language, wording }) === trial };
    });
    return [{ name: kept.name, here, measured }];
  };
  return [
    ...own.flatMap((kept) => told(kept as Kept | undefined, true)),
    ...(shipped?.models ?? []).flatMap((kept) => told(kept, false)),
  ];
}

type Kept = { name: string; measured: Measured[] };

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(".json"));
  } catch {
    return [];
  }
}

function parsed(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
