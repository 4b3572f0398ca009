import type { EngineName, Level, Route } from "../core/route.ts";
import { readData } from "../language/data.ts";

/** A row of the engine table: the recipe's column, and one for what a question is about. */
type Column = "recipe" | Route["about"];
type Table = {
  table: Record<Level, Record<Column, string>>;
  splits: Partial<Record<Level, Partial<Record<Column, string>>>>;
  fallback: Record<string, string>;
  /** What takes a question about texts or files in which rules see several. */
  several: string;
  /** What decides a claim that a question states. */
  goal: string;
  /** What is tried after an engine that found no sure answer, from a fitted score on. */
  next: Record<string, { engine: string; from: number }>;
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
  { splits, several = false, own = {} }: { splits: boolean; several?: boolean | undefined; own?: Own | undefined },
): { engine: EngineName; wanted: string } {
  const measured = column === "content" ? own[level] : undefined;
  if (measured !== undefined) return { engine: measured, wanted: measured };
  const { fallback, paying, ...rows } = tableOf();
  const isSeveral = several && (column === "content" || column === "files") && level !== "BYPASS";
  const usual = (splits ? rows.splits[level]?.[column] : undefined) ?? rows.table[level][column];
  const wanted = isSeveral ? rows.several : usual;
  let name: string | undefined = wanted;
  while (name !== undefined) {
    if (paying.includes(name)) return { engine: name, wanted };
    name = fallback[name];
  }
  throw new Error(`data/routing/engines.json: nothing that pays stands in for "${wanted}"`);
}

/**
 * The engine that is tried once where one found no sure answer, by how likely the question takes several looks; null where none was measured to
 * pay then.
 */
export function engineAfter(engine: EngineName, fitted: number): EngineName | null {
  const { next, paying } = tableOf();
  const row = next[engine];
  return row && fitted >= row.from && paying.includes(row.engine) ? row.engine : null;
}

/** The engine that decides a claim. */
export function goalEngine(): EngineName {
  return tableOf().goal;
}

function tableOf(): Table {
  loaded ??= readData<Table>("routing/engines.json");
  return loaded;
}
