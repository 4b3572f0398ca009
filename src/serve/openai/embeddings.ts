import { ErgoError } from "../../core/error.ts";
import { invalid } from "../failure.ts";
import type { Asked } from "./door.ts";
import { unsupported } from "./refusal.ts";

/** Texts of one request. */
const most = 2048;

/** `POST /v1/embeddings`: vectors of the encoder that is here, of length 1. */
export async function embeddings({ host, body, signal }: Asked): Promise<Response> {
  const encoder = await host.session.encoder();
  const { model, input, encoding_format: format = "float", dimensions } = body;
  if (typeof model !== "string" || model === "") {
    const detail = `model: it is missing; ${encoder === null ? "no encoder is here" : `the encoder here is ${encoder.name}`}`;
    throw new ErgoError("REQUEST_INVALID", { detail, param: "model" });
  }
  if (encoder === null || model !== encoder.name) {
    const available = encoder?.name ?? "none; `ergo models pull bge-small-en-v1.5` fetches one";
    throw new ErgoError("MODEL_UNKNOWN", { model, available, param: "model" });
  }
  if (dimensions !== undefined && dimensions !== encoder.dimensions) {
    throw unsupported(
      "dimensions",
      `${String(dimensions)} dimensions`,
      `leave it out: there are ${encoder.dimensions}`,
    );
  }
  const texts = textsIn(input);
  const made = await encoder.embed(texts, signal);
  if (!made.ok) throw new ErgoError("INTERNAL", { detail: made.error.message });
  const data = made.value.vectors.map((vector, index) => ({
    object: "embedding",
    index,
    embedding: format === "base64" ? base64(vector) : [...vector],
  }));
  const usage = { prompt_tokens: 0, total_tokens: 0 };
  return Response.json({ object: "list", model: encoder.name, data, usage, ergo: { truncated: made.value.truncated } });
}

function textsIn(input: unknown): string[] {
  const texts = typeof input === "string" ? [input] : input;
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every((each) => typeof each === "string")) {
    throw invalid("input: a text, or a list of texts");
  }
  if (texts.length > most) throw new ErgoError("REQUEST_TOO_LARGE", { limit: most, what: "texts" });
  return texts;
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}
