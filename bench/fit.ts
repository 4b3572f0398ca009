/**
 * Learns how much each sign of a chain of passages counts (data/knowledge/chain.json), once with an encoder and once
 * without: `node bench/fit.ts --data DIR [--sets a,b] [--write]`. It prints what the weights give on each set when they
 * were learned without a quarter of the questions, and without the whole set.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Chain, type Sign, signs, type Weights } from "../src/knowledge/search/chain.ts";
import { buildVectors } from "../src/knowledge/search/dense.ts";
import { firstStage, type Index } from "../src/knowledge/search/first.ts";
import { chainsFor } from "../src/knowledge/search/follow.ts";
import { buildGraph } from "../src/knowledge/search/graph.ts";
import { readQuestion } from "../src/knowledge/search/question.ts";
import { buildLexis } from "../src/knowledge/text/lexis.ts";
import { openCached } from "./encoded.ts";
import { type Measures, measure, readSet } from "./sets.ts";

/**
 * A question's chains: a row of values a chain, and the passages of each, up to four (-1: none), as places in `passages`.
 */
type Lesson = { set: string; gold: number[]; passages: number[]; rows: Float32Array; members: Int16Array };

const longest = 4;
const width = signs.length;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "musique,hotpotqa,musique+hotpotqa+popqa,hotpotqa+musique+popqa" },
    write: { type: "boolean", default: false },
  },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");
const rounds = 120;
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
  fitted[kind] = train(lessons);
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
    lessons.push({ set: name, gold: [...gold.keys()], ...flatten(chains) });
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
    const weights = train(folded.filter(({ kept }) => !kept).map(({ lesson }) => lesson));
    return folded.filter(({ kept }) => kept).map(({ lesson }) => ({ set: lesson.set, row: judge(lesson, weights) }));
  });
  show("(by questions)", rows.flat());
  const roots = [...new Set(names.map(root))];
  if (roots.length > 1)
    show(
      "(by sets)",
      roots.flatMap((name) => {
        const weights = train(lessons.filter(({ set }) => root(set) !== name));
        return lessons
          .filter(({ set }) => root(set) === name)
          .map((lesson) => ({ set: lesson.set, row: judge(lesson, weights) }));
      }),
    );
  console.table(table);
}

function flatten(chains: Chain[]): Omit<Lesson, "set" | "gold"> {
  const passages = [...new Set(chains.flatMap((chain) => chain.passages))];
  const places = new Map(passages.map((p, place) => [p, place]));
  const rows = new Float32Array(chains.length * width);
  const members = new Int16Array(chains.length * longest).fill(-1);
  for (const [at, chain] of chains.entries()) {
    rows.set(chain.values, at * width);
    for (const [step, p] of chain.passages.entries()) members[at * longest + step] = places.get(p)!;
  }
  return { passages, rows, members };
}

/** Each chain's e^score, and the sum over the chains that hold each passage. */
function weigh({ rows, members, passages }: Lesson, weights: Float64Array) {
  const chains = members.length / longest;
  const shares = new Float64Array(chains);
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < chains; at += 1) {
    for (let sign = 0; sign < width; sign += 1) shares[at]! += weights[sign]! * rows[at * width + sign]!;
    top = Math.max(top, shares[at]!);
  }
  const held = new Float64Array(passages.length);
  for (let at = 0; at < chains; at += 1) {
    shares[at] = Math.exp(shares[at]! - top);
    for (let step = at * longest; step < (at + 1) * longest; step += 1)
      if (members[step]! >= 0) held[members[step]!]! += shares[at]!;
  }
  return { shares, held };
}

function judge(lesson: Lesson, weights: Weights): Measures {
  const { held } = weigh(
    lesson,
    Float64Array.from(signs, (sign) => weights[sign]),
  );
  const order = lesson.passages.map((_, place) => place).sort((a, b) => held[b]! - held[a]!);
  return measure(
    order.map((place) => lesson.passages[place]!),
    new Map(lesson.gold.map((place) => [place, 1])),
  );
}

/**
 * Weights that make the passages that answer likely: listwise softmax over passages, each as likely as the sum of its
 * chains' e^score. Adam (Kingma and Ba 2015) over all questions at once.
 */
function train(lessons: Lesson[]): Weights {
  const scales = spread(lessons);
  const weights = new Float64Array(width);
  const moments = [new Float64Array(width), new Float64Array(width)] as const;
  for (let round = 1; round <= rounds; round += 1) {
    const slope = new Float64Array(width);
    for (const lesson of lessons) addSlope(lesson, weights, slope);
    for (let at = 0; at < width; at += 1) {
      // Steps are taken in units of each sign's spread, so that one length fits all.
      const down = slope[at]! / lessons.length / scales[at]! + shrink * weights[at]! * scales[at]!;
      moments[0][at] = 0.9 * moments[0][at]! + 0.1 * down;
      moments[1][at] = 0.99 * moments[1][at]! + 0.01 * down * down;
      const speed = Math.sqrt(moments[1][at]! / (1 - 0.99 ** round)) + 1e-8;
      weights[at]! -= (step * moments[0][at]!) / (1 - 0.9 ** round) / speed / scales[at]!;
    }
  }
  const rounded = signs.map((sign, at): [Sign, number] => [sign, Math.round(1_000 * weights[at]!) / 1_000]);
  return Object.fromEntries(rounded) as Weights;
}

function addSlope(lesson: Lesson, weights: Float64Array, slope: Float64Array): void {
  const { rows, members, passages, gold } = lesson;
  const { shares, held } = weigh(lesson, weights);
  const total = held.reduce((sum, share) => sum + share, 0);
  const found = passages.flatMap((p, place) => (gold.includes(p) ? [place] : []));
  if (found.length === 0) return;
  const wanted = new Float64Array(passages.length);
  for (const place of found) wanted[place] = 1 / found.length / held[place]!;
  for (let at = 0; at < shares.length; at += 1) {
    let pull = 0;
    for (let step = at * longest; step < (at + 1) * longest; step += 1)
      if (members[step]! >= 0) pull += 1 / total - wanted[members[step]!]!;
    pull *= shares[at]!;
    if (Math.abs(pull) < 1e-9) continue;
    for (let sign = 0; sign < width; sign += 1) slope[sign]! += pull * rows[at * width + sign]!;
  }
}

/** The standard deviation of each sign. */
function spread(lessons: Lesson[]): Float64Array {
  const [sums, squares] = [new Float64Array(width), new Float64Array(width)];
  let count = 0;
  for (const { rows } of lessons)
    for (let at = 0; at < rows.length; at += width, count += 1)
      for (let sign = 0; sign < width; sign += 1) {
        sums[sign]! += rows[at + sign]!;
        squares[sign]! += rows[at + sign]! ** 2;
      }
  return sums.map((sum, at) => Math.sqrt(Math.max(1e-6, squares[at]! / count - (sum / count) ** 2)));
}

function mean(rows: Measures[]): object {
  const keys = Object.keys(rows[0]!) as (keyof Measures)[];
  return Object.fromEntries(
    keys.map((key) => [key, Math.round((1_000 * rows.reduce((sum, row) => sum + row[key], 0)) / rows.length) / 1_000]),
  );
}
