import { readFileSync } from "node:fs";
import { numberOf } from "../text/word.ts";
import type { Rewrite } from "./hop.ts";
import { type Asked, type Corpus, type Coverage, coverageOf } from "./question.ts";
import { holdersOf } from "./walk.ts";

/**
 * What speaks for a chain of passages; with no encoder, cosines are 0. Those of a step to a further passage (`text2` to
 * `linked`) are summed over the steps.
 */
export const signs = [
  "single",
  "longer",
  "coverage",
  "text1",
  "walk1",
  "cosine1",
  "titled1",
  "text2",
  "walk2",
  "cosine2",
  "titled2",
  "step",
  "near",
  "out",
  "back",
  "compared",
  "rewritten",
  "linked",
] as const;
export type Sign = (typeof signs)[number];
export type Weights = Record<Sign, number>;

/** Scores of every passage for one question, before chains are looked at. */
export type Stage = {
  text: Float32Array;
  walk: Float32Array;
  cosine: ((p: number) => number) | null;
};

/** A question's rewrites with how near each is to a passage. */
export type Reworded = Rewrite & { cosine: (p: number) => number };

/** A chain: its passages in order, its signs, the rewrite that leads to its last one, and the chain without that one. */
export type Chain = { passages: number[]; values: Float64Array; by: Reworded | null; before: Chain | null };

/** Everything about one question that chains are judged by, worked out once a passage. */
export type Judge = {
  corpus: Corpus;
  asked: Asked;
  stage: Stage;
  coverage: Coverage;
  named: Set<number>;
  top: { text: number; walk: number; cosine: number };
  words: Map<number, number>;
  nearby: Map<number, Map<number, number>>;
};

const index = Object.fromEntries(signs.map((sign, at) => [sign, at])) as Record<Sign, number>;
const reach = 8;
let learned: { encoder: Weights; words: Weights } | undefined;
/** Keeps the logarithm of a share finite. */
const tiny = 1e-4;

/** What chains of one question are judged by; scores are set against the best in the pool. */
export function judgeOf(corpus: Corpus, asked: Asked, stage: Stage, pool: number[]): Judge {
  const top = (score: (p: number) => number) => pool.reduce((most, p) => Math.max(most, score(p)), 0);
  return {
    corpus,
    asked,
    stage,
    coverage: coverageOf(asked),
    named: new Set(asked.things.map(({ thing }) => thing)),
    top: {
      text: top((p) => stage.text[p]!) || 1,
      walk: top((p) => stage.walk[p]!) || 1,
      cosine: stage.cosine ? top(stage.cosine) : 0,
    },
    words: new Map(),
    nearby: new Map(),
  };
}

/** A chain of one passage that ends there. */
export function single(judge: Judge, p: number): Chain {
  const chain = opening(judge, p);
  chain.values[index.single] = 1;
  return chain;
}

/** A chain of one passage that is gone on from. */
export function opening(judge: Judge, p: number): Chain {
  const values = new Float64Array(signs.length);
  values[index.coverage] = judge.coverage.share(wordsOf(judge, p));
  values[index.text1] = textOf(judge, p);
  values[index.walk1] = walkOf(judge, p);
  values[index.cosine1] = cosineOf(judge, p);
  values[index.titled1] = titled(judge, p) ? 1 : 0;
  return { passages: [p], values, by: null, before: null };
}

/** A chain with each further passage, as long as no rewrite leads there. */
export function extend(judge: Judge, chain: Chain, nexts: number[]): Chain[] {
  return nexts.filter((next) => !chain.passages.includes(next)).map((next) => join(judge, chain, next));
}

/** Counts how near a chain's last passage is to the question as the one before rewrites it, at best and by a thing that
 *  both name. To be called once a chain. */
export function reword(judge: Judge, chain: Chain, reworded: Reworded[]): void {
  const next = chain.passages.at(-1)!;
  const own = ownCosine(judge, chain.before!, next);
  let [any, linked] = [own, own];
  for (const one of reworded) {
    const near = one.cosine(next);
    any = Math.max(any, near);
    if (near > linked && nearbyOf(judge, next).has(one.thing)) [linked, chain.by] = [near, one];
  }
  chain.values[index.rewritten]! += scaled(judge, any) - scaled(judge, own);
  chain.values[index.linked]! += scaled(judge, linked) - scaled(judge, own);
}

/** The share of the question's words that a chain holds. */
export function coverageIn({ values }: Chain): number {
  return values[index.coverage]!;
}

/** How much each sign counts, learned by `bench/fit.ts`: with an encoder and without. */
export function loadWeights(): { encoder: Weights; words: Weights } {
  const file = new URL("../../../data/knowledge/chain.json", import.meta.url);
  learned ??= JSON.parse(readFileSync(file, "utf8")) as { encoder: Weights; words: Weights };
  return learned;
}

export function scoreOf({ values }: Chain, weights: Weights): number {
  let sum = 0;
  for (let at = 0; at < signs.length; at += 1) sum += weights[signs[at]!] * values[at]!;
  return sum;
}

/** Passages with the logarithm of the summed weight (e^score) of the chains that hold them, and their best chain. */
export function sumChains(chains: Chain[], weights: Weights): Map<number, { score: number; chain: Chain }> {
  const scores = chains.map((chain) => scoreOf(chain, weights));
  const top = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const sums = new Map<number, { score: number; chain: Chain; best: number }>();
  for (const [at, chain] of chains.entries()) {
    const share = Math.exp(scores[at]! - top);
    for (const p of chain.passages) {
      const held = sums.get(p);
      if (!held) sums.set(p, { score: share, chain, best: share });
      else {
        held.score += share;
        if (share > held.best) Object.assign(held, { chain, best: share });
      }
    }
  }
  return new Map([...sums].map(([p, { score, chain }]) => [p, { score: Math.log(score + 1e-300), chain }]));
}

