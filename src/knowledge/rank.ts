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
  sumChains,
  type Weights,
} from "./chain.ts";
import { cosine, lowest, nearest, type Vectors } from "./dense.ts";
import { type Rewrite, rewrites } from "./hop.ts";
import { scoreText } from "./lexis.ts";
import { type Asked, type Corpus, readQuestion } from "./question.ts";
import { split } from "./split.ts";
import { holdersOf, walk } from "./walk.ts";

/** Passages with their vectors, if there are any: row p belongs to passage p of the corpus. */
export type Index = Corpus & { vectors: Vectors | null };

/** Turns texts into vectors of length 1, in their order. */
export type Encode = (texts: string[]) => Promise<Float32Array[]>;

/** A passage by its place in the index, with its fused score and what speaks for it. */
export type Ranked = { place: number; score: number; why: Why };

/** BM25, cosine, share of the walk; and the chain that it stands in: with which passage, over what name, asked how. */
export type Why = {
  text: number;
  vector: number | null;
  graph: number;
  chain: { with: number; over: string | null; asked: string | null } | null;
};

/** Scores of one question before chains: text and walk for every passage, cosines on demand. */
export type First = Stage & { sum: Map<number, number> };

/** Of the weighted sum of cosine and BM25, both from 0 to 1 over the corpus. */
const dense = 0.8;
const firsts = 16;
const pool = 64;
const sums = 100;
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
/** Where a walk starts: softmax temperature of cosines, how many of each, and what texts count against cosines. */
const seeding = { temperature: 0.02, passages: 30, text: 0.5 };
/** How much chains count against the sum, by how firmly the question names things: only they lead to other passages. */
const trust = { subject: 50, thing: 2, nothing: 0.3 };
/** Chains this much less likely than the best (in e-folds) count nothing. */
const span = 10;
let weights: { encoder: Weights; words: Weights } | undefined;

/** The `k` best passages for a question, best first. Without `encode` or vectors, words and names alone decide. */
export async function rank(index: Index, question: string, k: number, encode: Encode | null): Promise<Ranked[]> {
  const sides = split(index, readQuestion(index, question));
  const lists: Ranked[][] = [];
  for (const side of sides) lists.push(await rankOne(index, side, k, encode));
  return interleave(lists, k);
}

async function rankOne(index: Index, question: string, k: number, encode: Encode | null): Promise<Ranked[]> {
  const asked = readQuestion(index, question);
  const [vector] = index.vectors && encode ? await encode([question]) : [];
  const first = firstStage(index, asked, vector ?? null);
  const chains = await chainsFor(index, asked, first, encode);
  const linked = sumChains(chains, loadWeights()[vector ? "encoder" : "words"]);
  return fuse(asked, first, linked)
    .slice(0, k)
    .map(([place, score]) => ({ place, score, why: explain(index, first, linked.get(place)?.chain ?? null, place) }));
}

/** BM25, cosines, their sum, and the walk. */
export function firstStage(index: Index, asked: Asked, vector: Float32Array | null): First {
  const text = scoreText(index.lexis, asked.stems);
  const { vectors } = index;
  const near = vectors && vector ? memo((p) => cosine(vectors, p, vector)) : null;
  const nearby = vectors && vector ? nearest(vectors, vector, sums) : [];
  const texts = best(text, sums).filter((p) => text[p]! > 0);
  const low = vectors && vector ? lowest(vectors, vector) : 0;
  const high = near && nearby[0] !== undefined ? near(nearby[0]) : 1;
  const most = text[texts[0] ?? 0]! || 1;
  const weigh = (p: number) =>
    near ? (dense * (near(p) - low)) / Math.max(1e-6, high - low) + ((1 - dense) * text[p]!) / most : text[p]! / most;
  const sum = new Map([...nearby, ...texts].map((p) => [p, weigh(p)]));
  return { text, cosine: near, sum, walk: walkFrom(index, asked, text, texts, near, nearby) };
}

/** Walks from what the question names, from the passages nearest in meaning and from those that share its words. */
function walkFrom(
  { graph }: Index,
  asked: Asked,
  text: Float32Array,
  texts: number[],
  near: ((p: number) => number) | null,
  nearby: number[],
): Float32Array {
  const named = new Map(asked.things.map(({ thing }) => [thing, graph.weights[thing]!]));
  const passages = new Map<number, number>();
  const add = (places: number[], weight: (p: number) => number, share: number) => {
    const total = places.reduce((sum, p) => sum + weight(p), 0) || 1;
    for (const p of places) passages.set(p, (passages.get(p) ?? 0) + (share * weight(p)) / total);
  };
  add(texts.slice(0, seeding.passages), (p) => text[p]!, seeding.text);
  if (near && nearby[0] !== undefined) {
    const top = near(nearby[0]);
    add(nearby.slice(0, seeding.passages), (p) => Math.exp((near(p) - top) / seeding.temperature), 1);
  }
  const total = [...named.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const things = new Map([...named].map(([thing, weight]) => [thing, weight / total]));
  return walk(graph, { things, passages }, near ? memo((p) => Math.exp(5 * near(p))) : () => 1);
}

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
      const nexts = new Set([...seconds, ...own.flatMap((one) => leadsOf(index, one))]);
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

/** The passages whose subject the question names, a few of each. */
function pagesOf({ graph }: Index, asked: Asked): number[] {
  return asked.things.flatMap(({ thing }) => {
    const start = graph.pages.starts[thing]!;
    return [...graph.pages.columns.subarray(start, Math.min(start + 4, graph.pages.starts[thing + 1]!))];
  });
}

/** The sum with the chains on top, best first. */
export function fuse(
  asked: Asked,
  first: First,
  linked: Map<number, { score: number }>,
): [place: number, score: number][] {
  const top = Math.max(...[...linked.values()].map(({ score }) => score));
  const scores = new Map(first.sum);
  for (const [p, { score }] of linked) {
    const share = Math.max(0, 1 + (score - top) / span);
    scores.set(p, (scores.get(p) ?? 0) + trust[asked.names] * share);
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

export function loadWeights(): { encoder: Weights; words: Weights } {
  const file = new URL("../../data/knowledge/chain.json", import.meta.url);
  weights ??= JSON.parse(readFileSync(file, "utf8")) as { encoder: Weights; words: Weights };
  return weights;
}

/** Takes from each list in turn what was not taken before. */
export function interleave(lists: Ranked[][], k: number): Ranked[] {
  const taken = new Map<number, Ranked>();
  for (let at = 0; at < k; at += 1)
    for (const list of lists) {
      const one = list[at];
      if (one && !taken.has(one.place)) taken.set(one.place, one);
    }
  return [...taken.values()].slice(0, k);
}

function explain({ graph }: Index, first: First, chain: Chain | null, place: number): Why {
  const at = chain?.passages.indexOf(place) ?? 0;
  const other = chain?.passages[at === 0 ? 1 : at - 1];
  return {
    text: first.text[place]!,
    vector: first.cosine?.(place) ?? null,
    graph: first.walk[place]!,
    chain:
      other === undefined
        ? null
        : { with: other, over: chain?.by ? graph.names[chain.by.thing]! : null, asked: chain?.by?.text ?? null },
  };
}

function topOf(scores: Map<number, number>, k: number): number[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([p]) => p);
}

function memo(work: (p: number) => number): (p: number) => number {
  const known = new Map<number, number>();
  return (p) => {
    const value = known.get(p) ?? work(p);
    known.set(p, value);
    return value;
  };
}
