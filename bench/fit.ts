/**
 * Learns how much each sign of a chain of passages counts (data/knowledge/chain.json), once with an encoder and once
 * without: `node bench/fit.ts --data DIR [--sets a,b] [--write]`. It prints what the weights give on each set when they
 * were learned without a quarter of the questions, and without the whole set.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Chain, type Sign, signs, sumChains, type Weights } from "../src/knowledge/chain.ts";
import { buildVectors } from "../src/knowledge/dense.ts";
import { buildGraph } from "../src/knowledge/graph.ts";
import { buildLexis } from "../src/knowledge/lexis.ts";
import { readQuestion } from "../src/knowledge/question.ts";
import { chainsFor, firstStage, type Index } from "../src/knowledge/rank.ts";
import { openCached } from "./encoded.ts";
import { type Measures, measure, readSet } from "./sets.ts";

/** A question's chains: values of all signs in one row a chain, and the passages of each. */
type Lesson = { set: string; gold: number[]; chains: Chain[] };

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "musique,hotpotqa,musique+hotpotqa+popqa,hotpotqa+musique+popqa" },
    write: { type: "boolean", default: false },
  },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");
const rounds = 150;
const step = 0.1;
/** Pulls weights towards 0: two hundred questions don't tell much. */
const shrink = 0.02;
const folds = 4;

