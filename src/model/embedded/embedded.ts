import { availableParallelism, cpus } from "node:os";
import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ErgoError, type Problem, problem, reason } from "../../core/error.ts";
import type { Form, Generate, Generated, Model, Result } from "../../core/model.ts";
import { type Gguf, readGguf, requireWriter, windowIn } from "../install/gguf.ts";
import { sampleInTurn } from "../prompt/sample.ts";
import { memoryOf, requireRoom } from "../provider/memory.ts";
import { attempt, collect, type Piece } from "../provider/stream.ts";
import { batchSize, continued, evaluatePrompt, logLikelihoods } from "./decode.ts";
import {
  grammarFor,
  hasGpuBuild,
  knowsArchitecture,
  type Llama,
  type LlamaContext,
  type LlamaModel,
  type LlamaSequence,
  ownVram,
  startLlama,
  type Token,
} from "./llama.ts";
import { openTemplate, type Template } from "./template.ts";

export type Embedded = {
  /** The weights, a GGUF file. */
  file: string;
  /** Folder of the installed runtime. */
  runtime: string;
  /** Name to go by; by default that of the file. */
  name?: string;
  /** By default one for each core that is idle and worth a thread: more than that is many times slower. */
  threads?: number;
  /** Tokens of prompt and answer together; by default what it was trained for, as far as memory goes. */
  window?: number;
  /** Bytes of memory to count on; by default this machine's. */
  memory?: number;
  /** Told what is not as it could be: that a graphics card is not used. */
  noted?: ((note: Problem) => void) | undefined;
  signal?: AbortSignal;
};

type Loaded = {
  name: string;
  runtime: string;
  llama: Llama;
  weights: LlamaModel;
  context: LlamaContext;
  sequence: LlamaSequence;
  window: number;
  template: Template | undefined;
  /** Prompt tokens a second; undefined where nothing tells it yet. */
  pace: number | undefined;
};

/** Bytes of weights that a thread reads prompt tokens of in a second: what slow machines do (x64 with AVX2, 2 threads). */
const paceOfThread = 2e10;

/** Bytes of weights below which models continue examples better than they follow instructions. */
const small = 4e8;

/**
 * Loads a model into this process. Computing happens on llama.cpp's own threads, so signals and timers go on. Requests
 * are served one after the other, and a prompt that begins like the one before it reuses that part's evaluation: hence
 * several samples of a prompt cost its evaluation once. `close` frees everything, after which nothing keeps the process
 * alive. With a schema the model does not think first.
 */
export function openEmbedded(options: Embedded): Promise<Result<Model>> {
  const name = options.name ?? basename(options.file);
  return attempt(name, async () => asModel(await load(name, options)));
}

async function load(name: string, options: Embedded): Promise<Loaded> {
  const { file, runtime, threads, memory = memoryOf(), signal } = options;
  const head = requireWriter(file, await readGguf(file));
  const most = threads ?? idleCores(availableParallelism(), await idleShare());
  const llama = await startLlama(runtime, most);
  try {
    requireRoom(name, head.bytes, memory + (await ownVram(llama)));
    if (llama.gpu === false && (await hasGpuBuild(runtime))) options.noted?.(slower(name));
    const weights = await llama
      .loadModel({ modelPath: file, loadSignal: signal })
      .catch((error) => failedToLoad(error, head, options));
    const max = Math.min(options.window ?? windowIn(head, memory), weights.trainContextSize);
    const used = threads ?? Math.min(most, llama.cpuMathCores);
    const context = await weights.createContext({
      contextSize: { min: Math.min(max, leastWindow), max },
      batchSize,
      threads: used,
      sequences: 1,
      swaFullCache: true,
      createSignal: signal,
    });
    const template = openTemplate(runtime, weights);
    const sequence = context.getSequence();
    const pace = llama.gpu === false ? (paceOfThread * used) / weights.size : undefined;
    return { name, runtime, llama, weights, context, sequence, window: context.contextSize, template, pace };
  } catch (error) {
    await llama.dispose();
    throw error;
  }
}

const leastWindow = 512;

/**
 * How many of `cores` are idle, at least one, where processors are for the `share` of their time. The threads of llama.cpp wait for each
 * other without sleeping: one that has to share its core holds up all the others.
 */
export function idleCores(cores: number, share: number): number {
  return Math.max(1, Math.round(cores * share));
}

/** Milliseconds over which is seen what else computes: the load average still tells of what ended a minute ago. */
const glance = 150;

/** Which share of their time the processors of this machine are idle just now, from 0 to 1. */
async function idleShare(): Promise<number> {
  const before = spentTimes();
  await wait(glance);
  const after = spentTimes();
  return after.all > before.all ? (after.idle - before.idle) / (after.all - before.all) : 1;
}

function spentTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

function slower(model: string): Problem {
  return problem(new ErgoError("MODEL_GPU", { model, detail: "none could be used by the build that is installed" }));
}

