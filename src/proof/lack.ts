import type { Observation, Query } from "../core/observation.ts";
import { queryKey } from "../core/observation.ts";
import type { Ground } from "./ground.ts";
import type { Lack, Unknown } from "./value.ts";

/** Nothing keeps a value from being known. */
export const nothing: Lack[] = [];

/** Nobody has looked yet. */
export function unseen(query: Query): Unknown {
  return { is: "unknown", lacks: [{ is: "unseen", query }], ground: nowhere };
}

/** It was looked at, and could not be seen. */
export function blinded(observation: Observation): Unknown {
  const { query, seen } = observation;
  if (seen.ok) throw new Error("a blind observation is expected");
  return { is: "unknown", lacks: [{ is: "blind", query, blind: seen }], ground: { seen: observation } };
}

/** No look at the folder tells: the term has no value, or Ergo can't read it. */
export function valueless(message: string): Unknown {
  return { is: "unknown", lacks: [{ is: "void", message }], ground: nowhere };
}

/** The queries that nobody has looked at, each once. */
export function needsOf(lacks: readonly Lack[]): Query[] {
  const needs = new Map<string, Query>();
  for (const lack of lacks) if (lack.is === "unseen") needs.set(queryKey(lack.query), lack.query);
  return [...needs.values()];
}

export function awaits(lacks: readonly Lack[]): boolean {
  return lacks.some(({ is }) => is === "unseen");
}

/** The lacks of two values that are needed both. Where one will never be known, looking for the other is in vain. */
export function bothLack(left: Lack[], right: Lack[], hopeless: boolean): Lack[] {
  const all = left.length === 0 ? right : right.length === 0 ? left : [...left, ...right];
  return hopeless ? all.filter(({ is }) => is !== "unseen") : all;
}

/**
 * The lacks of claims of which each alone may decide: all of them while that costs little, else those of the claim
 * that takes the fewest looks.
 */
export function eitherLacks(open: Lack[][]): Lack[] {
  const lacks = open.flat();
  const costs = open.map(costOf);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total <= cheap) return lacks;
  const least = Math.min(...costs.filter((cost) => cost > 0));
  const chosen = open[costs.indexOf(least)];
  return [...lacks.filter(({ is }) => is !== "unseen"), ...(chosen ?? []).filter(({ is }) => is === "unseen")];
}

/** About a file's worth of reading each. */
const costs = {
  universe: 4,
  entry: 1,
  file: 4,
  words: 4,
  search: 4,
  fields: 4,
  row: 4,
  code: 8,
  calls: 8,
  links: 8,
  functions: 8,
  constants: 8,
  manifest: 4,
  history: 64,
  kernel: 256,
};
const cheap = 256;

function costOf(lacks: Lack[]): number {
  return lacks.reduce((sum, lack) => sum + (lack.is === "unseen" ? costs[lack.query.see] : 0), 0);
}

const nowhere: Ground = { calculated: "" };
