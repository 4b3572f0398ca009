import type { Graph, Sparse } from "./graph.ts";

/** Where a walk starts: things and passages with the share of starts that each gets. */
export type Seeds = { things: Map<number, number>; passages: Map<number, number> };

/** Shares of the walkers by place, and the places that have one. */
type Crowd = { shares: Float32Array; places: number[] };

const damping = 0.85;
const rounds = 8;
/** Smaller shares go nowhere; a thing's, if less than `faint` would come to each passage that holds it. */
const least = 3e-5;
const faint = 1e-5;
/** A thing that more passages hold leads to none of them. */
const most = 300;

/**
 * Personalised PageRank over the passages and the things that they name: how often a walker who keeps returning to the
 * seeds stands at each passage, as the sum over walks of each length. `nearness` (above 0) says which holders of a
 * thing are gone on to.
 */
export function walk(graph: Graph, seeds: Seeds, nearness: (p: number) => number): Float32Array {
  const [passages, things] = [graph.subjects.length, graph.weights.length];
  const total = sum(seeds.things) + sum(seeds.passages) || 1;
  const scores = new Float32Array(passages);
  const near = new Float32Array(passages);
  const spreads = [new Float32Array(passages), new Float32Array(things)] as const;
  let at = crowd(passages, seeds.passages, total);
  let on = crowd(things, seeds.things, total);
  let [nextAt, nextOn] = [crowd(passages), crowd(things)];
  for (let round = 0; round < rounds; round += 1) {
    for (const p of at.places) {
      scores[p]! += (1 - damping) * at.shares[p]!;
      pass(graph.things, p, at.shares[p]!, graph.weights, spreads[0], nextOn);
    }
    for (const thing of on.places) {
      const held = holdersOf(graph, thing);
      if (held > most || on.shares[thing]! < faint * held) continue;
      const { starts, columns } = graph.holders;
      // Once a thing was gone on from, its holders are known.
      const isNew = spreads[1][thing] === 0;
      for (let i = starts[thing]!; isNew && i < starts[thing + 1]!; i += 1) near[columns[i]!] ||= nearness(columns[i]!);
      pass(graph.holders, thing, on.shares[thing]!, near, spreads[1], nextAt);
    }
    [at, nextAt] = [nextAt, clear(at)];
    [on, nextOn] = [nextOn, clear(on)];
  }
  return scores;
}

/** How many passages name a thing. */
export function holdersOf({ holders }: Graph, thing: number): number {
  return holders.starts[thing + 1]! - holders.starts[thing]!;
}

/** Shares what stands on a row among its columns by their weight; `spreads` keeps each row's sum of weights. */
function pass(
  { starts, columns }: Sparse,
  row: number,
  share: number,
  weights: Float32Array,
  spreads: Float32Array,
  into: Crowd,
): void {
  if (share < least) return;
  const [start, end] = [starts[row]!, starts[row + 1]!];
  if (spreads[row] === 0) for (let at = start; at < end; at += 1) spreads[row]! += weights[columns[at]!]!;
  if (spreads[row] === 0) return;
  const part = (damping * share) / spreads[row]!;
  for (let at = start; at < end; at += 1) {
    const column = columns[at]!;
    if (into.shares[column] === 0) into.places.push(column);
    into.shares[column]! += part * weights[column]!;
  }
}

function crowd(size: number, seeds?: Map<number, number>, total = 1): Crowd {
  const made: Crowd = { shares: new Float32Array(size), places: [] };
  for (const [place, share] of seeds ?? []) {
    made.shares[place] = share / total;
    made.places.push(place);
  }
  return made;
}

function clear(old: Crowd): Crowd {
  for (const place of old.places) old.shares[place] = 0;
  old.places.length = 0;
  return old;
}

function sum(seeds: Map<number, number>): number {
  return [...seeds.values()].reduce((all, share) => all + share, 0);
}
