import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/digest.ts";
import { baseline, features } from "../src/routing/score.ts";
import { readSignals } from "../src/routing/signals.ts";
import { generator } from "./fakes.ts";
import { save } from "./result.ts";
import { auroc } from "./share.ts";

/**
 * Whether the words of a question tell that it takes several looks: the route's baseline, and a score fitted to its factors and a few more
 * (logistic regression), on public questions of one hop and of several. Fitted on one half, measured on the other; then on sets that had no part in
 * it. `node bench/routing.ts --data DIR`; a minute.
 */
const { values } = parseArgs({ options: { data: { type: "string" } } });
const { data } = values;
if (!data) throw new Error("say where the public sets are: --data DIR");
type Item = { id: string; question: string; multi: boolean };

const items = rows("routing-binary/items.jsonl").map(
  ({ id, question, label }): Item => ({ id, question, multi: label === "C" }),
);
const isFitted = ({ id }: Item) => Number.parseInt(sha256(id).slice(0, 8), 16) % 2 === 0;
const [own, held] = [items.filter(isFitted), items.filter((item) => !isFitted(item))];
const fitted = learned(own);
const scores = { baseline: (item: Item) => baseline(readSignals(item.question)).score, fitted: fitted.score };
const bounds = { baseline: 0.35, fitted: 0.5 };
const several = (name: string): Item[] =>
  rows(`multihop-dev/${name}_queries.jsonl`).map(({ id, question }) => ({ id, question, multi: true }));
const one = rows("popqa-hipporag2/queries.jsonl").map(
  (row, at): Item => ({ id: String(row.id ?? at), question: row.question, multi: false }),
);
/** Questions that Ergo's own tests hold to be SIMPLE, or ask for one look. */
const simple = [
  "What is the capital of France?",
  "Who painted the old harbour?",
  "Which doctor treated the patient?",
  "How many days of leave do I get?",
  "What is the average temperature in Paris?",
  "What is RAG?",
  "Combien de jours de congé ai-je ?",
  "Wann wurde der Vertrag unterschrieben?",
  "How many documents does the applicant need?",
  "When was the north pier built?",
].map((question): Item => ({ id: question, question, multi: false }));
const others = ["2wiki", "musique", "hotpotqa"].map((name) => ({ name, items: [...several(name), ...one] }));
save("routing", {
  fittedOn: own.length,
  weights: fitted.weights,
  held: measured(held),
  others: Object.fromEntries(others.map(({ name, items: all }) => [name, measured(all)])),
  keptSimple: { n: simple.length, ...share(simple) },
});

/** Balanced accuracy where questions from a score on are held to take several looks, with its interval, and AUROC. */
function measured(all: Item[]) {
  const of = (name: keyof typeof scores) => {
    const scored = all.map((item) => ({ multi: item.multi, score: scores[name](item) }));
    const right = scored.map(({ multi, score }) => ({ multi, right: score >= bounds[name] === multi }));
    const [good, bad] = [scored.filter(({ multi }) => multi), scored.filter(({ multi }) => !multi)];
    const scoresOf = (these: typeof scored) => these.map(({ score }) => score);
    const area = auroc(scoresOf(good), scoresOf(bad));
    return {
      ...{ multi: good.length, single: bad.length, balanced: balanced(right), interval: resampled(right), auroc: area },
    };
  };
  return { baseline: of("baseline"), fitted: of("fitted") };
}

function share(all: Item[]) {
  const kept = (name: keyof typeof scores) => all.filter((item) => scores[name](item) < bounds[name]).length;
  return { baseline: kept("baseline"), fitted: kept("fitted") };
}

type Judged = { multi: boolean; right: boolean };

function balanced(all: readonly Judged[]): number {
  const rate = (multi: boolean) => {
    const these = all.filter((each) => each.multi === multi);
    return these.filter(({ right }) => right).length / Math.max(1, these.length);
  };
  return rounded((rate(true) + rate(false)) / 2);
}

/** 95 % bounds by 1,000 resamples of either kind. */
function resampled(all: readonly Judged[]): [number, number] {
  const random = generator(3);
  const kinds = [true, false].map((multi) => all.filter((each) => each.multi === multi));
  const draws = Array.from({ length: 1000 }, () =>
    balanced(kinds.flatMap((these) => these.map(() => these[Math.floor(random() * these.length)]!))),
  ).sort((a, b) => a - b);
  return [draws[25]!, draws[974]!];
}

function factorsOf(question: string): Record<string, number> {
  return features(question, readSignals(question));
}

/** Logistic regression, both kinds weighed alike, with a penalty on large weights; the same every time. */
function learned(all: Item[]) {
  const names = Object.keys(factorsOf(all[0]!.question));
  const inputs = all.map(({ question, multi }) => ({ x: Object.values(factorsOf(question)), y: Number(multi) }));
  const share = inputs.filter(({ y }) => y === 1).length / inputs.length;
  const w = names.map(() => 0);
  let b = 0;
  const of = (x: readonly number[]) => 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * w[at]!, b)));
  for (let step = 0; step < 4000; step += 1) {
    const slope = names.map((_, at) => 0.002 * w[at]!);
    let lift = 0;
    for (const { x, y } of inputs) {
      const pull = ((of(x) - y) * (y === 1 ? 0.5 / share : 0.5 / (1 - share))) / inputs.length;
      for (const [at, value] of x.entries()) slope[at]! += pull * value;
      lift += pull;
    }
    for (const [at, each] of slope.entries()) w[at]! -= 2 * each;
    b -= 2 * lift;
  }
  const weights = Object.fromEntries([...names.map((name, at) => [name, rounded(w[at]!)]), ["bias", rounded(b)]]);
  return { weights, score: ({ question }: Item) => of(Object.values(factorsOf(question))) };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of public sets.
function rows(name: string): any[] {
  return readFileSync(join(data!, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