const encoder = await openCached();
const fitted: Record<string, Weights> = {};
for (const kind of ["encoder", "words"] as const) {
  const lessons: Lesson[] = [];
  for (const name of values.sets.split(",")) lessons.push(...(await learnFrom(name, kind === "encoder")));
  console.log(`\n${kind}: ${lessons.length} questions`);
  validate(lessons);
  fitted[kind] = fit(lessons);
  console.log(fitted[kind]);
}
encoder.save();
await encoder.close();
if (values.write) {
  const file = new URL("../data/knowledge/chain.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify({ $schema: "./chain.schema.json", ...fitted }, null, 2)}\n`);
}

async function learnFrom(name: string, encoded: boolean): Promise<Lesson[]> {
  const set = readSet(values.data!, name);
  const lexis = buildLexis(set.sources);
  const index: Index = { lexis, graph: buildGraph(lexis), vectors: null };
  if (encoded) {
    const vectors = await encoder.encode(
      set.sources.map(({ title, text }) => (title === "" ? text : `${title}\n${text}`)),
    );
    const rows = new Float32Array(vectors.length * encoder.dimensions);
    for (const [p, vector] of vectors.entries()) rows.set(vector, p * encoder.dimensions);
    index.vectors = buildVectors(rows, encoder.dimensions);
  }
  const lessons: Lesson[] = [];
  for (const { text, gold } of set.questions) {
    const asked = readQuestion(index, text);
    const [vector] = encoded ? await encoder.encode([text]) : [];
    const first = firstStage(index, asked, vector ?? null);
    const chains = await chainsFor(index, asked, first, encoded ? encoder.encode : null);
    lessons.push({ set: name, gold: [...gold.keys()], chains });
  }
  encoder.save();
  console.log(`${name}: ${lessons.length} questions, ${encoder.spent.texts} texts encoded`);
  return lessons;
}

/** Prints what weights give on questions that they were not learned from. */
function validate(lessons: Lesson[]): void {
  const names = [...new Set(lessons.map(({ set }) => set))];
  const root = (name: string) => name.split("+")[0];
  const table: Record<string, object> = {};
  const show = (label: string, rows: { set: string; row: Measures }[]) => {
    for (const name of names) {
      const own = rows.filter(({ set }) => set === name).map(({ row }) => row);
      table[`${name} ${label}`] = mean(own);
    }
  };
  const rows = Array.from({ length: folds }, (_, fold) => {
    // The same question stands at the same place in each pool of a set.
    const place = new Map<string, number>();
    const folded = lessons.map((lesson) => {
      const at = place.get(lesson.set) ?? 0;
      place.set(lesson.set, at + 1);
      return { lesson, kept: at % folds === fold };
    });
    const weights = fit(folded.filter(({ kept }) => !kept).map(({ lesson }) => lesson));
    return folded.filter(({ kept }) => kept).map(({ lesson }) => ({ set: lesson.set, row: judge(lesson, weights) }));
  });
  show("(by questions)", rows.flat());
  const roots = [...new Set(names.map(root))];
  if (roots.length > 1)
    show(
      "(by sets)",
      roots.flatMap((name) => {
        const weights = fit(lessons.filter(({ set }) => root(set) !== name));
        return lessons
          .filter(({ set }) => root(set) === name)
          .map((lesson) => ({ set: lesson.set, row: judge(lesson, weights) }));
      }),
    );
  console.table(table);
}

function judge({ gold, chains }: Lesson, weights: Weights): Measures {
  const order = [...sumChains(chains, weights)].sort((a, b) => b[1].score - a[1].score).map(([place]) => place);
  return measure(order, new Map(gold.map((place) => [place, 1])));
}

/**
 * Weights that make the passages that answer likely: listwise softmax over passages, each as likely as the sum of its
 * chains' e^score. Adam (Kingma and Ba 2015) over all questions at once.
 */
function fit(lessons: Lesson[]): Weights {
  const scales = spread(lessons);
  const weights = new Float64Array(signs.length);
  const moments = [new Float64Array(signs.length), new Float64Array(signs.length)] as const;
  for (let round = 1; round <= rounds; round += 1) {
    const slope = new Float64Array(signs.length);
    for (const lesson of lessons) addSlope(lesson, weights, scales, slope);
    for (let at = 0; at < signs.length; at += 1) {
      const down = slope[at]! / lessons.length + shrink * weights[at]!;
      moments[0][at] = 0.9 * moments[0][at]! + 0.1 * down;
      moments[1][at] = 0.99 * moments[1][at]! + 0.01 * down * down;
      const speed = Math.sqrt(moments[1][at]! / (1 - 0.99 ** round)) + 1e-8;
      weights[at]! -= (step * moments[0][at]!) / (1 - 0.9 ** round) / speed;
    }
  }
  const rounded = signs.map((sign, at): [Sign, number] => [
    sign,
    Math.round((1_000 * weights[at]!) / scales[at]!) / 1_000,
  ]);
  return Object.fromEntries(rounded) as Weights;
}

function addSlope({ gold, chains }: Lesson, weights: Float64Array, scales: Float64Array, slope: Float64Array): void {
  const scores = chains.map(({ values }) =>
    signs.reduce((sum, _, at) => sum + (weights[at]! * values[at]!) / scales[at]!, 0),
  );
  const top = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - top));
  const held = new Map<number, number>();
  let total = 0;
  for (const [at, chain] of chains.entries())
    for (const p of chain.passages) {
      held.set(p, (held.get(p) ?? 0) + shares[at]!);
      total += shares[at]!;
    }
  const found = gold.filter((p) => held.has(p));
  if (found.length === 0) return;
  for (const [at, chain] of chains.entries()) {
    const own = chain.passages;
    const wanted = own.reduce((sum, p) => sum + (found.includes(p) ? 1 / found.length / held.get(p)! : 0), 0);
    const pull = shares[at]! * (own.length / total - wanted);
    if (Math.abs(pull) < 1e-9) continue;
    for (let sign = 0; sign < signs.length; sign += 1) slope[sign]! += (pull * chain.values[sign]!) / scales[sign]!;
  }
}

/** The standard deviation of each sign. */
function spread(lessons: Lesson[]): Float64Array {
  const [sums, squares] = [new Float64Array(signs.length), new Float64Array(signs.length)];
  let count = 0;
  for (const { chains } of lessons)
    for (const { values } of chains) {
      count += 1;
      for (let at = 0; at < signs.length; at += 1) {
        sums[at]! += values[at]!;
        squares[at]! += values[at]! ** 2;
      }
    }
  return sums.map((sum, at) => Math.sqrt(Math.max(1e-6, squares[at]! / count - (sum / count) ** 2)));
}

function mean(rows: Measures[]): object {
  const keys = Object.keys(rows[0]!) as (keyof Measures)[];
  return Object.fromEntries(
    keys.map((key) => [key, Math.round((1_000 * rows.reduce((sum, row) => sum + row[key], 0)) / rows.length) / 1_000]),
  );
}
