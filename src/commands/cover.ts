import { type Match, match, type Node, type Take } from "./pattern.ts";
import type { Phrase, Slots, Token } from "./phrase.ts";

/** A phrase found in a request, from token `start` up to `end`. */
export type Chunk = { phrase: Phrase; slots: Slots; start: number; end: number };

/** A reading of the whole request: phrases side by side, and the words that belong to none. */
export type Cover = { chunks: Chunk[]; left: Token[]; cost: number };

/** A phrase with its patterns; `first` are the words that a match can begin with, null where it can begin with anything. */
export type Rule = { phrase: Phrase; patterns: { node: Node; first: Set<string> | null }[] };

/** How many readings are kept at each place. */
const breadth = 24;
/** What a word costs that no phrase takes: more than any phrase, so that readings account for what they can. */
const lost = 6;
const idleCost = 0.2;

/** The readings of a request, the one that needs the fewest phrases and leaves the fewest words first. */
export function cover(tokens: Token[], rules: Rule[], take: Take, idle: ReadonlySet<string>): Cover[] {
  const best: Cover[][] = tokens.map(() => []);
  best.push([]);
  best[0] = [{ chunks: [], left: [], cost: 0 }];
  for (let at = 0; at < tokens.length; at++) {
    const here = best[at]!.sort((a, b) => a.cost - b.cost).slice(0, breadth);
    const token = tokens[at]!;
    const free = token.kind !== "quoted" && idle.has(token.base);
    for (const from of here) {
      const left = free ? from.left : [...from.left, token];
      best[at + 1]!.push({ chunks: from.chunks, left, cost: from.cost + (free ? idleCost : lost) });
    }
    for (const chunk of found(tokens, at, rules, take)) {
      const cost = chunk.phrase.cost ?? 1;
      for (const from of here) {
        best[chunk.end]!.push({ chunks: [...from.chunks, chunk], left: from.left, cost: from.cost + cost });
      }
    }
  }
  return best[tokens.length]!.sort((a, b) => a.cost - b.cost).slice(0, breadth);
}

function found(tokens: Token[], at: number, rules: Rule[], take: Take): Chunk[] {
  return rules.flatMap(({ phrase, patterns }) =>
    distinct(
      patterns.flatMap(({ node, first }) =>
        first === null || first.has(tokens[at]!.base)
          ? match(node, tokens, at, take).filter(({ end }) => end > at)
          : [],
      ),
    ).map(({ end, slots }) => ({
      phrase,
      slots,
      start: at,
      end,
    })),
  );
}

function distinct(matches: Match[]): Match[] {
  const seen = new Map<string, Match>();
  for (const found of matches) seen.set(JSON.stringify(found), found);
  return [...seen.values()];
}
