import { readFileSync } from "node:fs";
import type { EngineName, Level, Route } from "../core/route.ts";
import { parseWords } from "../core/words.ts";

/** A row of the engine table: the recipe's column, and one for what a question is about. */
type Column = "recipe" | Route["about"];
type Table = {
  table: Record<Level, Record<Column, string>>;
  splits: Partial<Record<Level, Partial<Record<Column, string>>>>;
  fallback: Record<string, string>;
  /** Engines that routing may choose: what they gain was measured (bench/engines.ts). */
  paying: string[];
};

let loaded: Table | undefined;

/** Engines that the user's own measurements found to pay, by the level of a question about texts (`ergo eval --adopt`). */
export type Own = Partial<Record<Level, EngineName>>;

/**
 * The engine for a question, of those that were measured to pay; `wanted` is what the table says, an engine or one of its paths. What
 * the user measured comes before the table, for questions about texts.
 */
export function chooseEngine(
  level: Level,
  column: Column,
  { splits, own = {} }: { splits: boolean; own?: Own | undefined },
): { engine: EngineName; wanted: string } {
  const measured = column === "content" ? own[level] : undefined;
  if (measured !== undefined) return { engine: measured, wanted: measured };
  loaded ??= parseWords<Table>(readFileSync(new URL("../../data/routing/engines.json", import.meta.url), "utf8"));
  const wanted = (splits ? loaded.splits[level]?.[column] : undefined) ?? loaded.table[level][column];
  let name: string | undefined = wanted;
  while (name !== undefined) {
    if (loaded.paying.includes(name)) return { engine: name, wanted };
    name = loaded.fallback[name];
  }
  throw new Error(`data/routing/engines.json: nothing that pays stands in for "${wanted}"`);
}
