import { type Chain, type Judge, loadWeights, scoreOf } from "./chain.ts";
import type { Rewrite } from "./hop.ts";

/**
 * What speaks for encoding a rewrite: how likely the chains over its thing are without it, whether a passage is titled with
 * the thing, whether it did what is asked about, how near the walk brings the passage that rewrites, and how rare the thing is; and what speaks against one
 * more rewrite by the same passage. Set by how many of the useful rewrites come first (musique, hotpotqa).
 */
const worth = { chains: 0.55, page: 1, walk: 1, rarity: 0.24, again: 1.2, doer: 2 };
/** Chains less likely than the best by more (in e-folds) count nothing. */
const span = 8;

/** The rewrites that a step to a further passage is likeliest to turn on: those of `most` different texts, best first. */
export function prospects(judge: Judge, longer: Chain[], found: Rewrite[], most: number): Rewrite[] {
  const hopes = hopesOf(judge, longer, found);
  const left = new Map(Map.groupBy(found, ({ text }) => text));
  const times = new Map<number, number>();
  const chosen: Rewrite[] = [];
  for (let count = 0; count < most && left.size > 0; count += 1) {
    const hope = (one: Rewrite) => hopes.get(one)! - worth.again * (times.get(one.from) ?? 0);
    const high = (alike: Rewrite[]) => Math.max(...alike.map(hope));
    const [text, alike] = [...left].reduce((a, b) => (high(b[1]) > high(a[1]) ? b : a));
    left.delete(text);
    chosen.push(...alike);
    for (const { from } of alike) times.set(from, (times.get(from) ?? 0) + 1);
  }
  return chosen;
}

function hopesOf({ corpus: { graph }, stage }: Judge, longer: Chain[], found: Rewrite[]): Map<Rewrite, number> {
  const likelihood = likelihoodOf(graph.things, longer, found);
  const hope = ({ from, thing, doer }: Rewrite) => {
    const paged = graph.pages.starts[thing + 1]! > graph.pages.starts[thing]! ? worth.page : 0;
    const chains = worth.chains * Math.log(likelihood.get(from)!.get(thing)! + Math.exp(-span));
    const own = paged + (doer ? worth.doer : 0);
    return chains + own + worth.walk * Math.log(stage.walk[from]! + 1e-9) + worth.rarity * graph.weights[thing]!;
  };
  return new Map(found.map((one) => [one, hope(one)]));
}

/** For each rewriting passage and thing, the summed weight (e^score) of the chains from the one to passages that name the other. */
function likelihoodOf({ starts, columns }: Judge["corpus"]["graph"]["things"], longer: Chain[], found: Rewrite[]) {
  const { encoder } = loadWeights();
  const sums = new Map<number, Map<number, number>>();
  for (const { from } of found) sums.set(from, new Map());
  for (const { from, thing } of found) sums.get(from)!.set(thing, 0);
  const scores = longer.map((chain) => scoreOf(chain, encoder));
  const top = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  for (const [at, { passages }] of longer.entries()) {
    const own = sums.get(passages.at(-2)!);
    if (!own) continue;
    const next = passages.at(-1)!;
    for (const thing of columns.subarray(starts[next], starts[next + 1])) {
      const sum = own.get(thing);
      if (sum !== undefined) own.set(thing, sum + Math.exp(scores[at]! - top));
    }
  }
  return sums;
}
