import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Level } from "../../core/route.ts";
import { bare } from "../../core/words.ts";

/** Engines that `ergo eval --adopt` found to pay, by the model and the level of question; and by how much, on how many scenarios. */
export type Adopted = {
  v: 1;
  suite: string;
  models: Record<string, Partial<Record<Level, { engine: string; by: number; low: number; high: number; n: number }>>>;
};

/** The file of `$ERGO_HOME` that it stands in. */
export const adoptedName = "engines.json";

/** The engines that were adopted for a model, by level; none where the file is not there or is no such table. */
export function adoptedFor(home: string, model: string): Partial<Record<Level, string>> {
  try {
    const { v, models } = bare(JSON.parse(readFileSync(join(home, adoptedName), "utf8")) as Adopted);
    const rows = v === 1 ? Object.entries(models[model] ?? {}) : [];
    return Object.fromEntries(
      rows.flatMap(([level, row]) => (typeof row?.engine === "string" ? [[level, row.engine]] : [])),
    );
  } catch {
    return {};
  }
}
