import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { keepReady, type Ready } from "./ready.ts";
import { type Pieces, pair, type Sequence, single } from "./wordpiece.ts";

/** What is computed: a text's vector, or how well a passage answers a query. */
export type Load = {
  kind: "vector" | "score";
  /** Folder of the installed runtime. */
  runtime: string;
  weights: string;
  tokenizer: string;
  window: number;
  /** Where the network is kept ready for this processor; `is`: it is there. */
  ready: Ready & { is: boolean };
};

/** A vector of length 1, or a vector of one logit. `cut`: the input was longer than the window. */
export type Computed = { output: Float32Array; cut: boolean };

export type Network = { compute(text: string, passage?: string): Promise<Computed> };

/** The parts of onnxruntime-node and @huggingface/tokenizers that are used; both are installed on demand. */
type Tensor = { data: Float32Array; dims: readonly number[] };
type Session = {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<Record<string, Tensor>>;
};
type Onnx = {
  InferenceSession: { create(file: string, options: object): Promise<Session> };
  Tensor: new (type: "int64", data: BigInt64Array, dims: number[]) => object;
};
type Tokenizers = { Tokenizer: new (tokenizer: object, config: object) => Splitter };
type Splitter = {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  token_to_id(token: string): number | undefined;
  id_to_token(id: number): string | undefined;
};

/**
 * How sums of 8-bit products are taken on x64 processors without VNNI: by default two products are added in 16 bits, which
 * saturates, so that scores of the cross-encoder are off by up to .2 (onnxruntime's `session.x64quantprecision`). Where VNNI is
 * it changes nothing.
 */
const exact = { session: { x64quantprecision: "1" } };

/**
 * Loads a BERT network. One input is computed at a time: int8 weights come with activations that are scaled by the
 * largest of the whole batch, so that companions and padding would change a result; a batch is no faster on a CPU.
 */
export async function loadNetwork(load: Load): Promise<Network> {
  const part = createRequire(join(load.runtime, "package.json"));
  const onnx = part("onnxruntime-node") as Onnx;
  const pieces = loadPieces(part("@huggingface/tokenizers") as Tokenizers, load.tokenizer);
  const session = await open(onnx, load);
  return {
    async compute(text, passage) {
      const sequence =
        passage === undefined ? single(pieces, text, load.window) : pair(pieces, text, passage, load.window);
      const outputs = await session.run(feeds(onnx, session, sequence));
      const tensor = outputs[session.outputNames[0]!]!;
      return { output: load.kind === "vector" ? firstVector(tensor) : tensor.data.slice(0, 1), cut: sequence.cut };
    },
  };
}

/** What is ready was optimized when it was made; should it not load after all, the next start makes it anew. */
async function open({ InferenceSession }: Onnx, { weights, ready }: Load): Promise<Session> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3, extra: exact };
  if (ready.is) {
    const asIs = { ...options, graphOptimizationLevel: "disabled" };
    return await InferenceSession.create(ready.file, asIs).catch((error: unknown) => {
      rmSync(ready.record, { force: true });
      throw error;
    });
  }
  return keepReady(ready, (draft) =>
    InferenceSession.create(weights, { ...options, ...(draft ? { optimizedModelFilePath: draft } : {}) }),
  );
}

/** A file's own presets to cut and pad are not used, nor its special tokens: a text that says "[SEP]" means the word. */
function loadPieces({ Tokenizer }: Tokenizers, file: string): Pieces {
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  const tokenizer = new Tokenizer({ ...config, added_tokens: [], truncation: null, padding: null }, {});
  const [start, end] = [tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")];
  if (start === undefined || end === undefined) throw new Error(`${file} is no vocabulary of a BERT model`);
  return {
    ids: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    continues: (id) => tokenizer.id_to_token(id)?.startsWith("##") ?? false,
    start,
    end,
  };
}

function feeds({ Tensor }: Onnx, { inputNames }: Session, { ids, second }: Sequence): Record<string, object> {
  const dims = [1, ids.length];
  const all: Record<string, BigInt64Array> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: new BigInt64Array(ids.length).fill(1n, second),
  };
  return Object.fromEntries(inputNames.map((name) => [name, new Tensor("int64", all[name]!, dims)]));
}

/** The vector of the first token (CLS pooling), brought to length 1. */
function firstVector({ data, dims }: Tensor): Float32Array {
  const vector = data.slice(0, dims.at(-1));
  let squares = 0;
  for (const x of vector) squares += x * x;
  const length = Math.sqrt(squares);
  return length > 0 ? vector.map((x) => x / length) : vector;
}
