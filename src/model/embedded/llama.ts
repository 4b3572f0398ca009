import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { importRuntime } from "../install/runtime.ts";

/** The part of node-llama-cpp's interface that is used here; the package itself is installed on demand. */
export type Token = number;

export type Llama = {
  /** Cores of this machine that are worth a thread. */
  cpuMathCores: number;
  loadModel(options: { modelPath: string; loadSignal?: AbortSignal }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
  dispose(): Promise<void>;
};

export type LlamaModel = {
  tokens: {
    bos: Token | null;
    bosString: string | null;
    eosString: string | null;
    shouldPrependBosToken: boolean;
  };
  fileInfo: { metadata: { tokenizer?: { chat_template?: string } } };
  trainContextSize: number;
  /** Bytes of the weights. */
  size: number;
  tokenize(text: string, specialTokens: boolean, options?: "trimLeadingSpace"): Token[];
  detokenize(tokens: Token[], specialTokens: boolean, before: Token[]): string;
  createContext(options: {
    contextSize: number;
    batchSize: number;
    threads: number;
    sequences: number;
    /** Where a model sees only a window of its past, keeps all of it, so that a prefix can be used again. */
    swaFullCache: boolean;
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
  evaluate(
    tokens: Token[],
    options: { temperature: number; seed: number | undefined; grammarEvaluationState: Grammar | undefined },
  ): AsyncGenerator<Token, void>;
  controlledEvaluate(input: Asked[]): Promise<({ next: { probabilities?: Map<Token, number> } } | undefined)[]>;
};

type Asked = readonly [Token, { generateNext: { probabilities: boolean; options: { temperature: number } } }];

/** How far a text has come in its grammar; one is made for each text. */
export type Grammar = { clone(): Grammar };

type Runtime = {
  getLlama(options: object): Promise<Llama>;
  LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: object }) => Grammar;
};

/**
 * llama.cpp, silent, with what npm installed and nothing else: it neither downloads nor builds. On a GPU where a build
 * for one was installed and works, else on the CPU.
 */
export async function startLlama(runtime: string, threads: number): Promise<Llama> {
  const { getLlama } = (await importRuntime(runtime)) as Runtime;
  return getLlama({
    gpu: (await hasGpuBuild(runtime)) ? "auto" : false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: "disabled",
    logger() {},
    maxThreads: threads,
  });
}

/** Holds a text to a JSON Schema: to its types, properties, items, enums and lengths; all its properties are written. */
export async function grammarFor(runtime: string, llama: Llama, model: LlamaModel, schema: object): Promise<Grammar> {
  const { LlamaGrammarEvaluationState } = (await importRuntime(runtime)) as Runtime;
  const grammar = await llama.createGrammarForJsonSchema(asGrammar(schema) as object);
  return new LlamaGrammarEvaluationState({ model, grammar });
}

/** The runtime knows alternatives by the name `oneOf` only. */
function asGrammar(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asGrammar);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key === "anyOf" ? "oneOf" : key, asGrammar(value)]),
  );
}

async function hasGpuBuild(runtime: string): Promise<boolean> {
  const builds = await readdir(join(runtime, "node_modules", "@node-llama-cpp")).catch(() => []);
  return builds.some((name) => /-(?:cuda|vulkan|metal)/.test(name));
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
