import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, problem, reason } from "../../core/error.ts";
import type { Encoded, Encoder, Reranker, Result, Role, Scored } from "../../core/model.ts";
import {
  checkParts,
  cutShort,
  downloadOf,
  findWeights,
  isPresent,
  type Part,
  readManifest,
  type Weights,
  weightsFile,
} from "../install/manifest.ts";
import { findRuntime } from "../install/runtime.ts";
import type { Input } from "./encoding.ts";
import type { Computed } from "./onnx.ts";
import { openPool } from "./pool.ts";
import { isReady, readyPlace } from "./ready.ts";

export type EncoderRole = Extract<Role, "embedder" | "reranker">;

export type OpenEncoder = {
  /** Ergo's home: weights lie in its `models`, the runtime in its `runtimes`. Nothing is fetched from here. */
  home: string;
  /** A model of the manifest; by default its first one of the role. */
  name?: string;
  /** At most so many processes compute, of one thread each; by default one a core, up to four. */
  threads?: number;
  manifest?: Weights[];
};

/** Each process takes some 200 MB. */
const mostThreads = 4;

/** Raised whenever the same text would give another vector: how it is split, cut, computed, pooled and brought to length 1. */
const version = 2;

/**
 * Opens the embedder. Computing happens in another process, which the first call starts and `close` ends:
 *
 *     const opened = await openEncoder({ home: ergoHome() });
 *     if (opened.ok) {
 *       const found = await opened.value.embed(["a question", "a passage"]);
 *       if (found.ok) dot(found.value.vectors[0], found.value.vectors[1]);
 *       await opened.value.close();
 *     }
 *
 * `ergo models pull bge-small-en-v1.5` puts weights and runtime into their places; where they are missing the error is
 * ENCODER_NONE. Weights that were cut short are ENCODER_DAMAGED, those damaged otherwise PULL_CHECKSUM at the first call. Throws MODEL_UNKNOWN.
 */
export async function openEncoder(options: OpenEncoder): Promise<Result<Encoder>> {
  const opened = await openNetwork("embedder", options);
  if (!opened.ok) return opened;
  const { name, dimensions, window, key, compute, close } = opened.value;
  const inputs = (texts: string[]) => texts.map((text): Input => [text]);
  const embed: Encoder["embed"] = (texts, signal) => compute(inputs(texts), encoded, signal);
  return { ok: true, value: { name, dimensions, window, key, embed, close } };
}

/** Opens the cross-encoder, as `openEncoder` opens the embedder. */
export async function openReranker(options: OpenEncoder): Promise<Result<Reranker>> {
  const opened = await openNetwork("reranker", options);
  if (!opened.ok) return opened;
  const { name, window, key, compute, close } = opened.value;
  const inputs = (query: string, passages: string[]) => passages.map((passage): Input => [query, passage]);
  const score: Reranker["score"] = (query, passages, signal) => compute(inputs(query, passages), scored, signal);
  return { ok: true, value: { name, window, key, score, close } };
}

function encoded(outputs: Computed[]): Encoded {
  return { vectors: outputs.map(({ output }) => output), truncated: cutIn(outputs) };
}

function scored(outputs: Computed[]): Scored {
  return { scores: outputs.map(({ output }) => output[0]!), truncated: cutIn(outputs) };
}

function cutIn(outputs: Computed[]): number {
  return outputs.filter(({ cut }) => cut).length;
}

type Opened = {
  name: string;
  dimensions: number;
  window: number;
  key: string;
  compute<T>(inputs: Input[], give: (outputs: Computed[]) => T, signal?: AbortSignal): Promise<Result<T>>;
  close(): Promise<void>;
};

async function openNetwork(role: EncoderRole, options: OpenEncoder): Promise<Result<Opened>> {
  const { home, threads = Math.min(availableParallelism(), mostThreads), manifest = readManifest() } = options;
  const weights = choose(role, options.name, manifest);
  const runtime = await findRuntime("onnx", home);
  if (!runtime || !(await isPresent(weights, home))) {
    const cut = await cutShort(weights, home);
    return cut ? failed(damagedError(role, weights, cut), weights.name) : absent(role, weights);
  }
  const pool = openPool({
    name: weights.name,
    most: threads,
    async prepare() {
      const place = readyPlace(weights, runtime, home);
      const ready = { ...place, is: await isReady(place) };
      await checkParts(weights, home, ready.is ? [weights.tokenizer!.file] : undefined);
      return {
        kind: role === "embedder" ? "vector" : "score",
        runtime,
        weights: weightsFile(weights, home),
        tokenizer: weightsFile(weights.tokenizer!, home),
        window: weights.window,
        ready,
      };
    },
  });
  return {
    ok: true,
    value: {
      name: weights.name,
      dimensions: weights.dimensions ?? 1,
      window: weights.window,
      key: keyOf(weights, runtime),
      async compute(inputs, give, signal) {
        try {
          return { ok: true, value: give(await pool.compute(inputs, signal)) };
        } catch (error) {
          return failed(error, weights.name);
        }
      },
      close: pool.close,
    },
  };
}

function choose(role: EncoderRole, name: string | undefined, manifest: Weights[]): Weights {
  const fitting = manifest.filter((weights) => weights.role === role && weights.runtime === "onnx");
  return findWeights(name ?? fitting[0]?.name ?? role, fitting);
}

/** Kernels differ between kinds of processor, hence the platform. */
function keyOf({ name, sha256: network, tokenizer, window }: Weights, runtime: string): string {
  const parts = [version, network, tokenizer?.sha256, window, basename(runtime), process.platform, process.arch];
  return `${name}:${sha256(parts.join(" ")).slice(0, 16)}`;
}

function absent(role: EncoderRole, weights: Weights): Result<never> {
  const { name } = weights;
  const remedy = `\`ergo models pull ${name}\` fetches it (${Math.ceil(downloadOf(weights) / 1e6)} MB)`;
  return failed(noneError(role, { detail: `${name} or its runtime is not here`, remedy }), name);
}

/** How answers go on where nothing serves a role. */
const without: Record<EncoderRole, string> = {
  embedder: "passages are found by text and graph alone",
  reranker: "passages are not re-ranked",
};

/** The error for a role that nothing serves: how answers go on, and what would change that. */
export function noneError(role: EncoderRole, { detail, remedy }: { detail: string; remedy: string }): ErgoError {
  return new ErgoError("ENCODER_NONE", { role, detail, remedy, without: without[role] });
}

function damagedError(role: EncoderRole, { name: model }: Weights, { part, bytes }: { part: Part; bytes: number }) {
  const sizes = { bytes: `${bytes}`, expected: `${part.bytes}` };
  return new ErgoError("ENCODER_DAMAGED", { role, model, file: part.file, ...sizes, without: without[role] });
}

function failed(error: unknown, model: string): Result<never> {
  const known = error instanceof ErgoError ? error : new ErgoError("MODEL_FAILED", { model, detail: reason(error) });
  return { ok: false, error: problem(known) };
}
