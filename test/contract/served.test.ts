import { expect, onTestFinished, test, vi } from "vitest";
import type { Generate } from "../../src/core/model.ts";
import { openCompatible, openCompatibleEncoder } from "../../src/model/provider/compatible.ts";
import { openOllama, openOllamaEncoder } from "../../src/model/provider/ollama.ts";
import { openServed } from "../../src/model/provider/servers.ts";
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

test("a server that wants the newer name of the limit is told it by that", async () => {
  const { model, asked } = await modelOf("compatible", (response, body) => {
    const message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
    if ("max_tokens" in body) response.writeHead(400).end(JSON.stringify({ error: { message } }));
    else response.end(protocols.compatible.pieces(["Yes."]).join(""));
  });
  expect(unwrap(await model.generate(chat)).text).toBe("Yes.");
  expect(asked.map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens])).toEqual([
    [20, undefined],
    [undefined, 20],
  ]);
});

test("llama.cpp: an error within the stream, which has a field of its own, is told", async () => {
  const error = {
    code: 400,
    message: "the request exceeds the available context size",
    type: "exceed_context_size_error",
  };
  const { model } = await modelOf("compatible", (response) => {
    response.end(`error: ${JSON.stringify(error)}\n\ndata: [DONE]\n\n`);
  });
  expect(await model.generate(chat)).toMatchObject({ ok: false, error: { code: "MODEL_CONTEXT" } });
});

test("LM Studio: the window is that with which the model was loaded", async () => {
  const own = [
    { id: "other", loaded_context_length: 512 },
    { id: "maker/m", loaded_context_length: 6144 },
  ];
  const url = await listening((request, response) => {
    const data = request.url === "/api/v0/models" ? own : [{ id: "other" }, { id: "maker/m" }];
    response.end(JSON.stringify(request.url === "/props" ? { error: "Unexpected endpoint" } : { data }));
  });
  expect(unwrap(await openCompatible({ url: `${url}/v1`, model: "maker/m", local: true })).window).toBe(6144);
});

test("a server that wants a key gets the user's where it was named; else the error says how to give it", async () => {
  const url = await listening((request, response) => {
    const known = request.headers.authorization === "Bearer secret";
    if (!known) response.writeHead(401).end(JSON.stringify({ error: { message: "Invalid API key" } }));
    else response.end(JSON.stringify({ data: [{ id: "m" }] }));
  });
  const named = (name: string) =>
    openServed({ name, protocol: "compatible", url: `${url}/v1`, model: "m" }, { local: true });
  expect(await named("jan:m")).toMatchObject({
    ok: false,
    error: { code: "MODEL_KEY", remedy: expect.stringContaining("ERGO_API_KEY") },
  });
  vi.stubEnv("ERGO_API_KEY", "secret");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await named("jan:m")).toMatchObject({ ok: true });
  expect(await named(`${url}/v1#m`)).toMatchObject({ ok: true });
  expect(await named("lmstudio:m")).toMatchObject({ ok: false });
});

test("Ollama: a model that keeps to no schema unless it thinks is let to think", async () => {
  const { model, asked } = await modelOf("ollama", (response, body) => {
    const text = body.think === false && body.format ? "Two friends." : '{"n": 2}';
    response.end(protocols.ollama.pieces([text]).join(""));
  });
  const shown: string[] = [];
  const schema = { type: "object" };
  const given = await model.generate({ ...chat, schema }, undefined, (text) => shown.push(text));
  expect(unwrap(given).text).toBe('{"n": 2}');
  expect(shown.join("")).toBe('{"n": 2}');
  await model.generate({ ...chat, schema });
  await model.generate(chat);
  expect(asked.map(({ think }) => think)).toEqual([false, true, true, false]);
});

test("Ollama: a text that is too long for an encoder is counted as cut, whichever status says so", async () => {
  const url = await listening(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { truncate } = JSON.parse(Buffer.concat(parts).toString() || "{}") as { truncate?: boolean };
    if (request.url === "/api/tags") return response.end(JSON.stringify({ models: [] }));
    if (request.url === "/api/show") return response.end(JSON.stringify({ capabilities: ["embedding"] }));
    const error = "the input length exceeds the context length";
    if (truncate === false) return response.writeHead(500).end(JSON.stringify({ error }));
    response.end(JSON.stringify({ embeddings: [[3, 4]] }));
  });
  const encoder = unwrap(await openOllamaEncoder({ url, model: "e", local: true }));
  expect(unwrap(await encoder.embed(["long"])).truncated).toBe(1);
});

/** A server that echoes words as tokens with log probabilities, as vLLM does; `first` is what it puts before a prompt. */
async function echoing(first: string[], tokensOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []) {
  const url = await listening(async (request, response) => {
    if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "m", owned_by: "vllm" }] }));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { prompt = "", logprobs } = JSON.parse(Buffer.concat(parts).toString() || "{}");
    if (!logprobs) return response.end(JSON.stringify({ choices: [{ logprobs: null }] }));
    const asked = [...first, ...tokensOf(prompt)];
    const tokens = [...asked, " extra"];
    const said = {
      tokens,
      token_logprobs: tokens.map((word, i) => (i ? -word.length : null)),
      text_offset: tokens.map(() => -1),
    };
    response.end(JSON.stringify({ choices: [{ logprobs: said }], usage: { prompt_tokens: asked.length } }));
  });
  return unwrap(await openCompatible({ url: `${url}/v1`, local: true }));
}

test.each([[[]], [["<|begin_of_text|>"]]])(
  "texts are scored by a server that echoes log probabilities (%j first)",
  async (first) => {
    const model = await echoing(first);
    expect(unwrap(await model.score!("It is", [" so", " not so"]))).toEqual([-3, -7]);
    expect(unwrap(await model.score!("It 😀 is", [" so"]))).toEqual([-3]);
  },
);

test("a token that begins in the prompt counts; one that is not as it stands is an error", async () => {
  const joined = await echoing([], (text) => text.match(/[\s\S]{1,4}/g) ?? []);
  expect(unwrap(await joined.score!("It is", [" so."]))).toEqual([-5]);
  const broken = await echoing([], (text) => text.split("").map(() => "\ufffd"));
  expect(await broken.score!("It is", [" so"])).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
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
