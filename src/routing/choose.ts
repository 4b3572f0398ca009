import { readFileSync } from "node:fs";
import type { EngineName, Level, Route } from "../core/route.ts";
import { parseWords } from "../core/words.ts";

/** A row of the engine table: the recipe's column, and one for what a question is about. */
type Column = "recipe" | Route["about"];
type Table = {
  table: Record<Level, Record<Column, string>>;
  splits: Partial<Record<Level, Partial<Record<Column, string>>>>;
  fallback: Record<string, string>;
};

const built: readonly EngineName[] = ["direct", "loop"];
let loaded: Table | undefined;

/** The engine for a question; `wanted` is what the table says, an engine or one of its paths, built or not. */
export function chooseEngine(level: Level, column: Column, splits: boolean): { engine: EngineName; wanted: string } {
  loaded ??= parseWords<Table>(readFileSync(new URL("../../data/routing/engines.json", import.meta.url), "utf8"));
  const wanted = (splits ? loaded.splits[level]?.[column] : undefined) ?? loaded.table[level][column];
  let name: string | undefined = wanted;
  while (name !== undefined) {
    const engine = built.find((known) => known === name);
    if (engine) return { engine, wanted };
    name = loaded.fallback[name];
  }
  throw new Error(`data/routing/engines.json: nothing that is built stands in for "${wanted}"`);
}
