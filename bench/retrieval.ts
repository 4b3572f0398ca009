/**
 * How well passages are found, source of evidence by source of evidence, with no language model:
 * `node bench/retrieval.ts --data DIR [--sets a,b]`, where DIR holds the sets (bench/sets.ts).
 * `--read` adds a row for the cross-encoder, which takes its time. One setting for all sets. Each row comes with its difference to the row before, and 95 % bootstrap intervals over questions.
 */
import { parseArgs } from "node:util";
import { best } from "../src/knowledge/search/best.ts";
import { loadWeights, sumChains } from "../src/knowledge/search/chain.ts";
import { buildVectors, nearest } from "../src/knowledge/search/dense.ts";
import { firstStage, type Index } from "../src/knowledge/search/first.ts";
import { chainsFor, type Encode } from "../src/knowledge/search/follow.ts";
import { buildGraph } from "../src/knowledge/search/graph.ts";
import { readQuestion } from "../src/knowledge/search/question.ts";
import { fuse, rank } from "../src/knowledge/search/rank.ts";
import { buildLexis, type Source } from "../src/knowledge/text/lexis.ts";
import { openCached, openCachedReader } from "./encoded.ts";
import { generator, textOf } from "./made.ts";
import { median, save } from "./result.ts";
import { type Measures, measure, type Question, readSet } from "./sets.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: {
      type: "string",
      default: "2wiki,musique,musique-untitled,hotpotqa,hotpotqa-untitled,popqa,scifact,cranfield,cisi",
    },
    read: { type: "boolean", default: false },
  },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");
const data = values.data;
const depth = 10;
/** The row that is what a search does with an encoder. */
const shipped = "+ split";
const keys = ["R@2", "R@5", "P@8", "nDCG@10"] as const;

const encoder = await openCached();
const reader = values.read ? await openCachedReader() : null;
const sets: Record<string, object> = {};
for (const name of values.sets.split(",").filter(Boolean)) sets[name] = await judge(name);
encoder.save();
reader?.save();
await encoder.close();
await reader?.close();
save("retrieval", {
  encoder: encoder.name,
  crossEncoder: reader?.name ?? null,
  languageModelTokens: 0,
  sets,
});

async function judge(name: string) {
  const { sources, questions } = readSet(data, name);
  const before = { ...encoder.spent };
  const rows = await vectorsOf(sources);
  const encodeMs = encoder.spent.texts > before.texts ? encoder.spent.ms - before.ms : null;
  const began = performance.now();
  const index = indexOf(sources, rows);
  const indexMs = (performance.now() - began) / sources.length;
  const found: Record<string, Measures[]> = {};
  const types: Record<string, Measures[]> = {};
  const ms: Record<string, number[]> = { words: [], all: [], encoded: [] };
  for (const question of questions) {
    for (const [row, order] of await stages(index, sources, question)) {
      found[row] ??= [];
      found[row].push(measure(order, question.gold));
    }
    if (question.type !== null) types[question.type] = [...(types[question.type] ?? []), found[shipped]!.at(-1)!];
    const start = performance.now();
    await rank({ ...index, vectors: null }, question.text, depth, null);
    ms.words!.push(performance.now() - start);
    const { spent, texts } = await ranked(index, question.text);
    ms.all!.push(spent);
    ms.encoded!.push(texts);
  }
  encoder.save();
  reader?.save();
  const table = compare(found);
  console.log(`\n${name}: ${sources.length} passages, ${questions.length} questions`);
  console.table(table.shown);
  return {
    passages: sources.length,
    questions: questions.length,
    indexMsPerPassage: round(indexMs),
    encodeMsPerPassage: encodeMs && round(encodeMs / (encoder.spent.texts - before.texts)),
    queryMs: { wordsOnly: median(ms.words!), withoutEncoding: median(ms.all!), textsEncoded: median(ms.encoded!) },
    rows: table.rows,
    ...(Object.keys(types).length > 0 ? { types: byType(types) } : {}),
  };
}

