import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErgoError } from "../../src/core/error.ts";
import type { Generate, Message, Model } from "../../src/core/model.ts";
import { chooseModel } from "../../src/model/ability/choose.ts";
import { openEmbedded } from "../../src/model/embedded/embedded.ts";
import { pull } from "../../src/model/install/pull.ts";
import { installRuntime } from "../../src/model/install/runtime.ts";
import { type Reply, scripted } from "../../src/model/prompt/scripted.ts";
import { openCompatible } from "../../src/model/provider/compatible.ts";
import { openOllama } from "../../src/model/provider/ollama.ts";
import { compatibleServer } from "../../src/server/compatible.ts";
import { ollamaServer } from "../../src/server/ollama.ts";
import { listening, unwrap } from "./serving.ts";

/** What every model promises, whatever computes it; and that a server between adds and takes nothing. */

const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../../node_modules/.cache/ergo", import.meta.url));

const weights = "smollm2-135m-instruct";

/** Counts on from a number, for ever; says a text with a stop string in it; or fails. */
function reply({ prompt }: Generate): Reply {
  const text = typeof prompt === "string" ? prompt : prompt.at(-1)!.content;
  if (text.includes("fail")) return { fail: "out of memory" };
  return { endless: "one two\n" };
}

const makers: Record<string, () => Promise<Model>> = {
  scripted: async () => scripted(reply),
  embedded: async () => {
    const file = await pull(weights, { home });
    const runtime = await installRuntime("llama", { home });
    return unwrap(await openEmbedded({ file, runtime, threads: 1 }));
  },
  "embedded, opened late": async () => {
    await pull(weights, { home });
    await installRuntime("llama", { home });
    const choice = await chooseModel({ home, name: weights, local: true });
    return choice.model!;
  },
};

const ways: Record<string, (model: Model) => Promise<Model>> = {
  directly: async (model) => model,
  "through Ollama's interface": async (model) => {
    const url = await listening(ollamaServer([{ id: "m", model }]), afterAll);
    return unwrap(await openOllama({ url, model: "m", local: true }));
  },
  "through OpenAI's interface": async (model) => {
    const url = await listening(compatibleServer([{ id: "m", model }]), afterAll);
    return unwrap(await openCompatible({ url: `${url}/v1`, model: "m", local: true }));
  },
};

const asked: Generate = { prompt: "Count: one two\none two\n", maxTokens: 12, temperature: 0, stop: [] };
const pairs = Object.keys(makers)
  .flatMap((name) => Object.keys(ways).map((way) => [name, way] as const))
  .filter(([name, way]) => name !== "embedded, opened late" || way === "directly");

