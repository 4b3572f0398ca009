/**
 * What Ergo adds to llama.cpp called directly: tokens a second and time to the first token; four samples of a 600-token
 * prompt against one; scores; memory. The two are interleaved, and ratios are of processor time: other load on the machine
 * falls on both, and hardly counts. `node bench/model.ts [--rounds N] [--threads N]`. The small model and the runtime are fetched where they are not.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Generate, Model } from "../src/core/model.ts";
import { openEmbedded } from "../src/model/embedded/embedded.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, threads: { type: "string", default: "1" } },
});
const rounds = Number(values.rounds);
const threads = Number(values.threads);
const home = ergoHome();
const file = await pull("smollm2-135m-instruct", { home });
const runtime = await installRuntime("llama", { home });

const model = await opened();
const loadedMemory = memory();
const direct = await openDirect();
await twice(0, 40);

const speed = await speeds();
const sampling = await samples();
const scoring = await scores();
await model.close?.();
await direct.close();
save("model", { rounds, threads, ...speed, ...sampling, ...scoring, memoryMB: loadedMemory });

/** `ms` and `first` by the clock, `cpu` and `firstCpu` of the processor, all in milliseconds. */
type Run = { ms: number; first: number; cpu: number; firstCpu: number; tokens: number };

async function speeds() {
  const [long, short] = [120, 64];
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    const both = await twice(round + 1, short, long);
    ours.push(both.ours);
    theirs.push(both.theirs);
  }
  const ratio = (of: (run: Run) => number) => median(ours.map((run, i) => of(run) / of(theirs[i]!)));
  return {
    tokensPerSecond: median(ours.map(({ tokens, ms, first }) => (1000 * (tokens - 1)) / (ms - first))),
    directTokensPerSecond: median(theirs.map(({ tokens, ms, first }) => (1000 * (tokens - 1)) / (ms - first))),
    firstTokenMs: median(ours.map(({ first }) => first)),
    directFirstTokenMs: median(theirs.map(({ first }) => first)),
    againstDirect: ratio(({ cpu }) => cpu),
    firstTokenAgainstDirect: ratio(({ firstCpu }) => firstCpu),
    laterTokensAgainstDirect: ratio(({ cpu, firstCpu, tokens }) => (cpu - firstCpu) / (tokens - 1)),
  };
}

/** One prompt by both, in turns the first to go. */
async function twice(round: number, tokens: number, length = 60): Promise<{ ours: Run; theirs: Run }> {
  const prompt = text(round, length);
  if (round % 2 === 0) {
    const ours = await run(prompt, tokens);
    return { ours, theirs: await direct.run(prompt, tokens) };
  }
  const theirs = await direct.run(prompt, tokens);
  return { ours: await run(prompt, tokens), theirs };
}

async function run(prompt: string, maxTokens: number): Promise<Run> {
  const clock = stopwatch();
  const told = () => clock.first();
  const given = await model.generate(asking(prompt, maxTokens), undefined, told);
  if (!given.ok) throw new Error(given.error.message);
  return { ...clock.end(), tokens: given.value.tokensOut };
}

async function samples() {
  const ratios: number[] = [];
  const apart: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = await sampled(100 + 3 * round, 1);
    const four = await sampled(101 + 3 * round, 4);
    ratios.push(four / one);
    apart.push(one);
  }
  const tokens = model.countTokens!(text(100, 600));
  return { samplesPromptTokens: tokens, oneSampleCpuMs: median(apart), fourSamplesAgainstOne: median(ratios) };
}

/** Processor time of `k` samples of 32 tokens of a prompt that was not seen before. */
async function sampled(salt: number, k: number): Promise<number> {
  const clock = stopwatch();
  const given = await model.sample!({ ...asking(text(salt, 600), 32), temperature: 0.8, seed: salt }, k);
  if (!given.ok) throw new Error(given.error.message);
  return clock.end().cpu;
}

async function scores() {
  const prompt = text(500, 200);
  const start = performance.now();
  const given = await model.score!(prompt, [" the river", " a new bridge", " the town council", " light rain"]);
  if (!given.ok) throw new Error(given.error.message);
  return { fourScoresMs: Math.round(performance.now() - start) };
}

async function opened(): Promise<Model> {
  const given = await openEmbedded({ file, runtime, threads });
  if (!given.ok) throw new Error(given.error.message);
  return given.value;
}

/** The same by the runtime's own functions, with the least that gives the text as it comes. */
async function openDirect() {
  const entry = join(runtime, "node_modules/node-llama-cpp/dist/index.js");
  const { getLlama } = await import(pathToFileURL(entry).href);
  const llama = await getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    logLevel: "disabled",
    maxThreads: threads,
  });
  const weights = await llama.loadModel({ modelPath: file });
  const context = await weights.createContext({ contextSize: 2048, batchSize: 256, threads, sequences: 1 });
  const sequence = context.getSequence();
  return {
    async run(prompt: string, maxTokens: number): Promise<Run> {
      const clock = stopwatch();
      let said = "";
      const tokens: number[] = [];
      await sequence.clearHistory();
      for await (const token of sequence.evaluate(weights.tokenize(prompt), { temperature: 0 })) {
        said += weights.detokenize([token], false, tokens.slice(-4));
        tokens.push(token);
        clock.first();
        if (tokens.length >= maxTokens) break;
      }
      if (said === "") throw new Error("the runtime said nothing");
      return { ...clock.end(), tokens: tokens.length };
    },
    close: () => llama.dispose(),
  };
}

function asking(prompt: string, maxTokens: number): Generate {
  return { prompt, maxTokens, temperature: 0, stop: [] };
}

/** About `tokens` tokens of words in an order of their own from the first on, so that no prefix is shared. */
function text(salt: number, tokens: number): string {
  const words =
    "river town council met tuesday talk about new bridge cost while people waited outside light rain".split(" ");
  const at = (i: number) => words[(i * 7 + salt * 5 + ((i * i) % 11) * (1 + (salt % 3))) % words.length];
  return `${salt} ${Array.from({ length: tokens - 6 }, (_, i) => at(i)).join(" ")} and then the`;
}

function stopwatch() {
  const start = performance.now();
  const used = process.cpuUsage();
  const cpu = () => {
    const { user, system } = process.cpuUsage(used);
    return (user + system) / 1000;
  };
  let at: { first: number; firstCpu: number } | undefined;
  return {
    first() {
      at ??= { first: performance.now() - start, firstCpu: cpu() };
    },
    end: () => ({ ms: performance.now() - start, cpu: cpu(), ...(at ?? { first: 0, firstCpu: 0 }) }),
  };
}

function memory(): number {
  return Math.round(process.memoryUsage().rss / 1e6);
}
