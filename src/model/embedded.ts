import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { ErgoError, problem, reason } from "../core/error.ts";
import type { Generate, Generated, Model, Result } from "../core/model.ts";
import {
  checkHeader,
  type Llama,
  type LlamaContext,
  type LlamaModel,
  type LlamaSequence,
  startLlama,
  type Token,
} from "./llama.ts";
import { cutAt, overhang } from "./stream.ts";

export type Embedded = {
  /** The weights, a GGUF file. */
  file: string;
  /** Folder of the installed runtime. */
  runtime: string;
  /** Name to go by; by default that of the file. */
  name?: string;
  /** By default as many as there are cores worth a thread: more than that is many times slower. */
  threads?: number;
  /** Tokens of prompt and answer together; less if the model was trained for less. */
  window?: number;
  signal?: AbortSignal;
};

type Loaded = { llama: Llama; weights: LlamaModel; context: LlamaContext; sequence: LlamaSequence; window: number };

/** Prompt tokens evaluated at a time; between two batches an abort is noticed. */
const batchSize = 256;

/**
 * Loads a model into this process. Computing happens on llama.cpp's own threads, so signals and timers go on. Requests
 * are served one after the other, and a prompt that begins like the one before it reuses that part's evaluation.
 * `close` frees everything, after which nothing keeps the process alive.
 */
export async function openEmbedded(options: Embedded): Promise<Result<Model>> {
  const name = options.name ?? basename(options.file);
  try {
    return { ok: true, value: asModel(name, await load(options)) };
  } catch (error) {
    return failed(name, error);
  }
}

async function load({ file, runtime, threads, window = 2048, signal }: Embedded): Promise<Loaded> {
  await checkHeader(file);
  const most = threads ?? availableParallelism();
  const llama = await startLlama(runtime, most);
  try {
    const weights = await llama.loadModel({ modelPath: file, loadSignal: signal });
    const contextSize = Math.min(window, weights.trainContextSize);
    const context = await weights.createContext({
      contextSize,
      batchSize,
      threads: threads ?? Math.min(most, llama.cpuMathCores),
      sequences: 1,
      createSignal: signal,
    });
    return { llama, weights, context, sequence: context.getSequence(), window: contextSize };
  } catch (error) {
    await llama.dispose();
    throw error;
  }
}

function asModel(name: string, loaded: Loaded): Model {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    name,
    window: loaded.window,
    countTokens: (text) => loaded.weights.tokenize(text, false).length,
    generate: (request, signal, told) =>
      inTurn(async () => {
        if (closed) return failed(name, new Error("it was closed"));
        try {
          return await complete(loaded, { ...request, model: name, told }, signal);
        } catch (error) {
          return failed(name, error);
        }
      }),
    close: () =>
      inTurn(async () => {
        if (closed) return;
        closed = true;
        await loaded.context.dispose();
        await loaded.weights.dispose();
        await loaded.llama.dispose();
      }),
  };
}

type Told = { model: string; told: ((text: string) => void) | undefined };

async function complete(loaded: Loaded, request: Generate & Told, signal?: AbortSignal): Promise<Result<Generated>> {
  const { weights, sequence, window } = loaded;
  const { bos, shouldPrependBosToken } = weights.tokens;
  if (typeof request.prompt !== "string") throw new Error("it continues plain texts only");
  const prompt = weights.tokenize(request.prompt, false);
  if (shouldPrependBosToken && bos !== null) prompt.unshift(bos);
  const room = window - prompt.length;
  if (prompt.length === 0) throw new Error("the prompt is empty");
  if (room < 1) {
    const detail = `it has ${prompt.length} tokens, the window holds ${window}`;
    throw new ErgoError("MODEL_CONTEXT", { model: request.model, detail });
  }
  const limit = Math.min(room, Math.max(1, Math.floor(request.maxTokens) || 1));
  const lastToken = await evaluatePrompt(sequence, prompt, signal);
  const answer =
    lastToken === undefined ? aborted : await continueFrom(loaded, lastToken, { ...request, limit, signal });
  return { ok: true, value: { ...answer, tokensIn: prompt.length } };
}

const aborted = { text: "", finish: "abort", tokensOut: 0 } as const;

/** Evaluates all of the prompt but its last token, which is returned; undefined when aborted on the way. */
async function evaluatePrompt(sequence: LlamaSequence, prompt: Token[], signal?: AbortSignal) {
  const before = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(before, false);
  for (let at = sequence.nextTokenIndex; at < before.length; at += batchSize) {
    if (signal?.aborted) return undefined;
    await sequence.evaluateWithoutGeneratingNewTokens(before.slice(at, at + batchSize));
  }
  return signal?.aborted ? undefined : prompt.at(-1);
}

type Continue = Generate & Told & { limit: number; signal: AbortSignal | undefined };

async function continueFrom({ weights, sequence }: Loaded, token: Token, request: Continue) {
  const { limit, stop, signal, temperature, seed, told } = request;
  const tokens: Token[] = [];
  let text = "";
  let shown = 0;
  const tell = (whole: string) => {
    if (whole.length > shown) told?.(whole.slice(shown));
    shown = Math.max(shown, whole.length);
  };
  for await (const next of sequence.evaluate([token], { temperature, seed })) {
    tokens.push(next);
    text = weights.detokenize(tokens);
    const ended = cutAt(stop, text);
    if (ended !== undefined) {
      tell(ended);
      return { text: ended, finish: "stop" as const, tokensOut: tokens.length };
    }
    tell(text.slice(0, safe(stop, text)));
    if (signal?.aborted) return { text, finish: "abort" as const, tokensOut: tokens.length };
    // A limit can fall inside a character of several tokens.
    if (tokens.length >= limit) {
      text = text.replace(/\uFFFD+$/, "");
      tell(text);
      return { text, finish: "length" as const, tokensOut: tokens.length };
    }
  }
  tell(text);
  return { text, finish: "stop" as const, tokensOut: tokens.length };
}

/** Where a text can be shown up to: what follows may be the beginning of a stop string, or of a character. */
function safe(stop: string[], text: string): number {
  const whole = text.replace(/\uFFFD+$/, "");
  return whole.length - overhang(stop, whole);
}

function failed(name: string, error: unknown): Result<never> {
  const known =
    error instanceof ErgoError ? error : new ErgoError("MODEL_FAILED", { model: name, detail: reason(error) });
  return { ok: false, error: problem(known) };
}
