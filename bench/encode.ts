import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Result } from "../src/core/model.ts";
import { openEncoder, openReranker } from "../src/model/encoder/encoder.ts";
import { readManifest, weightsFile } from "../src/model/install/manifest.ts";
import { findRuntime } from "../src/model/install/runtime.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { fetchModel } from "../src/runtime/session/models.ts";
import { median, save } from "./result.ts";

/**
 * What encoding costs: passages and pairs a second against the runtime called directly in this process (same texts in
 * alternating blocks, so that other load falls on both), time to the first vector, memory, one process and two.
 *
 *     node bench/encode.ts [--rounds 12] [--block 24]
 */
const { values } = parseArgs({ options: { rounds: { type: "string" }, block: { type: "string" } } });
const rounds = Number(values.rounds ?? 12);
const block = Number(values.block ?? 24);
const home = ergoHome();
const models = { embedder: "bge-small-en-v1.5", reranker: "ms-marco-minilm-l12-v2" };
for (const name of Object.values(models)) await fetchModel(home, name);

type Direct = (text: string, passage?: string) => Promise<Float32Array>;

/** The libraries as their own documentation says, one thread, one text at a time. */
async function direct(name: string): Promise<Direct> {
  const weights = readManifest().find((model) => model.name === name)!;
  const load = createRequire(join((await findRuntime("onnx", home))!, "package.json"));
  const { InferenceSession, Tensor } = load("onnxruntime-node");
  const { Tokenizer } = load("@huggingface/tokenizers");
  const config = JSON.parse(readFileSync(weightsFile(weights.tokenizer!, home), "utf8"));
  const tokenizer = new Tokenizer({ ...config, truncation: null, padding: null }, {});
  const session = await InferenceSession.create(weightsFile(weights, home), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  return async (text, passage) => {
    const { ids, token_type_ids } = tokenizer.encode(text, { text_pair: passage ?? null, return_token_type_ids: true });
    const tensor = (of: number[]) => new Tensor("int64", BigInt64Array.from(of, BigInt), [1, of.length]);
    const feeds = {
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(token_type_ids),
    };
    const output = (await session.run(feeds))[session.outputNames[0]].data as Float32Array;
    return passage === undefined ? output.slice(0, 384) : output.slice(0, 1);
  };
}

/** Passages of about 105 tokens, no two alike: paragraphs of this project's own documents, cut and mixed. */
function passages(count: number): string[] {
  const words = ["architecture.md", "claims.md", "durable.md", "trace.md"]
    .map((file) => readFileSync(new URL(`../docs/${file}`, import.meta.url), "utf8"))
    .join(" ")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const from = (i: number) => (i * 37) % (words.length - 120);
  return Array.from({ length: count }, (_, i) => `${i}. ${words.slice(from(i), from(i) + 60 + (i % 40)).join(" ")}.`);
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Both ways on the same block, in turn first: passages a second each, and what ours takes more, in per cent: of the time
 * that passes (median of the blocks) and of the processor's time, which other load on the machine disturbs less.
 */
async function against(theirs: (texts: string[]) => Promise<unknown>, ours: (texts: string[]) => Promise<unknown>) {
  const texts = passages(block * (rounds + 1));
  const took: [number[], number[]] = [[], []];
  const spent = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    const part = texts.slice(round * block, (round + 1) * block);
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const before = processorMs();
      const passed = await time(() => (which === 0 ? theirs : ours)(part));
      if (round === 0) continue;
      took[which].push(passed);
      spent[which]! += processorMs() - before;
    }
  }
  const perSecond = (which: 0 | 1) => Math.round((block * 10_000) / median(took[which])) / 10;
  return {
    direct: perSecond(0),
    ours: perSecond(1),
    overheadPercent: median(took[0].map((direct, i) => (took[1][i]! / direct - 1) * 100)),
    overheadCpuPercent: Math.round((spent[1]! / spent[0]! - 1) * 1000) / 10,
  };
}

/** Processor time of this process and of those that it has started. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + children().reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

const query = "What does the journal promise about an effect that was interrupted?";

async function embedding() {
  const run = await direct(models.embedder);
  const encoder = unwrap(await openEncoder({ home, threads: 1 }));
  await encoder.embed(["warm"]);
  const measured = await against(
    async (texts) => {
      for (const text of texts) await run(text);
    },
    async (texts) => unwrap(await encoder.embed(texts)),
  );
  await encoder.close();
  return measured;
}

async function scoring() {
  const run = await direct(models.reranker);
  const reranker = unwrap(await openReranker({ home, threads: 1 }));
  await reranker.score(query, ["warm"]);
  const measured = await against(
    async (texts) => {
      for (const text of texts) await run(query, text);
    },
    async (texts) => unwrap(await reranker.score(query, texts)),
  );
  const twentyPairsMs = median(await series(5, async () => unwrap(await reranker.score(query, passages(20)))));
  await reranker.close();
  return { ...measured, twentyPairsMs };
}

async function series(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < runs; i++) took.push(await time(work));
  return took;
}

/** From nothing started to the first vector, a question's vector once it is, and while a long batch runs. */
async function latency() {
  const cold = await series(5, async () => {
    const encoder = unwrap(await openEncoder({ home }));
    unwrap(await encoder.embed([query]));
    await encoder.close();
  });
  const encoder = unwrap(await openEncoder({ home, threads: 1 }));
  const ask = async () => unwrap(await encoder.embed([query]));
  await ask();
  const run = await direct(models.embedder);
  const inProcess = median(await series(50, () => run(query)));
  const question = median(await series(50, ask));
  const batch = encoder.embed(passages(400));
  const during = await series(10, ask);
  await encoder.close();
  await batch;
  return {
    coldMs: median(cold),
    questionMs: question,
    questionDirectMs: inProcess,
    questionDuringBatchMs: median(during),
  };
}

/** Passages a second of one long batch, with the processor time and the memory that its processes take. */
async function batch(threads: number) {
  const encoder = unwrap(await openEncoder({ home, threads }));
  const [count, runs] = [192, 3];
  unwrap(await encoder.embed(passages(count)));
  const before = children();
  const took = await series(runs, async () => unwrap(await encoder.embed(passages(count))));
  const after = children();
  await encoder.close();
  const spent = (all: Child[]) => all.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  return {
    perSecond: Math.round((count * 10_000) / median(took)) / 10,
    cpuMsEach: Math.round(((spent(after) - spent(before)) / count / runs) * 100) / 100,
    memoryMiB: after.map(({ memoryMiB }) => memoryMiB),
  };
}

type Child = { cpuMs: number; memoryMiB: number };

/** The processes that this one has started; none where /proc is not. A tick of the processor's clock is 10 ms. */
function children(): Child[] {
  if (process.platform !== "linux") return [];
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  return pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, memoryMiB: Math.round(Number(kib) / 1024) };
  });
}

const measured = { passagesASecond: await embedding(), pairsASecond: await scoring(), latency: await latency() };
save("encode", { ...measured, oneProcess: await batch(1), twoProcesses: await batch(2) });