/** The order that each source of evidence gives, one joining after the other. */
async function stages(index: Index, sources: Source[], { text }: Question): Promise<[row: string, order: number[]][]> {
  const asked = readQuestion(index, text);
  const [vector] = await encoder.encode([text]);
  const first = firstStage(index, asked, vector!);
  const { encoder: weights } = loadWeights();
  const order = (scores: Map<number, number>) => [...scores].sort((a, b) => b[1] - a[1]).map(([place]) => place);
  const fused = async (encode: Encode | null) => {
    const chains = asked.names === "nothing" ? [] : await chainsFor(index, asked, first, encode);
    return fuse(asked, first, sumChains(chains, weights)).map(([place]) => place);
  };
  const reread = reader && { score: reader.score, text: (place: number) => textOf(sources[place]!) };
  const places = (list: { place: number }[]) => list.map(({ place }) => place);
  return [
    ["BM25", best(first.text, depth)],
    ["vector", nearest(index.vectors!, vector!, depth)],
    ["sum", order(first.sum)],
    ["+ walk", best(first.walk, depth)],
    ["+ pairs", await fused(null)],
    ["+ rewrites", await fused(encoder.encode)],
    [shipped, places(await rank(index, text, depth, encoder.encode))],
    ...(reread
      ? [["+ cross-encoder", places(await rank(index, text, depth, encoder.encode, reread))] as [string, number[]]]
      : []),
    ["no encoder", places(await rank({ ...index, vectors: null }, text, depth, null))],
  ];
}

/** Time of a query but for encoding, and how many texts it had encoded. */
async function ranked(index: Index, question: string): Promise<{ spent: number; texts: number }> {
  let [encoding, texts] = [0, 0];
  const start = performance.now();
  await rank(index, question, depth, async (list) => {
    const began = performance.now();
    const made = await encoder.encode(list);
    encoding += performance.now() - began;
    texts += list.length;
    return made;
  });
  return { spent: performance.now() - start - encoding, texts };
}

async function vectorsOf(sources: Source[]): Promise<Float32Array> {
  const vectors = await encoder.encode(sources.map(textOf));
  const rows = new Float32Array(vectors.length * encoder.dimensions);
  for (const [p, vector] of vectors.entries()) rows.set(vector, p * encoder.dimensions);
  return rows;
}

function indexOf(sources: Source[], rows: Float32Array): Index {
  const lexis = buildLexis(sources);
  return { lexis, graph: buildGraph(lexis), vectors: buildVectors(rows, encoder.dimensions) };
}

/** Every row's means with their intervals, and what it adds to the row before; "no encoder" is set against BM25. */
function compare(found: Record<string, Measures[]>) {
  const names = Object.keys(found);
  const rows: Record<string, object> = {};
  const shown: Record<string, Record<string, string>> = {};
  for (const [at, name] of names.entries()) {
    const base = name === "no encoder" || name === "vector" ? "BM25" : (names[at - 1] ?? name);
    const cells = keys.map((key) => {
      const own = found[name]!.map((row) => row[key]);
      const delta = own.map((value, question) => value - found[base]![question]![key]);
      return [key, { ...interval(own), against: base, difference: interval(delta) }] as const;
    });
    rows[name] = Object.fromEntries(cells);
    shown[name] = Object.fromEntries(
      cells.map(([key, { mean, difference }]) => [
        key,
        `${mean.toFixed(3)} (${difference.mean >= 0 ? "+" : ""}${difference.mean.toFixed(3)} [${difference.low.toFixed(2)}, ${difference.high.toFixed(2)}])`,
      ]),
    );
  }
  return { rows, shown };
}

/** The measures of each type of question. */
function byType(types: Record<string, Measures[]>) {
  const rows = Object.entries(types).map(([type, found]) => [
    type,
    {
      questions: found.length,
      ...Object.fromEntries(keys.map((key) => [key, interval(found.map((row) => row[key]))])),
    },
  ]);
  return Object.fromEntries(rows) as Record<string, object>;
}

/** Mean with its 95 % bootstrap interval from a fixed seed. */
function interval(list: number[]): { mean: number; low: number; high: number } {
  const random = generator(1);
  const mean = (of: number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const means = Array.from({ length: 1_000 }, () =>
    mean(list.map(() => list[Math.floor(random() * list.length)]!)),
  ).sort((a, b) => a - b);
  return { mean: round(mean(list)), low: round(means[25]!), high: round(means[974]!) };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
