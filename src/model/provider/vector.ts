import { sha256 } from "../../core/digest.ts";
import { ErgoError } from "../../core/error.ts";
import type { Encoder } from "../../core/model.ts";
import { failed } from "./http.ts";
import { attempt } from "./stream.ts";

/** A server's embedding model. `version` tells apart what may give other vectors. */
type Embedding = {
  name: string;
  window: number;
  version: string;
  embed(text: string, signal?: AbortSignal): Promise<{ vector: number[] | undefined; cut: boolean }>;
};

/**
 * A server's embedding model as an Encoder. Texts are sent one by one: computed together, the vector of one may depend
 * on the others. How many numbers a vector has is found out by a first text.
 */
export async function embedding({ name, window, version, embed }: Embedding, signal?: AbortSignal): Promise<Encoder> {
  const vectorOf = async (text: string, dimensions?: number, aborted?: AbortSignal) => {
    const { vector, cut } = await embed(text, aborted);
    const fits = Array.isArray(vector) && vector.length > 0 && vector.length === (dimensions ?? vector.length);
    if (!fits || !vector.every(Number.isFinite)) throw failed({ model: name }, "it gave no vector for a text");
    return { vector: unit(vector), cut };
  };
  const { vector: first } = await vectorOf("a text", undefined, signal);
  return {
    name,
    dimensions: first.length,
    window,
    key: `${name}:${sha256(`${version} ${first.length}`).slice(0, 16)}`,
    embed: (texts, aborted) =>
      attempt(name, async () => {
        const vectors: Float32Array[] = [];
        let truncated = 0;
        for (const text of texts) {
          if (aborted?.aborted) throw new ErgoError("CANCELLED");
          const { vector, cut } = await vectorOf(text, first.length, aborted).catch((error) => {
            throw aborted?.aborted ? new ErgoError("CANCELLED") : error;
          });
          vectors.push(vector);
          if (cut) truncated++;
        }
        return { vectors, truncated };
      }),
    async close() {},
  };
}

/** Whether a model's name says that it makes vectors, and writes nothing. */
export function isEncoder(name: string): boolean {
  return /embed|bert|\bbge\b|\be5\b|rerank/i.test(name);
}

function unit(vector: number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (x) => x / length);
}
