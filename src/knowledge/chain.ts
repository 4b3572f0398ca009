import type { Rewrite } from "./hop.ts";
import { type Asked, type Corpus, type Coverage, coverageOf } from "./question.ts";
import { holdersOf } from "./walk.ts";
import { numberOf } from "./word.ts";

/** What speaks for a chain of one or two passages; with no encoder, cosines are 0. */
export const signs = [
  "single",
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

/** A chain: its passages (the second may be -1), its signs, and the rewrite that leads from one to the other. */
export type Chain = { first: number; second: number; values: Float64Array; by: Reworded | null };

/** Everything about one question that chains are judged by, worked out once a passage. */
type Judge = {
  corpus: Corpus;
  asked: Asked;
  stage: Stage;
  coverage: Coverage;
  named: Set<number>;
  top: { text: number; walk: number; cosine: number };
  words: Map<number, number>;
  nearby: Map<number, Map<number, number>>;
  reworded: Map<number, Reworded[]>;
};

const index = Object.fromEntries(signs.map((sign, at) => [sign, at])) as Record<Sign, number>;
const reach = 8;
/** Keeps the logarithm of a share finite. */
const tiny = 1e-4;

/** All chains of one passage, and of a first and a second one. */
export function chainsOf(
  corpus: Corpus,
  asked: Asked,
  stage: Stage,
  firsts: number[],
  seconds: number[],
  reworded: Reworded[],
): Chain[] {
  const judge = judgeOf(corpus, asked, stage, seconds, reworded);
  const chains = seconds.map((p): Chain => {
    const values = begin(judge, p);
    values[index.single] = 1;
    return { first: p, second: -1, values, by: null };
  });
  for (const first of firsts) {
    for (const second of seconds) if (first !== second) chains.push(join(judge, first, second));
  }
  return chains;
}

/** Passages with the logarithm of the summed weight (e^score) of the chains that hold them, and their best chain. */
export function sumChains(chains: Chain[], weights: Weights): Map<number, { score: number; chain: Chain }> {
  const scores = chains.map(({ values }) => signs.reduce((sum, sign, at) => sum + weights[sign] * values[at]!, 0));
  const top = Math.max(...scores);
  const sums = new Map<number, { score: number; chain: Chain; best: number }>();
  for (const [at, chain] of chains.entries()) {
    const share = Math.exp(scores[at]! - top);
    for (const p of [chain.first, chain.second]) {
      if (p < 0) continue;
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

function judgeOf(corpus: Corpus, asked: Asked, stage: Stage, pool: number[], reworded: Reworded[]): Judge {
  const top = (score: (p: number) => number) => pool.reduce((most, p) => Math.max(most, score(p)), 0);
  const byFirst = new Map<number, Reworded[]>();
  for (const one of reworded) byFirst.set(one.from, [...(byFirst.get(one.from) ?? []), one]);
  return {
    corpus,
    asked,
    stage,
    coverage: coverageOf(asked),
    named: new Set(asked.things.map(({ thing }) => thing)),
    top: {
      text: Math.max(
        1,
        top((p) => stage.text[p]!),
      ),
      walk: top((p) => stage.walk[p]!) || 1,
      cosine: stage.cosine ? top(stage.cosine) : 0,
    },
    words: new Map(),
    nearby: new Map(),
    reworded: byFirst,
  };
}

/** The signs of a chain that begins with a passage and may end there. */
function begin(judge: Judge, p: number): Float64Array {
  const values = new Float64Array(signs.length);
  values[index.coverage] = judge.coverage.share(wordsOf(judge, p));
  values[index.text1] = textOf(judge, p);
  values[index.walk1] = walkOf(judge, p);
  values[index.cosine1] = cosineOf(judge, p);
  values[index.titled1] = titled(judge, p) ? 1 : 0;
  return values;
}

function join(judge: Judge, first: number, second: number): Chain {
  const { subjects } = judge.corpus.graph;
  const values = begin(judge, first);
  values[index.coverage] = judge.coverage.share(wordsOf(judge, first) | wordsOf(judge, second));
  values[index.text2] = textOf(judge, second);
  values[index.walk2] = walkOf(judge, second);
  values[index.cosine2] = cosineOf(judge, second);
  values[index.titled2] = titled(judge, second) ? 1 : 0;
  const { step, near } = linkOf(judge, first, second);
  values[index.step] = Math.log(step + tiny);
  values[index.near] = near;
  const [a, b] = [subjects[first]!, subjects[second]!];
  values[index.out] = b >= 0 && nearbyOf(judge, first).has(b) && !judge.named.has(b) ? 1 : 0;
  values[index.back] = a >= 0 && nearbyOf(judge, second).has(a) ? 1 : 0;
  values[index.compared] = values[index.titled1] && values[index.titled2] && a !== b ? 1 : 0;
  return { first, second, values, by: reword(judge, first, second, values) };
}

/** How near the second passage is to the question as the first rewrites it, at best and by a thing that both name. */
function reword(judge: Judge, first: number, second: number, values: Float64Array): Reworded | null {
  const { cosine } = judge.stage;
  if (!cosine) return null;
  let [any, linked] = [cosine(second), cosine(second)];
  let by: Reworded | null = null;
  for (const one of judge.reworded.get(first) ?? []) {
    const near = one.cosine(second);
    any = Math.max(any, near);
    if (near > linked && nearbyOf(judge, second).has(one.thing)) [linked, by] = [near, one];
  }
  values[index.rewritten] = scaled(judge, any);
  values[index.linked] = scaled(judge, linked);
  return by;
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
