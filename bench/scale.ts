/**
 * What search costs as a corpus grows, and how many of the nearest vectors it finds.
 * `node bench/scale.ts --data DIR [--sizes 1000,6000,10000,100000]`, where DIR holds the sets (bench/sets.ts).
 */
import { parseArgs } from "node:util";
import { buildVectors, nearest, type Vectors } from "../src/knowledge/search/dense.ts";
import { firstStage, type Index, sumStage } from "../src/knowledge/search/first.ts";
import { buildGraph } from "../src/knowledge/search/graph.ts";
import { readQuestion } from "../src/knowledge/search/question.ts";
import { rank } from "../src/knowledge/search/rank.ts";
import type { Rerank } from "../src/knowledge/search/rerank.ts";
import { buildLexis, scoreText } from "../src/knowledge/text/lexis.ts";
import { openEncoder, openReranker } from "../src/model/encoder/encoder.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { openCached } from "./encoded.ts";
import { exactly, type Made, makeCorpus, realCorpus, textOf } from "./made.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, sizes: { type: "string", default: "1000,6000,10000,100000" } },
});
if (!values.data) throw new Error("say where the sets are: --data DIR");
const data = values.data;
const depth = 10;
/** Questions that are timed at each size. */
const timed = 60;
/** Steps of a query; each takes those before along, but for the first two. */
const steps = [
  "words",
  "meaning",
  "both",
  "withWalkOverNames",
  "whole",
  "wholeWithEncoding",
  "wholeWithReading",
] as const;

const encoder = await openCached();
const opened = await openEncoder({ home: ergoHome() });
if (!opened.ok) throw new Error(opened.error.message);
const { embed, close } = opened.value;
const openedReader = await openReranker({ home: ergoHome() });
if (!openedReader.ok) throw new Error(openedReader.error.message);
const reader = openedReader.value;
const sizes: Record<string, object> = {};
for (const size of values.sizes.split(",").filter(Boolean))
  sizes[size] = await time(await makeCorpus(data, encoder, Number(size), timed));
const corpus = await realCorpus(data, encoder, 100, "musique+hotpotqa+popqa+scifact+cranfield+cisi");
const real = { passages: corpus.sources.length, ...(await time(corpus)) };
encoder.save();
await encoder.close();
await close();
await reader.close();
save("scale", {
  encoder: encoder.name,
  made: "passages are put together from sentences of musique, hotpotqa and popqa, vectors from those of two passages",
  sizes,
  real,
});

/** What each step of a query takes: the fastest of three runs, the median over questions. */
async function time(made: Made) {
  const size = made.sources.length;
  const before = process.cpuUsage();
  const lexis = buildLexis(made.sources);
  const index = { lexis, graph: buildGraph(lexis), vectors: buildVectors(made.rows, encoder.dimensions) };
  const { user, system } = process.cpuUsage(before);
  const encodings: number[] = [];
  const ms: Record<(typeof steps)[number], number[]> = {
    words: [],
    meaning: [],
    both: [],
    withWalkOverNames: [],
    whole: [],
    wholeWithEncoding: [],
    wholeWithReading: [],
  };
  const read: Rerank = {
    text: (place) => textOf(made.sources[place]!),
    async score(query, texts) {
      const scored = await reader.score(query, texts);
      return scored.ok ? scored.value.scores : null;
    },
  };
  for (const { text, vector } of made.questions.slice(0, timed)) {
    const asked = readQuestion(index, text);
    ms.words.push(await fastest(() => scoreText(lexis, asked.stems)));
    ms.meaning.push(await fastest(() => nearest(index.vectors, vector, depth)));
    ms.both.push(await fastest(() => sumStage(index, asked, vector)));
    ms.withWalkOverNames.push(await fastest(() => firstStage(index, asked, vector)));
    const { least, texts } = await ranked(index, text, encoder.encode);
    ms.whole.push(least);
    encodings.push(texts);
    ms.wholeWithEncoding.push(await fastest(() => rank(index, text, depth, encoded)));
    ms.wholeWithReading.push(await fastest(() => rank(index, text, depth, encoded, read)));
  }
  return {
    assembleCpuMsPerPassage: Math.round((user + system) / size) / 1_000,
    memoryMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
    queryMs: Object.fromEntries(steps.map((step) => [step, median(ms[step])])),
    slowestTenthMs: Object.fromEntries(steps.map((step) => [step, ninth(ms[step])])),
    textsEncoded: median(encodings),
    vectorRecallAt10: recallOf(made, index.vectors),
  };
}

/** What nine of ten take at most. */
function ninth(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(100 * sorted[Math.ceil(0.9 * sorted.length) - 1]!) / 100;
}

async function fastest(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** The time of a query but for encoding, and how many texts it has encoded. */
async function ranked(index: Index, question: string, encode: (texts: string[]) => Promise<Float32Array[]>) {
  let least = Number.POSITIVE_INFINITY;
  let texts = 0;
  for (let run = 0; run < 3; run += 1) {
    let encoding = 0;
    texts = 0;
    const start = performance.now();
    await rank(index, question, depth, async (list) => {
      const began = performance.now();
      const made = await encode(list);
      texts += list.length;
      encoding += performance.now() - began;
      return made;
    });
    least = Math.min(least, performance.now() - start - encoding);
  }
  return { least, texts };
}

async function encoded(texts: string[]): Promise<Float32Array[]> {
  const made = await embed(texts);
  if (!made.ok) throw new Error(made.error.message);
  return made.value.vectors;
}

/** The share of the ten nearest vectors that search finds, on average. */
function recallOf({ questions }: Pick<Made, "questions">, vectors: Vectors): number {
  const found = questions.map(({ vector }) => {
    const wanted = new Set(exactly(vectors, vector, depth));
    return nearest(vectors, vector, depth).filter((p) => wanted.has(p)).length / depth;
  });
  return Math.round((1_000 * found.reduce((sum, share) => sum + share, 0)) / found.length) / 1_000;
}
