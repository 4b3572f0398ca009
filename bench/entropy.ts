/**
 * What sampling, splitting and reviewing gain with simulated models, against what theory says: a worker that is right with probability p
 * for each item, wrong in one of several ways otherwise, and a judge that approves what is right and what is wrong with given
 * probabilities. Answers pass through the functions that the engine `contract` uses. `node bench/entropy.ts`; a minute.
 */

import type { Ports } from "../src/core/port.ts";
import type { Prompting } from "../src/core/prompting.ts";
import { entropyOf } from "../src/engines/entropy.ts";
import { clusterByMeaning } from "../src/engines/meaning.ts";
import { peerReview, preReview, revise } from "../src/engines/review.ts";
import type { Solution } from "../src/engines/solve.ts";
import { unrecorded } from "./ability/found.ts";
import { generator } from "./fakes.ts";
import { save } from "./result.ts";

const trials = 4000;
const right = "Lena Voss";
const wrong = ["Nils Aker", "Mara Holm", "Otto Reiner", "Ida Brandt"];
const random = generator(7);
/** Answers in other words that mean the same. */
const worded = [(name: string) => name, (name: string) => `${name}.`, (name: string) => `The ${name}`];

/** No model and no encoder has a part in it but those that are simulated. */
const plain = { alike: async () => ({ cosines: null }), say: null, assess: null } as unknown as Ports;

const voting = [];
for (const p of [0.2, 0.4, 0.5, 0.6, 0.8]) for (const k of [1, 3, 5, 9]) voting.push(await vote(p, k));
const splitting = [];
for (const p of [0.4, 0.6, 0.8]) for (const parts of [2, 3]) splitting.push(await split(p, parts));
const reviewing = [];
for (const p of [0.3, 0.6, 0.9])
  for (const [approves, errs] of [
    [0.9, 0.1],
    [0.8, 0.4],
    [0.5, 0.5],
  ] as const)
    reviewing.push(await review(p, approves, errs));
const telling = await tell();
save("entropy", { trials, voting, splitting, reviewing, telling });

/** How often the meaning that most of k answers have is right, and their entropy, beside what is expected. */
async function vote(p: number, k: number) {
  let [hits, entropy] = [0, 0];
  for (let i = 0; i < trials; i += 1) {
    const { isRight, h } = await sampled(p, k);
    hits += Number(isRight);
    entropy += h;
  }
  return {
    ...{ p, k, measured: rounded(hits / trials), expected: rounded(majority(p, k)) },
    ...{ entropy: rounded(entropy / trials), expectedEntropy: rounded(entropyExpected(p, k)) },
  };
}

/**
 * A question that is right where all of its parts are, sampled as a whole, and in parts that are voted on each: five samples either
 * way, beside what is expected.
 */
async function split(p: number, parts: number) {
  let [whole, each] = [0, 0];
  for (let i = 0; i < trials; i += 1) {
    whole += Number((await sampled(p ** parts, 5)).isRight);
    let all = true;
    for (let part = 0; part < parts; part += 1) all = (await sampled(p, 5)).isRight && all;
    each += Number(all);
  }
  return {
    ...{ p, parts, whole: rounded(whole / trials), wholeExpected: rounded(majority(p ** parts, 5)) },
    ...{ split: rounded(each / trials), splitExpected: rounded(majority(p, 5) ** parts) },
  };
}

async function sampled(p: number, k: number): Promise<{ isRight: boolean; h: number }> {
  const texts = Array.from({ length: k }, () => {
    const name = random() < p ? right : wrong[Math.floor(random() * wrong.length)]!;
    return worded[Math.floor(random() * worded.length)]!(name);
  });
  const clusters = await clusterByMeaning(texts, unrecorded, plain);
  const most = Math.max(...clusters.map(({ length }) => length));
  const [first] = clusters.find(({ length }) => length === most)!;
  return { isRight: texts[first!]!.includes(right), h: entropyOf(clusters) };
}

/** The probability that the right answer has most of k votes: a multinomial with equal shares of wrong ones; ties are broken evenly. */
function majority(p: number, k: number): number {
  return overCounts(p, k, (counts) => {
    const most = Math.max(...counts);
    return counts[0] === most ? 1 / counts.filter((count) => count === most).length : 0;
  });
}

