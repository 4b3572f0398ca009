import { fileURLToPath } from "node:url";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, Output, streamText } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ErgoError } from "../src/core/error.ts";
import type { Generate, Result } from "../src/core/model.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { fromLanguageModel, type Model, openEmbedded, toLanguageModel } from "../src/model.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { scripted } from "../src/testing.ts";
import { listening, unwrap } from "./contract/serving.ts";

/** The AI SDK as its users use it, with Ergo's models; and its own packages' models in Ergo. */

const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
globalThis.AI_SDK_LOG_WARNINGS = false;
let embedded: Model | undefined;
let missing = "";

beforeAll(async () => {
  try {
    const file = await pull("smollm2-135m-instruct", { home });
    embedded = unwrap(await openEmbedded({ file, runtime: await installRuntime("llama", { home }), threads: 1 }));
  } catch (error) {
    if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
    missing = error.message;
  }
});

afterAll(async () => {
  await embedded?.close?.();
});

const schema = z.object({ colour: z.enum(["red", "green", "blue"]), bright: z.boolean() });

test("the embedded model writes texts and typed objects for generateText", async ({ skip }) => {
  skip(missing !== "", missing);
  const model = toLanguageModel(embedded!);
  const { text, usage, finishReason } = await generateText({ model, prompt: "Say hello.", maxOutputTokens: 12 });
  expect(text.length).toBeGreaterThan(3);
  expect(usage.inputTokens).toBeGreaterThan(3);
  expect(["stop", "length"]).toContain(finishReason);
  const prompt = "What colour is grass? Give JSON.";
  const { output } = await generateText({ model, prompt, output: Output.object({ schema }), maxOutputTokens: 60 });
  expect(schema.safeParse(output).success).toBe(true);
});

test("streamText gets the embedded model's text piece by piece", async ({ skip }) => {
  skip(missing !== "", missing);
  const streamed = streamText({ model: toLanguageModel(embedded!), prompt: "Count to ten.", maxOutputTokens: 12 });
  const parts: string[] = [];
  for await (const part of streamed.textStream) parts.push(part);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join("")).toBe(await streamed.text);
});

test("what a model can't be held to is asked of it in words, and repaired", async () => {
  const model = scripted(["Sure: {colour: 'red', bright: True,}"]);
  const loose: Model = { ...model, schemas: false };
  const { output } = await generateText({
    model: toLanguageModel(loose),
    prompt: "Which?",
    output: Output.object({ schema }),
  });
  expect(output).toEqual({ colour: "red", bright: true });
  expect(JSON.stringify(model.calls[0]!.prompt)).toContain("JSON Schema");
});

test("a model that only continues texts gets a transcript that ends where its answer begins", async () => {
  const model = scripted(["Hello."]);
  await generateText({
    model: toLanguageModel({ ...model, forms: ["completion"] }),
    instructions: "Be short.",
    messages: [
      { role: "user", content: "Hi." },
      { role: "assistant", content: "Yes?" },
      { role: "user", content: "Say hello." },
    ],
  });
  expect(model.calls[0]!.prompt).toBe("Be short.\n\nUser: Hi.\n\nAssistant: Yes?\n\nUser: Say hello.\n\nAssistant:");
});

test("a failure is thrown with its remedy, an abort as such, and what is not done is a warning", async () => {
  const failing = toLanguageModel(scripted([{ fail: "out of memory" }]));
  await expect(generateText({ model: failing, prompt: "x", maxRetries: 0 })).rejects.toThrow(/out of memory; try: /);
  const endless = toLanguageModel(scripted([{ endless: "x " }]));
  const stop = AbortSignal.timeout(20);
  await expect(
    generateText({ model: endless, prompt: "x", abortSignal: stop, maxOutputTokens: 1e9 }),
  ).rejects.toThrow();
  const { warnings } = await generateText({ model: toLanguageModel(scripted(["y"])), prompt: "x", topK: 3 });
  expect(warnings).toEqual([{ type: "unsupported", feature: "topK" }]);
});

const asked: Generate = { prompt: [{ role: "user", content: "Count." }], maxTokens: 12, temperature: 0, stop: [] };

/** A model of the SDK's own package, over real HTTP. */
async function packaged(reply: Parameters<typeof scripted>[0]): Promise<Model> {
  const url = await listening(compatibleServer([{ id: "m", model: scripted(reply) }]));
  const provider = createOpenAICompatible({ name: "local", baseURL: `${url}/v1`, supportsStructuredOutputs: true });
  return fromLanguageModel(provider("m"));
}

test("a model of the SDK's own packages keeps what every model of Ergo promises", async () => {
  const model = await packaged(({ prompt }) =>
    JSON.stringify(prompt).includes("fail") ? { fail: "no memory" } : { endless: "one two\n" },
  );
  const shown: string[] = [];
  const given = unwrap(await model.generate(asked, undefined, (text) => shown.push(text)));
  expect(given).toMatchObject({ finish: "length", text: "one two\n".repeat(12) });
  expect(shown.join("")).toBe(given.text);
  expect(unwrap(await model.generate({ ...asked, stop: ["\n"] }))).toMatchObject({ text: "one two", finish: "stop" });
  expect(unwrap(await model.generate({ ...asked, prompt: "Count." })).text).toBe(given.text);
  const stop = new AbortController();
  const cut = await model.generate({ ...asked, maxTokens: 1e9 }, stop.signal, () => stop.abort());
  expect(unwrap(cut).finish).toBe("abort");
  const failed: Result<unknown> = await model.generate({ ...asked, prompt: "fail" });
  expect(failed).toMatchObject({
    ok: false,
    error: { code: "MODEL_FAILED", message: expect.stringContaining("no memory") },
  });
});

test("there and back again, a model says the same", async () => {
  const twice = fromLanguageModel(toLanguageModel(scripted(() => "one two three")));
  const given = unwrap(await twice.generate(asked));
  expect(given).toEqual({ text: "one two three", finish: "stop", tokensIn: expect.any(Number), tokensOut: 3 });
});
