import { open } from "node:fs/promises";
import { importRuntime } from "./runtime.ts";

/** The part of node-llama-cpp's interface that is used here; the package itself is installed on demand. */
export type Token = number;

export type Llama = {
  /** Cores of this machine that are worth a thread. */
  cpuMathCores: number;
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<LlamaModel>;
  dispose(): Promise<void>;
};

export type LlamaModel = {
  tokens: { bos: Token | null; shouldPrependBosToken: boolean };
  trainContextSize: number;
  tokenize(text: string, specialTokens: boolean): Token[];
  detokenize(tokens: Token[]): string;
  createContext(options: {
    contextSize: number;
    batchSize: number;
    threads: number;
    sequences: number;
    createSignal?: AbortSignal;
  }): Promise<LlamaContext>;
  dispose(): Promise<void>;
};

export type LlamaContext = { getSequence(): LlamaSequence; dispose(): Promise<void> };

export type LlamaSequence = {
  /** How many tokens the cache holds. */
  nextTokenIndex: number;
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  /** Ends by itself when the model ends its text. */
  evaluate(tokens: Token[], options: { temperature: number; seed?: number }): AsyncGenerator<Token, void>;
};

type Runtime = { getLlama(options: object): Promise<Llama> };

/** llama.cpp on the CPU, silent, with what npm installed and nothing else: it neither downloads nor builds. */
export async function startLlama(runtime: string, threads: number): Promise<Llama> {
  const { getLlama } = (await importRuntime(runtime)) as Runtime;
  return getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: "disabled",
    logger() {},
    maxThreads: threads,
  });
}

const mostItems = 1_000_000n;

/**
 * Throws unless `file` begins as a GGUF file of a known version with a believable number of tensors and keys (layout:
 * ggml's docs/gguf.md): the runtime's own reader follows absurd numbers for minutes.
 */
export async function checkHeader(file: string) {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(24), 0, 24, 0);
    const known =
      bytesRead === 24 && buffer.toString("latin1", 0, 4) === "GGUF" && [2, 3].includes(buffer.readUInt32LE(4));
    if (!known) throw new Error("it is no GGUF file of version 2 or 3");
    if ([8, 16].some((at) => buffer.readBigUInt64LE(at) > mostItems)) throw new Error("its header is damaged");
  } finally {
    await handle.close();
  }
}