/** Why a model could not be loaded: the runtime itself says only that it was not. */
async function failedToLoad(
  error: unknown,
  { architecture }: Gguf,
  { file, runtime, signal }: Embedded,
): Promise<never> {
  if (signal?.aborted || (await knowsArchitecture(runtime, architecture))) throw error;
  const detail = `llama.cpp knows no architecture ${architecture} (${reason(error)})`;
  throw new ErgoError("MODEL_FILE_KIND", { file, detail }, { cause: error });
}

function asModel(loaded: Loaded): Model {
  const { name, window, weights, template } = loaded;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const served = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    inTurn(() =>
      attempt(name, () => {
        if (closed) throw new Error("it was closed");
        return work();
      }),
    );
  const generate: Model["generate"] = (request, signal, told) => served(() => answer(loaded, request, signal, told));
  return {
    name,
    window,
    forms: formsOf(weights, template),
    schemas: true,
    countTokens: (text) => weights.tokenize(text, false).length,
    pace: () => loaded.pace,
    generate,
    // Measured: one sequence that keeps the prompt takes no longer than several, and their memory only once.
    sample: (request, k, signal) => sampleInTurn(generate, request, k, signal),
    score: (prompt, texts, signal) => served(() => score(loaded, prompt, texts, signal)),
    close: () =>
      inTurn(async () => {
        if (closed) return;
        closed = true;
        await loaded.context.dispose();
        await weights.dispose();
        await loaded.llama.dispose();
      }),
  };
}

function formsOf(weights: LlamaModel, template: Template | undefined): Form[] {
  return template ? formsBySize(weights.size) : ["completion"];
}

/** The forms of a model with a chat template, by the bytes of its weights: small ones continue examples better. */
export function formsBySize(bytes: number): Form[] {
  return bytes < small ? ["completion", "chat"] : ["chat", "completion"];
}

function answer(
  loaded: Loaded,
  request: Generate,
  signal?: AbortSignal,
  told?: (text: string) => void,
): Promise<Generated> {
  return collect(loaded.name, pieces(loaded, request, signal), request, { signal, told });
}

async function* pieces(loaded: Loaded, request: Generate, signal?: AbortSignal): AsyncGenerator<Piece> {
  const { runtime, llama, weights, sequence, window, name } = loaded;
  const prompt = tokensOf(loaded, request);
  const room = window - prompt.length;
  if (room < 1) throw tooLong(name, prompt, window);
  yield { tokensIn: prompt.length };
  const limit = Math.min(room, Math.max(1, Math.floor(request.maxTokens) || 1));
  const grammar = request.schema && (await grammarFor(runtime, llama, weights, request.schema));
  const began = performance.now();
  const evaluated = await evaluatePrompt(sequence, prompt, { left: batchSize, signal });
  if (!evaluated) return;
  let isFirst = true;
  for await (const piece of continued(loaded, { ...request, end: evaluated.end, limit, grammar, signal })) {
    if (isFirst) loaded.pace = paceOf(prompt.length - evaluated.held, performance.now() - began) ?? loaded.pace;
    isFirst = false;
    yield piece;
  }
}

/** Tokens from which on what a prompt took tells how fast the next one is evaluated. */
const telling = 64;

/** Tokens a second, of a prompt that was long enough to tell. */
function paceOf(tokens: number, ms: number): number | undefined {
  return tokens < telling ? undefined : (tokens / Math.max(1, ms)) * 1000;
}

function tokensOf({ weights, template }: Loaded, { prompt, think, schema }: Generate): Token[] {
  if (typeof prompt === "string") return begun(weights, weights.tokenize(prompt, false));
  if (!template) throw new Error("it continues plain texts only");
  return begun(weights, template(prompt, think === true && schema === undefined));
}

/** Some models answer nonsense without their first token, which the tokenizer leaves out and a template may write. */
function begun({ tokens: { bos, shouldPrependBosToken } }: LlamaModel, tokens: Token[]): Token[] {
  if (tokens.length === 0) throw new Error("the prompt is empty");
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

/** A text ends with its line, so that the beginning of a longer one is no better than the whole. */
async function score(
  { name, weights, sequence, window }: Loaded,
  prompt: string,
  texts: string[],
  signal?: AbortSignal,
) {
  if (texts.length === 0) return [];
  const wholes = texts.map((text) => begun(weights, weights.tokenize(`${prompt}${text}\n`, false)));
  const longest = wholes.reduce((a, b) => (b.length > a.length ? b : a));
  if (longest.length > window) throw tooLong(name, longest, window);
  const before = begun(weights, weights.tokenize(prompt || "\n", false));
  const sums = await logLikelihoods(sequence, before, wholes, signal);
  if (sums === undefined) throw new ErgoError("CANCELLED");
  return sums;
}

function tooLong(model: string, tokens: Token[], window: number): ErgoError {
  const detail = `it has ${tokens.length} tokens, the window holds ${window}`;
  return new ErgoError("MODEL_CONTEXT", { model, detail });
}
