/**
 * How likely the first excerpt of an answer answers, by what speaks for it: a logistic regression for each way of scoring sentences, fitted on
 * all questions for `knowledge/reading/confidence.ts` and measured on questions that had no part in the fit, and as it is shipped. `node bench/confidence.ts --data DIR`: DIR holds foreign/documents.jsonl and the folders that it names.
 */
import { parseArgs } from "node:util";
import { type Scorer, signsOf } from "../src/knowledge/reading/confidence.ts";
import { casesIn, textOf } from "./ability/cases.ts";
import { generator } from "./fakes.ts";
import { likely, regress } from "./logistic.ts";
import { save } from "./result.ts";
import { auroc } from "./share.ts";

/** The means of finding that leave it to each to score the sentences. */
const means: Record<Scorer, string[]> = {
  reranker: [],
  embedder: ["reranker=none"],
  words: ["reranker=none", "embedder=none"],
};
/** From where on an answer is probable, and said as one (core/port.ts). */
const tones = [0.4, 0.65];
const folds = 5;
const rounds = 8;

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) throw new Error("say where the questions and documents are: --data DIR");

const measured: Record<string, object> = {};
for (const by of Object.keys(means) as Scorer[]) {
  const cases = (await casesIn(values.data, means[by])).filter(
    ({ findings, reading, retrieved }) => findings.length > 0 && !reading.joint && !retrieved.outline,
  );
  const signs = cases.map(({ findings, reading }) =>
    signsOf(
      findings.map(({ excerpt }) => excerpt),
      reading.missing.length > 0,
      by,
    ),
  );
  const right = cases.map(({ findings, key, absent }) => !absent && key(textOf(findings[0]!)) !== undefined);
  const apart = Array.from({ length: rounds }, (_, seed) => heldOut(signs, right, seed + 1));
  const shipped = cases.map(({ reading }) => reading.sure);
  measured[by] = {
    questions: cases.length,
    right: right.filter(Boolean).length,
    weights: regress(signs, right).map((weight) => round(weight)),
    auroc: mean(apart.map((one) => auroc(chosen(one, right, true), chosen(one, right, false)))),
    apart: Object.fromEntries(tones.map((least) => [least, from(least, apart, right)])),
    shipped: Object.fromEntries(tones.map((least) => [least, from(least, [shipped], right)])),
  };
}
save("confidence", measured);

/** How likely each question's excerpt is right, by a fit on others. */
function heldOut(signs: number[][], right: boolean[], seed: number): number[] {
  const draw = generator(seed);
  const order = signs.map((_, at) => [draw(), at] as const).toSorted(([a], [b]) => a - b);
  const fold = new Map(order.map(([, at], place) => [at, place % folds]));
  const weights = Array.from({ length: folds }, (_, out) => {
    const others = signs.map((_, at) => at).filter((at) => fold.get(at) !== out);
    return regress(
      others.map((at) => signs[at]!),
      others.map((at) => right[at]!),
    );
  });
  return signs.map((row, at) => likely(row, weights[fold.get(at)!]!));
}

/** How many are at least so likely, and how many of them are right. */
function from(least: number, apart: number[][], right: boolean[]) {
  const shares = apart.map((one) => right.filter((_, at) => one[at]! >= least));
  return {
    said: mean(shares.map(({ length }) => length)),
    precision: mean(shares.map((list) => list.filter(Boolean).length / Math.max(1, list.length))),
  };
}

function chosen(likelihoods: number[], right: boolean[], which: boolean): number[] {
  return likelihoods.filter((_, at) => right[at] === which);
}

function mean(list: number[]): number {
  return round(list.reduce((sum, each) => sum + each, 0) / list.length);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
