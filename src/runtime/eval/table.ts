import { type Share, wilson } from "../../model/ability/interval.ts";

/** One thing that was asked several times: whether each time was right, what it took, and how it ended. */
export type Series = { scenario: string; right: number[]; tokens: number[]; ms: number[]; stops: string[] };

/** A row of the table: shares with their 95 % interval (Wilson), tokens in the mean, milliseconds in the middle. */
export type Row = Share & { scenario: string; engine: string; model: string; tokens: number; ms: number; stop: string };

/** The same over all scenarios. */
export type Total = Share & { engine: string; model: string; tokens: number; ms: number };

/** What plain answers of the model come to over the scenarios that words alone judge; `of` is the engine whose tokens were spent. */
export type Baseline = Share & {
  name: "bare" | "self-consistency";
  model: string;
  of?: string;
  tokens: number;
  ms: number;
};

/** By how much an engine is right more often than something else, on the scenarios of both: a difference of shares, with 95 % bounds. */
export type Gain = { engine: string; model: string; against: string; n: number; by: number; low: number; high: number };

export function rowOf({ scenario, right, tokens, ms, stops }: Series, engine: string, model: string): Row {
  const share = wilson(sum(right), right.length);
  return { scenario, engine, model, ...rounded(share), tokens: mean(tokens), ms: middle(ms), stop: usual(stops) };
}

/**
 * All scenarios together. What was asked several times counts as one observation with the share that was right, for a model that
 * errs once is likely to err again: the interval is that of so many scenarios.
 */
export function totalOf(all: readonly Series[]): Share & { tokens: number; ms: number } {
  const right = all.reduce((total, each) => total + sum(each.right) / each.right.length, 0);
  const share = wilson(right, all.length);
  return {
    ...rounded(share),
    tokens: mean(all.flatMap((each) => each.tokens)),
    ms: middle(all.flatMap((each) => each.ms)),
  };
}

/** Resamples of a bootstrap. */
const resamples = 2000;

/**
 * The difference of two series of shares, pair by pair, with its percentile bootstrap interval (B. Efron 1979,
 * doi:10.1214/aos/1176344552). The same `seed` gives the same bounds. Pure.
 */
export function gainOf(
  pairs: readonly (readonly [number, number])[],
  seed: number,
): { n: number; by: number; low: number; high: number } {
  const n = pairs.length;
  if (n === 0) return { n, by: 0, low: 0, high: 0 };
  const differences = pairs.map(([one, other]) => one - other);
  const random = generator(seed);
  const means = Array.from({ length: resamples }, () => {
    let total = 0;
    for (let i = 0; i < n; i += 1) total += differences[Math.floor(random() * n)]!;
    return total / n;
  }).sort((a, b) => a - b);
  const at = (share: number) => round(means[Math.min(resamples - 1, Math.floor(share * resamples))]!);
  return { n, by: round(sum(differences) / n), low: at(0.025), high: at(0.975) };
}

/** Numbers from 0 to below 1 that a seed decides (mulberry32, public domain). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.round(sum(values) / values.length);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** What most ended with. */
function usual(stops: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const stop of stops) counts.set(stop, (counts.get(stop) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

function rounded({ n, right, low, high }: Share): Share {
  return { n, right: round(right), low: round(low), high: round(high) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
