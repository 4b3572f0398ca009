import { match, type Node, type Take } from "./pattern.ts";
import type { Phrase, Slots, Token } from "./phrase.ts";

/** A phrase found in a request, in the tokens from `at` up to `end`. */
export type Chunk = { phrase: Phrase; slots: Slots; at: number; end: number };

/** A reading of the whole request: phrases side by side. */
export type Cover = { chunks: Chunk[]; cost: number };

/** A phrase with its patterns; `first` are the words that a match can begin with, null for any. */
export type Rule = { phrase: Phrase; patterns: { node(): Node; first: ReadonlySet<string> | null }[] };

/** A reading of the first tokens; readings of one key say the same. */
type Partial = Cover & { key: string };
type Found = Chunk & { key: string };

/** How many readings are kept at each place. */
const breadth = 48;
const idleCost = 0.2;

/**
 * The readings of a request, the one that needs the fewest phrases first. Each word has its place in a phrase, or is `idle`:
 * one that no phrase knows may change what is meant, and a wrong command is worse than none.
 */
export function cover(tokens: Token[], rules: Rule[], take: Take, idle: ReadonlySet<string>): Cover[] {
  const best = [...tokens, null].map(() => new Map<string, Partial>());
  best[0]!.set("", { chunks: [], cost: 0, key: "" });
  for (const [at, token] of tokens.entries()) {
    const here = cheapest(best[at]!);
    if (here.length === 0) continue;
    const free = token.kind !== "quoted" && idle.has(token.base);
    const found = foundAt(tokens, at, rules, take);
    for (const from of here) {
      if (free) keep(best[at + 1]!, { ...from, cost: from.cost + idleCost });
      for (const { key, ...chunk } of found) {
        const cost = from.cost + (chunk.phrase.cost ?? 1);
        keep(best[chunk.end]!, { chunks: [...from.chunks, chunk], cost, key: from.key + key });
      }
    }
  }
  return cheapest(best[tokens.length]!);
}

function cheapest(readings: Map<string, Partial>): Partial[] {
  return [...readings.values()].sort((a, b) => a.cost - b.cost).slice(0, breadth);
}

function keep(readings: Map<string, Partial>, reading: Partial): void {
  const known = readings.get(reading.key);
  if (known === undefined || reading.cost < known.cost) readings.set(reading.key, reading);
}

function foundAt(tokens: Token[], at: number, rules: Rule[], take: Take): Found[] {
  const found = new Map<string, Found>();
  for (const { phrase, patterns } of rules) {
    for (const { node, first } of patterns) {
      if (first !== null && !first.has(tokens[at]!.base)) continue;
      for (const { end, slots } of match(node(), tokens, at, take)) {
        const key = `/${phrase.id}${JSON.stringify(slots)}`;
        if (end > at) found.set(`${key}${end}`, { phrase, slots, at, end, key });
      }
    }
  }
  return [...found.values()];
}