describe.each(pairs)("%s, %s", (name, way) => {
  let model: Model;
  let source: Model | undefined;
  let missing = "";

  beforeAll(async () => {
    try {
      source = await makers[name]!();
    } catch (error) {
      if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
      missing = error.message;
      return;
    }
    model = await ways[way]!(source);
  });

  afterAll(async () => {
    await source?.close?.();
  });

  const ask = async (change: Partial<Generate> = {}, signal?: AbortSignal, told?: (text: string) => void) =>
    unwrap(await model.generate({ ...asked, ...change }, signal, told));

  test("it says what it can do", ({ skip }) => {
    skip(missing !== "", missing);
    expect(model.name).not.toBe("");
    expect(model.window).toBeGreaterThanOrEqual(256);
    for (const form of model.forms ?? []) expect(["chat", "completion"]).toContain(form);
  });

  test("a text ends at the limit, and its tokens are counted", async ({ skip }) => {
    skip(missing !== "", missing);
    const given = await ask();
    expect(given).toMatchObject({ finish: "length", tokensOut: 12 });
    expect(given.tokensIn).toBeGreaterThan(3);
    expect(given.text).not.toBe("");
  });

  test("a stop string ends the text and is no part of it, wherever it begins and ends", async ({ skip }) => {
    skip(missing !== "", missing);
    const { text } = await ask();
    for (const stop of [text.slice(3, 7), text.slice(-4, -1)]) {
      const shown: string[] = [];
      const cut = await ask({ stop: ["never said", stop] }, undefined, (part) => shown.push(part));
      expect(cut).toMatchObject({ finish: "stop", text: text.slice(0, text.indexOf(stop)) });
      if (way !== "directly") expect(shown.join("")).toBe(cut.text);
    }
  });

  test("what is told piece by piece is the text", async ({ skip }) => {
    skip(missing !== "", missing);
    const shown: string[] = [];
    const { text } = await ask({}, undefined, (part) => shown.push(part));
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join("")).toBe(text);
  });

  test("greedy answers are the same, also side by side", async ({ skip }) => {
    skip(missing !== "", missing);
    const { text } = await ask();
    const both = await Promise.all([ask(), ask()]);
    expect(both.map((each) => each.text)).toEqual([text, text]);
  });

  test("messages are answered where that form is offered, and refused as a value elsewhere", async ({ skip }) => {
    skip(missing !== "", missing);
    const prompt: Message[] = [
      { role: "system", content: "You count." },
      { role: "user", content: "one two" },
    ];
    const given = await model.generate({ ...asked, prompt });
    if (source?.forms?.includes("chat")) expect(given).toMatchObject({ ok: true, value: { finish: "length" } });
    else expect(given).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
  });

  test("an aborted request is a value with what was said so far", async ({ skip }) => {
    skip(missing !== "", missing);
    const stop = new AbortController();
    const told = () => stop.abort();
    const given = await ask({ maxTokens: Number.POSITIVE_INFINITY }, stop.signal, told);
    expect(given.finish).toBe("abort");
    expect(await ask({}, AbortSignal.abort())).toMatchObject({ finish: "abort", text: "" });
    expect((await ask()).finish).toBe("length");
  });

  test("a prompt beyond the window is refused as a value, and the next request is served", async ({ skip }) => {
    skip(missing !== "", missing);
    const wide = await model.generate({ ...asked, prompt: "word ".repeat(model.window + 10) });
    expect(wide).toMatchObject({ ok: false, error: { code: "MODEL_CONTEXT", remedy: expect.stringMatching(/.+/) } });
    expect((await ask()).finish).toBe("length");
  });

  test("several answers to one request, where that is offered", async ({ skip }) => {
    skip(missing !== "" || model.sample === undefined, missing || "not offered");
    const given = unwrap(await model.sample!(asked, 3));
    expect(given.map(({ tokensOut }) => tokensOut)).toEqual([12, 12, 12]);
  });

  test("an answer follows the schema that it is held to", async ({ skip }) => {
    skip(missing !== "" || name === "scripted" || !model.schemas, missing || "it follows a script");
    const schema = {
      type: "object",
      properties: { colour: { enum: ["red", "blue"] }, sure: { type: "boolean" } },
      required: ["colour", "sure"],
      additionalProperties: false,
    };
    for (const prompt of ["The sky, as JSON:", [{ role: "user" as const, content: "What colour is the sky?" }]]) {
      const { text } = await ask({ prompt, schema, maxTokens: 60 });
      const { colour, sure } = JSON.parse(text);
      expect({ colour: ["red", "blue"].includes(colour), sure: typeof sure }).toEqual({
        colour: true,
        sure: "boolean",
      });
    }
  });

  test("likelier texts have higher scores, where texts are scored", async ({ skip }) => {
    skip(missing !== "" || model.score === undefined, missing || "not offered");
    const scores = unwrap(await model.score!("Paris is the capital of", [" France", " bananas and", " France"]));
    expect(scores[0]).toBeGreaterThan(scores[1]!);
    expect(scores[2]).toBe(scores[0]);
    expect(Math.max(...scores)).toBeLessThan(0);
  });

  test("a failure is a value with a way out", async ({ skip }) => {
    skip(missing !== "" || name !== "scripted", missing || "it can't be made to fail");
    const given = await model.generate({ ...asked, prompt: "fail" });
    expect(given).toMatchObject({ ok: false, error: { code: "MODEL_FAILED" } });
    if (!given.ok) expect(given.error.message).toContain("out of memory");
  });
});
