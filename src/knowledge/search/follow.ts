import { best } from "./best.ts";
import {
  type Chain,
  coverageIn,
  extend,
  type Judge,
  judgeOf,
  loadWeights,
  opening,
  type Reworded,
  reword,
  scoreOf,
  single,
} from "./chain.ts";
import { cosine } from "./dense.ts";
import { type First, type Index, memo } from "./first.ts";
import { type Rewrite, rewrites } from "./hop.ts";
import { prospects } from "./prospect.ts";
import { type Asked, readQuestion } from "./question.ts";
import { holdersOf } from "./walk.ts";

/** Turns texts into vectors of length 1, in their order. */
export type Encode = (texts: string[]) => Promise<Float32Array[]>;

/** Passages that the walk brings up, and those of them that chains begin with. */
export const pool = 64;
const firsts = 16;
/** Passages that a question is rewritten by, and things of the first of them. */
const rewriting = { passages: 6, things: 7 };
/**
 * How many rewrites are encoded, by the share of the question's words that the likeliest chain holds: to second passages,
 * and `further` to third and fourth ones. Encoding is what takes a query's time.
 */
const effort = [
  { covered: 0.9, rewrites: 1, further: [] },
  { covered: 0.65, rewrites: 3, further: [] },
  { covered: 0, rewrites: 5, further: [2, 1] },
];
/** For third and fourth passages: chains that are gone on from, things of their last passage, and rewrites of each. */
const deeper = { chains: [8, 4], things: 2, each: 3 };
/** A chain that holds this share of the question's words leaves nothing open. */
const covered = 0.9;
/** A thing that more passages name leads nowhere. */
const hub = 200;

/** The chains of the passages that the walk and the sum bring up, and of those that a rewritten question leads to. */
export async function chainsFor(index: Index, asked: Asked, first: First, encode: Encode | null): Promise<Chain[]> {
  const walked = best(first.walk, pool).filter((p) => first.walk[p]! > 0);
  const titled = pagesOf(index, asked);
  const seconds = [...new Set([...walked, ...titled, ...topOf(first.sum, firsts)])];
  const judge = judgeOf(index, asked, first, seconds);
  const starts = [...new Set([...walked.slice(0, firsts), ...titled])].map((p) => opening(judge, p));
  const longer = starts.flatMap((start) => extend(judge, start, seconds));
  const chains = [...seconds.map((p) => single(judge, p)), ...longer];
  if (!first.cosine || !encode || chains.length === 0) return chains;
  const { rewrites: most, further } = effortFor(chains);
  const chosen = [...new Set([...titled, ...walked])].slice(0, rewriting.passages);
  const found = chosen.flatMap((p, at) => rewrites(index, asked, p, Math.max(2, rewriting.things - at)));
  let last = await rewordAll({ index, judge, encode }, starts, longer, prospects(judge, longer, found, most));
  chains.push(...last.slice(longer.length));
  for (const [depth, count] of further.entries()) {
    const open = openOf(last, deeper.chains[depth]!);
    const nexts = open.flatMap((chain) => {
      const near = neighboursOf(index, lastOf(chain));
      return extend(
        judge,
        chain,
        seconds.filter((p) => near.has(p)),
      );
    });
    const asking = open.flatMap((chain) =>
      rewrites(index, readQuestion(index, chain.by!.text), lastOf(chain), deeper.things).slice(0, deeper.each),
    );
    last = await rewordAll({ index, judge, encode }, open, nexts, prospects(judge, nexts, asking, count));
    chains.push(...last);
  }
  return chains;
}

/** What the chains leave open says how much is encoded. */
function effortFor(chains: Chain[]) {
  const { encoder } = loadWeights();
  const [likeliest] = best(
    chains.map((chain) => scoreOf(chain, encoder)),
    1,
  );
  const held = coverageIn(chains[likeliest!]!);
  return effort.find(({ covered }) => held >= covered)!;
}

/** The chains judged by rewrites, with those to the passages that the rewrites lead to behind them. */
async function rewordAll(
  { index, judge, encode }: { index: Index; judge: Judge; encode: Encode },
  starts: Chain[],
  longer: Chain[],
  found: Rewrite[],
): Promise<Chain[]> {
  const reworded = await encodeAll(index, found, encode);
  const leads = [...new Set(reworded.flatMap((one) => leadsOf(index, one)))];
  const known = Map.groupBy(longer, ({ before }) => before);
  const all = [...longer];
  for (const start of starts) {
    const there = new Set(known.get(start)?.map(lastOf));
    all.push(
      ...extend(
        judge,
        start,
        leads.filter((p) => !there.has(p)),
      ),
    );
  }
  const byPassage = Map.groupBy(reworded, ({ from }) => from);
  for (const chain of all) reword(judge, chain, byPassage.get(lastOf(chain.before!)) ?? []);
  return all;
}

/** The best chains that a rewrite led to and that leave a part of the question open, one for each rewrite and passage. */
function openOf(chains: Chain[], most: number): Chain[] {
  const { encoder } = loadWeights();
  const open = chains.filter((chain) => chain.by && coverageIn(chain) < covered);
  const scores = open.map((chain) => scoreOf(chain, encoder));
  const seen = new Set<string>();
  const chosen: Chain[] = [];
  for (const place of best(scores, 8 * most)) {
    const chain = open[place]!;
    const key = `${lastOf(chain)} ${chain.by!.text}`;
    if (!seen.has(key) && chosen.length < most) chosen.push(chain);
    seen.add(key);
  }
  return chosen;
}

/** The rewrites with their cosines; equal texts are encoded once. */
async function encodeAll({ vectors }: Index, found: Rewrite[], encode: Encode): Promise<Reworded[]> {
  const texts = [...new Set(found.map(({ text }) => text))];
  if (!vectors || texts.length === 0) return [];
  const encoded = await encode(texts);
  const cosines = new Map(texts.map((text, at) => [text, memo((p) => cosine(vectors, p, encoded[at]!))]));
  return found.map((one) => ({ ...one, cosine: cosines.get(one.text)! }));
}

/** The two passages that name the rewrite's thing and are nearest to it. */
function leadsOf({ graph }: Index, { thing, cosine: near }: Reworded): number[] {
  if (holdersOf(graph, thing) > hub) return [];
  const holders = [...graph.holders.columns.subarray(graph.holders.starts[thing], graph.holders.starts[thing + 1])];
  return best(holders.map(near), 2).map((place) => holders[place]!);
}

/** The passages that name something that a passage names too. */
function neighboursOf({ graph }: Index, p: number): Set<number> {
  const { things, holders } = graph;
  const own = [...things.columns.subarray(things.starts[p], things.starts[p + 1])];
  const few = own.filter((thing) => holdersOf(graph, thing) <= hub);
  return new Set(
    few.flatMap((thing) => [...holders.columns.subarray(holders.starts[thing], holders.starts[thing + 1])]),
  );
}

/** The passages whose subject the question names, a few of each. */
function pagesOf({ graph }: Index, asked: Asked): number[] {
  return asked.things.flatMap(({ thing }) => {
    const start = graph.pages.starts[thing]!;
    return [...graph.pages.columns.subarray(start, Math.min(start + 4, graph.pages.starts[thing + 1]!))];
  });
}

function lastOf({ passages }: Chain): number {
  return passages.at(-1)!;
}

function topOf(scores: Map<number, number>, k: number): number[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([p]) => p);
}
