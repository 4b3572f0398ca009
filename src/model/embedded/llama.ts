import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { importRuntime } from "../install/runtime.ts";

/** The part of node-llama-cpp's interface that is used here; the package itself is installed on demand. */
export type Token = number;

export type Llama = {
  /** Cores of this machine that are worth a thread. */
  cpuMathCores: number;
  /** What it computes with besides the processor. */
  gpu: "cuda" | "vulkan" | "metal" | false;
  /** Bytes of the memory of graphics cards. */
  getVramState(): Promise<{ total: number; unifiedSize: number }>;
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
    contextSize: number | { min: number; max: number };
    batchSize: number;
    threads: number;
    sequences: number;
    /** Where a model sees only a window of its past, keeps all of it, so that a prefix can be used again. */
    swaFullCache: boolean;
    createSignal?: AbortSignal;
  }): Promise<LlamaContext>;
  dispose(): Promise<void>;
};

export type LlamaContext = {
  /** Tokens that it holds, which memory may have made fewer than were asked for. */
  contextSize: number;
  getSequence(): LlamaSequence;
  dispose(): Promise<void>;
};

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
  GgufArchitectureType: Record<string, string>;
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

/** Whether the runtime has a name for that architecture. */
export async function knowsArchitecture(runtime: string, architecture: string): Promise<boolean> {
  const { GgufArchitectureType } = (await importRuntime(runtime)) as Runtime;
  return Object.values(GgufArchitectureType).includes(architecture);
}

/** Bytes of memory that graphics cards add to that of the machine. */
export async function ownVram(llama: Llama): Promise<number> {
  if (llama.gpu === false) return 0;
  const { total, unifiedSize } = await llama.getVramState();
  return Math.max(0, total - unifiedSize);
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

/** Whether a build for graphics cards was installed. */
export async function hasGpuBuild(runtime: string): Promise<boolean> {
  const builds = await readdir(join(runtime, "node_modules", "@node-llama-cpp")).catch(() => []);
  return builds.some((name) => /-(?:cuda|vulkan|metal)/.test(name));
}