/** A chain with one passage more: the signs of the step are added, coverage is that of all. */
function join(judge: Judge, chain: Chain, next: number): Chain {
  const { subjects } = judge.corpus.graph;
  const [first, last] = [chain.passages[0]!, chain.passages.at(-1)!];
  const passages = [...chain.passages, next];
  const values = chain.values.slice();
  values[index.coverage] = judge.coverage.share(passages.reduce((set, p) => set | wordsOf(judge, p), 0));
  values[index.text2]! += textOf(judge, next);
  values[index.walk2]! += walkOf(judge, next);
  values[index.cosine2]! += cosineOf(judge, next);
  values[index.titled2]! += titled(judge, next) ? 1 : 0;
  const link = linkOf(judge, last, next);
  values[index.step]! += Math.log(link.step + tiny);
  values[index.near]! += link.near;
  const [a, b] = [subjects[last]!, subjects[next]!];
  if (b >= 0 && nearbyOf(judge, last).has(b) && !judge.named.has(b)) values[index.out]! += 1;
  if (a >= 0 && nearbyOf(judge, next).has(a)) values[index.back]! += 1;
  if (passages.length === 2 && titled(judge, first) && titled(judge, next) && a !== b) values[index.compared] = 1;
  if (passages.length > 2) values[index.longer]! += 1;
  const near = ownCosine(judge, chain, next);
  values[index.rewritten]! += scaled(judge, near);
  values[index.linked]! += scaled(judge, near);
  return { passages, values, by: null, before: chain };
}

/** How near a passage is to the question as it is, or as a rewrite led to the chain. */
function ownCosine({ stage }: Judge, { by }: Chain, next: number): number {
  return stage.cosine ? Math.max(stage.cosine(next), by?.cosine(next) ?? 0) : 0;
}

/** The chance of one step from passage to passage over the things that both name, and the words near such a thing. */
function linkOf(judge: Judge, first: number, second: number): { step: number; near: number } {
  const { graph, lexis } = judge.corpus;
  const from = nearbyOf(judge, first);
  const { starts, columns } = graph.things;
  let total = 0;
  for (let at = starts[first]!; at < starts[first + 1]!; at += 1) total += graph.weights[columns[at]!]!;
  let [step, near] = [0, 0];
  for (let at = starts[second]!; at < starts[second + 1]!; at += 1) {
    const thing = columns[at]!;
    const words = from.get(thing);
    if (words === undefined) continue;
    const weight = graph.weights[thing]!;
    step += weight / (total || 1) / holdersOf(graph, thing);
    if (!judge.named.has(thing)) near = Math.max(near, (words * weight) / Math.log(lexis.ids.length + 1));
  }
  return { step: step * Math.exp(scaled(judge, judge.stage.cosine?.(second) ?? 0) / 2), near };
}

/** The things of a passage, each with the share of the question that stands near it at best. */
function nearbyOf(judge: Judge, p: number): Map<number, number> {
  const known = judge.nearby.get(p);
  if (known) return known;
  const { mentions, places } = judge.corpus.graph;
  const start = judge.corpus.lexis.starts[p]!;
  const found = new Map<number, number>();
  for (let at = mentions.starts[p]!; at < mentions.starts[p + 1]!; at += 1) {
    const set = wordSet(judge, p, start + places[2 * at]! - reach, start + places[2 * at + 1]! + reach);
    const share = judge.coverage.share(set);
    const thing = mentions.columns[at]!;
    found.set(thing, Math.max(share, found.get(thing) ?? 0));
  }
  judge.nearby.set(p, found);
  return found;
}

function wordsOf(judge: Judge, p: number): number {
  const known = judge.words.get(p);
  if (known !== undefined) return known;
  const set = wordSet(judge, p, 0, Number.POSITIVE_INFINITY);
  judge.words.set(p, set);
  return set;
}

/** The question's words in a stretch of a passage, as bits. */
function wordSet({ corpus: { lexis }, coverage }: Judge, p: number, from: number, to: number): number {
  const end = Math.min(lexis.starts[p + 1]!, to);
  let set = 0;
  for (let at = Math.max(lexis.starts[p]!, from); at < end; at += 1)
    set |= coverage.bits.get(lexis.vocabulary.stems[numberOf(lexis.words[at]!)]!) ?? 0;
  return set;
}

function textOf({ stage, top }: Judge, p: number): number {
  return stage.text[p]! / top.text;
}

function walkOf({ stage, top }: Judge, p: number): number {
  return Math.log(stage.walk[p]! / top.walk + tiny);
}

function cosineOf(judge: Judge, p: number): number {
  return judge.stage.cosine ? scaled(judge, judge.stage.cosine(p)) : 0;
}

/** Cosines of a small encoder lie close together: tenths are counted, from the best one down. */
function scaled({ top, stage }: Judge, cosine: number): number {
  return stage.cosine ? 10 * (cosine - top.cosine) : 0;
}

function titled({ corpus, named }: Judge, p: number): boolean {
  const subject = corpus.graph.subjects[p]!;
  return subject >= 0 && named.has(subject);
}
