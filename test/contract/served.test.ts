import { expect, test } from "vitest";
import type { Generate } from "../../src/core/model.ts";
import { openCompatible, openCompatibleEncoder } from "../../src/model/provider/compatible.ts";
import { openOllama, openOllamaEncoder } from "../../src/model/provider/ollama.ts";
import { listening, modelOf, protocols, unwrap } from "./serving.ts";

/** What is particular to each kind of server. */

const request: Generate = { prompt: "Say it.", maxTokens: 20, temperature: 0, stop: [] };
const chat: Generate = { ...request, prompt: [{ role: "user", content: "Say it." }] };
test("Ollama: a prompt that the server cut in silence is an error", async () => {
  const { model } = await modelOf("ollama", (response) => {
    response.end(protocols.ollama.pieces(["Yes."], { prompt_eval_count: 8192 }).join(""));
  });
  expect(await model.generate({ ...request, prompt: "word ".repeat(9000) })).toMatchObject({
    ok: false,
    error: { code: "MODEL_CONTEXT", message: expect.stringContaining("it was cut to 8192 tokens") },
  });
});

test("Ollama: the window grows in steps with the prompts, never shrinks, and ends at the model's own", async () => {
  const { model, asked } = await modelOf("ollama", (r) => r.end(protocols.ollama.pieces(["Yes."]).join("")));
  for (const words of [10, 900, 20, 2400, 30, 20_000, 10]) {
    await model.generate({ ...request, prompt: "word ".repeat(words) });
  }
  const sizes = asked.map(({ options }) => (options as { num_ctx: number }).num_ctx);
  expect(sizes).toEqual([2048, 2048, 2048, 4096, 4096, 8192, 8192]);
  expect(asked.every((body) => body.truncate === false && body.raw === true)).toBe(true);
});

test("Ollama: models that it has computed elsewhere are refused, by name and by what the server says", async () => {
  const url = await listening((request, response) => {
    const remote = request.url === "/api/show";
    response.end(JSON.stringify(remote ? { capabilities: ["completion"], remote_host: "https://example.com" } : {}));
  });
  for (const model of ["gpt-oss:120b-cloud", "big:cloud", "disguised"]) {
    const opened = await openOllama({ url, model, local: true });
    expect(opened).toMatchObject({ ok: false, error: { code: "MODEL_REMOTE" } });
  }
  expect(await openOllama({ url, model: "disguised", local: false })).toMatchObject({ ok: true });
});

test("a server without JSON Schema, or with other fields that it does not know, is asked again without", async () => {
  const { model, asked } = await modelOf("compatible", (response, body) => {
    const known = ["model", "stream", "max_tokens", "temperature", "messages"];
    const unknown = Object.keys(body).find((field) => !known.includes(field));
    if (unknown) response.writeHead(400).end(JSON.stringify({ error: `unrecognised field ${unknown}` }));
    else response.end(protocols.compatible.pieces(["{}"]).join(""));
  });
  expect(model.schemas).toBe(true);
  const schema = { type: "object" };
  expect(unwrap(await model.generate({ ...chat, schema })).text).toBe("{}");
  expect(model.schemas).toBe(false);
  const before = asked.length;
  expect(unwrap(await model.generate({ ...chat, schema })).text).toBe("{}");
  expect(asked.length).toBe(before + 1);
});

test("texts are scored by a server that echoes log probabilities", async () => {
  const url = await listening(async (request, response) => {
    if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "m", owned_by: "vllm" }] }));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { prompt } = JSON.parse(Buffer.concat(parts).toString() || "{}") as { prompt?: string };
    const words = [...`${prompt} extra`.matchAll(/\s*\S+/g)];
    const logprobs = {
      token_logprobs: words.map(([word], i) => (i ? -word.length : null)),
      text_offset: words.map(({ index }) => index),
    };
    response.end(JSON.stringify({ choices: [{ logprobs }] }));
  });
  const model = unwrap(await openCompatible({ url: `${url}/v1`, local: true }));
  expect(unwrap(await model.score!("It is", [" so", " not so"]))).toEqual([-3, -7]);
});

test("vectors have length 1, are asked for one by one, and a text that is cut is counted", async () => {
  const seen: unknown[] = [];
  const url = await listening(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { input, truncate } = JSON.parse(Buffer.concat(parts).toString() || "{}") as {
      input?: string;
      truncate?: boolean;
    };
    seen.push(input);
    if (request.url === "/api/tags")
      return response.end(JSON.stringify({ models: [{ name: "e:latest", digest: "d" }] }));
    if (request.url === "/api/show") return response.end(JSON.stringify({ capabilities: ["embedding"] }));
    if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "e" }] }));
    if (input === "long" && truncate === false)
      return response.writeHead(400).end(JSON.stringify({ error: "too long" }));
    const vector = [3, 4];
    response.end(JSON.stringify({ embeddings: [vector], data: [{ embedding: vector }] }));
  });
  const opened = [
    unwrap(await openOllamaEncoder({ url, model: "e", local: true })),
    unwrap(await openCompatibleEncoder({ url: `${url}/v1`, model: "e", local: true })),
  ];
  for (const [i, encoder] of opened.entries()) {
    const { vectors, truncated } = unwrap(await encoder.embed(["a", "long"]));
    expect(vectors.map((vector) => [...vector].map((x) => x.toFixed(2)))).toEqual([
      ["0.60", "0.80"],
      ["0.60", "0.80"],
    ]);
    expect({ dimensions: encoder.dimensions, truncated }).toEqual({ dimensions: 2, truncated: i === 0 ? 1 : 0 });
    const aborted = await encoder.embed(["a"], AbortSignal.abort());
    expect(aborted).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
  }
  expect(seen.every((input) => !Array.isArray(input))).toBe(true);
  expect(opened[0]!.key).not.toBe(opened[1]!.key);
});