function entropyExpected(p: number, k: number): number {
  return overCounts(p, k, (counts) => entropyOf(counts.map((count) => Array.from({ length: count }))));
}

/** The mean of a function over all ways in which k answers can fall, the right one first. */
function overCounts(p: number, k: number, of: (counts: number[]) => number): number {
  const shares = [p, ...wrong.map(() => (1 - p) / wrong.length)];
  const walk = (at: number, left: number, counts: number[], weight: number): number => {
    if (at === shares.length - 1) return weight * power(shares[at]!, left) * of([...counts, left]);
    let total = 0;
    for (let n = 0; n <= left; n += 1)
      total += walk(at + 1, left - n, [...counts, n], weight * choose(left, n) * power(shares[at]!, n));
    return total;
  };
  return walk(0, k, [], 1);
}

/** Right answers after a review and at most one revision, beside what is expected; `approves` what is right, `errs` in what is wrong. */
async function review(p: number, approves: number, errs: number) {
  let hits = 0;
  for (let i = 0; i < trials; i += 1) {
    const first = draw(p);
    const ports = { ...plain, say: simulated(p, approves, errs) } as unknown as Ports;
    const solution = solutionOf(first);
    const rules = preReview(solution);
    const { review: given } = await peerReview(solution, rules, unrecorded, ports);
    const { won } = given!.verdict === "approved" ? { won: null } : await revise(solution, given!, unrecorded, ports);
    hits += Number((won?.solution.text ?? first) === right);
  }
  const kept = approves + (1 - approves) * (1 - (1 - p) * errs);
  const expected = p * kept + (1 - p) * (1 - errs) * p * approves;
  return { p, approves, errs, without: p, measured: rounded(hits / trials), expected: rounded(expected) };
}

/** A worker and a judge in one: `revise` draws anew, `review` approves or finds fault. */
function simulated(p: number, approves: number, errs: number): Ports["say"] {
  return async ({ role, prompt, values }: Prompting) => {
    const isRight = String(values.answer) === right;
    const fine = random() < (isRight ? approves : errs);
    const text = prompt === "revise" ? draw(p) : fine ? "approved" : "major";
    const cost = { calls: 1, tokensIn: 0, tokensOut: 0 };
    return { ok: true, value: { text, ended: true, samples: [], left: [], model: role, prompt: "" }, cost };
  };
}

function draw(p: number): string {
  return random() < p ? right : wrong[Math.floor(random() * wrong.length)]!;
}

/** An answer whose excerpt names everybody, so that the rules can't tell which of them is right. */
function solutionOf(text: string): Solution {
  const sentence = `The harbour was painted by one of ${[right, ...wrong].join(", ")}.`;
  const [place, lines] = ["harbour.md", [1, 1] as [number, number]];
  const excerpt = { sentence, plain: sentence, before: "", after: "", path: place, lines, passage: 0, score: 1 };
  const source = { hash: "", size: 0 };
  const passage = { path: place, title: "Harbour", heading: "", lines, text: sentence, score: 1, source };
  const grounds = [{ finding: { excerpt, stands: true, formal: null }, passage }];
  const question = "Who painted the harbour?";
  return {
    ...{
      question,
      text,
      pieces: [{ question, text, grounds }],
      grounds,
      held: true,
      sure: 0.8,
      share: 1,
      tone: "said",
    },
    ...{ entropy: null, contested: false, samples: [], by: "another", reason: "", corpus: null },
  };
}

/** How well entropy tells right from wrong (AUROC) where some questions are harder than others: p drawn evenly from 0 to 1. */
async function tell() {
  const items: { isRight: boolean; h: number }[] = [];
  for (let i = 0; i < trials; i += 1) items.push(await sampled(random(), 6));
  const [good, bad] = [items.filter(({ isRight }) => isRight), items.filter(({ isRight }) => !isRight)];
  let wins = 0;
  for (const { h } of good) for (const other of bad) wins += h < other.h ? 1 : h === other.h ? 0.5 : 0;
  return { k: 6, n: trials, right: rounded(good.length / trials), auroc: rounded(wins / (good.length * bad.length)) };
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i += 1) ways = (ways * (n - i)) / (i + 1);
  return Math.round(ways);
}

function power(base: number, exponent: number): number {
  return exponent === 0 ? 1 : base ** exponent;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
