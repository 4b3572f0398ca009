import { readFileSync } from "node:fs";
import { best } from "./best.ts";
import {
  type Chain,
  coverageIn,
  extend,
  type Judge,
  judgeOf,
  pairs,
  type Reworded,
  type Stage,
  scoreOf,
  single,
  type Weights,
} from "./chain.ts";
import { cosine } from "./dense.ts";
import { type First, type Index, memo } from "./first.ts";
import { type Rewrite, rewrites } from "./hop.ts";
import { type Asked, readQuestion } from "./question.ts";
import { holdersOf } from "./walk.ts";

/** Turns texts into vectors of length 1, in their order. */
export type Encode = (texts: string[]) => Promise<Float32Array[]>;

/** Passages that the walk brings up, and those of them that chains begin with. */
export const pool = 64;
const firsts = 16;
/** Passages that a question is rewritten by, things of the first of them, and rewrites in all. */
const rewriting = { passages: 6, things: 7, most: 40 };
/** For third and fourth passages: chains that are gone on from, things of their last passage, and rewrites of each. */
const deeper = [
  { chains: 8, things: 2, all: 3 },
  { chains: 4, things: 2, all: 3 },
];
/** A chain that holds this share of the question's words leaves nothing open. */
const covered = 0.9;
/** A thing that more passages name leads nowhere. */
const hub = 200;
let weights: { encoder: Weights; words: Weights } | undefined;

/** The chains of the passages that the walk and the sum bring up, and of those that a rewritten question leads to. */
export async function chainsFor(index: Index, asked: Asked, first: First, encode: Encode | null): Promise<Chain[]> {
  const walked = best(first.walk, pool).filter((p) => first.walk[p]! > 0);
  const titled = pagesOf(index, asked);
  const starts = [...new Set([...walked.slice(0, firsts), ...titled])];
  const chosen = [...new Set([...titled, ...walked])].slice(0, rewriting.passages);
  const found = chosen.flatMap((p, at) => rewrites(index, asked, p, Math.max(2, rewriting.things - at)));
  const reworded = await encodeAll(index, first, found.slice(0, rewriting.most), encode);
  const seconds = [
    ...new Set([...walked, ...titled, ...topOf(first.sum, firsts), ...reworded.flatMap((one) => leadsOf(index, one))]),
  ];
  const judge = judgeOf(index, asked, first, seconds);
  const chains = seconds.map((p) => single(judge, p));
  for (const start of starts)
    chains.push(
      ...pairs(
        judge,
        start,
        seconds,
        reworded.filter(({ from }) => from === start),
      ),
    );
  return first.cosine && encode ? deepen(index, judge, chains, seconds, encode) : chains;
}

/** Goes on from the best chains that leave words of the question open, while there are any. */
async function deepen(
  index: Index,
  judge: Judge,
  chains: Chain[],
  seconds: number[],
  encode: Encode,
): Promise<Chain[]> {
  let last = chains;
  for (const { chains: most, things, all } of deeper) {
    const open = openOf(last, most);
    const found = open.map((chain) => {
      const asked = readQuestion(index, chain.by!.text);
      return { chain, list: rewrites(index, asked, chain.passages.at(-1)!, things).slice(0, all) };
    });
    const reworded = await encodeAll(
      index,
      judge.stage,
      found.flatMap(({ list }) => list),
      encode,
    );
    let at = 0;
    last = [];
    for (const { chain, list } of found) {
      const own = reworded.slice(at, at + list.length);
      at += list.length;
      const near = neighboursOf(index, chain.passages.at(-1)!);
      const nexts = new Set([...seconds.filter((p) => near.has(p)), ...own.flatMap((one) => leadsOf(index, one))]);
      last.push(...extend(judge, chain, [...nexts], own));
    }
    chains.push(...last);
  }
  return chains;
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
    const key = `${chain.passages.at(-1)} ${chain.by!.text}`;
    if (!seen.has(key) && chosen.length < most) chosen.push(chain);
    seen.add(key);
  }
  return chosen;
}

async function encodeAll(index: Index, stage: Stage, found: Rewrite[], encode: Encode | null): Promise<Reworded[]> {
  const { vectors } = index;
  if (!encode || !vectors || !stage.cosine || found.length === 0) return [];
  const encoded = await encode(found.map(({ text }) => text));
  return found.map((one, at) => ({ ...one, cosine: memo((p) => cosine(vectors, p, encoded[at]!)) }));
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

export function loadWeights(): { encoder: Weights; words: Weights } {
  const file = new URL("../../../data/knowledge/chain.json", import.meta.url);
  weights ??= JSON.parse(readFileSync(file, "utf8")) as { encoder: Weights; words: Weights };
  return weights;
}

function topOf(scores: Map<number, number>, k: number): number[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([p]) => p);
}
