import { expect, onTestFinished, test, vi } from "vitest";
import { ErgoError, problem } from "../src/core/error.ts";
import type { Encoder } from "../src/core/model.ts";
import { ask, openSession, resume, type SessionOptions } from "../src/index.ts";
import { optionsFor } from "../src/runtime/run/resume.ts";
import { loadConfig } from "../src/runtime/settings/config.ts";
import { nameFor, narrow } from "../src/runtime/settings/settings.ts";
import { compatibleServer } from "../src/server/compatible.ts";
import { ollamaServer } from "../src/server/ollama.ts";
import { scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { ergo, folder } from "./ergo.ts";

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};
const question = "Who painted the old harbour?";
const right = "The old harbour was painted by Lena Voss.";

async function session(options: SessionOptions = {}, env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ ERGO_HOME: folder(), ERGO_MODEL: "none", ...env })) {
    vi.stubEnv(name, value);
  }
  const opened = await openSession({ dir: folder(files), ...options });
  onTestFinished(async () => {
    await opened.close();
    vi.unstubAllEnvs();
  });
  return opened;
}

/** A sentence, at once, whatever is asked. */
const serving = (id = "m") => [{ id, model: scripted(() => right) }];
const ollama = async () => `${await listening(ollamaServer(serving()))}/api#m`;
const compatible = async () => `${await listening(compatibleServer(serving()))}/v1#m`;

test.each([
  ["Ollama's", ollama],
  ["OpenAI's", compatible],
])("a model of a server with %s interface phrases an answer, which tells its name and cost", async (_, start) => {
  const name = await start();
  const answer = await ask(await session({ models: [`worker=${name}`] }), { question });
  expect(answer.answer.split("\n")[0]).toBe(`${right} [1]`);
  expect(answer.models).toEqual({ worker: name });
  expect(answer.usage.byRole.worker).toMatchObject({ calls: 6, tokensOut: 48 });
  expect(answer.degraded).toEqual([]);
});

test("what had no room in a model's prompt is said", async () => {
  const long =
    "The old harbour, as every chronicle of the town tells at great length, was painted by Lena Voss in 1911, ";
  const dir = folder({
    "a.md": `${long}${"on a fine and windless morning that is told of at length, ".repeat(12)}for the town.\n`,
  });
  const answer = await ask(await session({ dir, model: scripted([right], { window: 400 }) }, { ERGO_MODEL: "" }), {
    question,
  });
  expect(answer.answer.split("\n")[0]).toBe(`${right} [1]`);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "PROMPT_CUT" })]);
});

test("an embedding model of a server finds passages, and the answer names it", async () => {
  const vector = (text: string) => {
    const of = (word: string) => (text.toLowerCase().includes(word) ? 1 : 0.1);
    return Float32Array.from([of("harbour"), of("paint"), of("cat")]);
  };
  const encoder: Encoder = {
    name: "e",
    dimensions: 3,
    window: 512,
    key: "e",
    embed: async (texts) => ({ ok: true, value: { vectors: texts.map(vector), truncated: 0 } }),
    close: async () => undefined,
  };
  const name = `${await listening(ollamaServer([{ id: "e", encoder }]))}/api#e`;
  const dir = folder({ ...files, "cats.md": "Cats sleep all day.\n" });
  const env = { ERGO_EMBEDDER: name, ERGO_HOME: folder() };
  const ingested = (await ergo(["ingest", "--dir", dir, "--json"], { env })).json();
  expect(ingested.vectors).toMatchObject({ encoder: name, made: 2, missing: 0 });
  const answer = (await ergo(["ask", question, "--dir", dir, "--json"], { env })).json();
  expect(answer).toMatchObject({ status: "answered", models: { embedder: name }, degraded: [] });
  expect(answer.usage.byRole.embedder).toMatchObject({ calls: 2, tokensIn: 0, tokensOut: 0 });
  expect(answer.usage.calls).toBeGreaterThan(answer.usage.byRole.embedder.calls);
  expect((await ergo(["replay", answer.run, "--dir", dir, "--json"], { env })).json().usage).toEqual(answer.usage);
});

test("a model that can't be had is named as degraded, and the quotation stands", async () => {
  for (const [name, code] of [
    ["http://127.0.0.1:1/v1#m", "MODEL_UNREACHABLE"],
    ["http://203.0.113.7/v1#m", "MODEL_REMOTE"],
    ["smollm3", "MODEL_UNKNOWN"],
  ]) {
    const answer = await ask(await session({ models: [`worker=${name}`] }), { question });
    expect(answer.answer).toContain("painted by Lena Voss in 1911. [1]");
    expect(answer.degraded).toEqual([expect.objectContaining({ code, remedy: expect.stringMatching(/.+/) })]);
  }
});

test("what a model could not make use of is named as degraded, beside its sentence", async () => {
  const opened = await session({ model: scripted([right]) }, { ERGO_MODEL: "" });
  const slow = problem(new ErgoError("MODEL_GPU", { model: "m", detail: "no driver" }));
  const noted = { ...opened, model: async () => ({ model: scripted([right]), note: () => slow }) };
  const answer = await ask(noted, { question });
  expect(answer.answer.split("\n")[0]).toBe(`${right} [1]`);
  expect(answer.degraded).toEqual([slow]);
});

test("a file of the hub that was not fetched is named with how to get it", async () => {
  const name = "hf:maker/small-GGUF:small-q4.gguf";
  const answer = await ask(await session({ models: [`worker=${name}`] }), { question });
  const remedy = expect.stringContaining(`ergo models pull ${name}`);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "MODEL_NONE", remedy })]);
});

test("each role has its own model, or the worker's", async () => {
  const [one, two] = [await ollama(), await compatible()];
  const opened = await session({ models: [`worker=${one}`, `verifier=${two}`] });
  const names = { planner: one, worker: one, verifier: two, tutor: one };
  for (const [role, name] of Object.entries(names)) {
    expect(nameFor(role as "worker", opened.config)).toBe(name);
    expect((await opened.model(role as "worker", {})).model?.name).toBe(name);
  }
  expect(await opened.model("planner", {})).toBe(await opened.model("tutor", {}));
});

test("a run keeps the models that it was begun with, the encoders too", async () => {
  const models = ["worker=none", "embedder=none", "reranker=none", "verifier=ollama:m"];
  const opened = await session({ models, budgetMs: 60_000 });
  const stop = new AbortController();
  const answer = await ask(opened, { question }, { signal: stop.signal, watch: () => stop.abort() });
  expect(answer.status).toBe("cancelled");
  const kept = optionsFor(opened.folder, answer.run).models!;
  expect(kept).toEqual(expect.arrayContaining([...models, "planner=worker"]));
  const other = await session({ dir: opened.folder.root, models: ["worker=none", "embedder=none"], budgetMs: 60_000 });
  await expect(resume(other, answer.run)).rejects.toMatchObject({ code: expect.stringMatching(/JOURNAL|RUN_/) });
});

test("a model that is found is used and said in one line on stderr, whatever stderr is", async () => {
  const url = await listening(ollamaServer([{ id: "small:latest", model: scripted(() => right), bytes: 1e9 }]));
  const env = { OLLAMA_HOST: url, ERGO_MODEL: "auto", ERGO_PULL: "never" };
  const dir = folder(files);
  const asked = await ergo(["ask", question, "--dir", dir, "--json"], { env });
  expect(asked.err).toBe("using ollama:small:latest: Ollama runs here; its only model\n");
  expect(asked.json()).toMatchObject({ status: "answered", models: { worker: "ollama:small:latest" } });
  const quiet = await ergo(["ask", question, "--dir", dir, "--json", "--quiet"], { env });
  expect(quiet.err).toBe("");
  const models = (await ergo(["models", "--dir", dir, "--json"], { env })).json().models as { name: string }[];
  expect(models.find(({ name }) => name === "ollama:small:latest")).toMatchObject({
    role: "worker",
    size: 1e9,
    present: true,
    source: "Ollama",
    fits: true,
  });
  const none = (await ergo(["models", "--dir", dir, "--json"], { env: { OLLAMA_HOST: url } })).json();
  expect(none.models.map(({ name }: { name: string }) => name)).not.toContain("ollama:small:latest");
});

test("a folder may take servers away, not add them", async () => {
  const { config } = await loadConfig(folder(), folder(), {});
  const less = narrow(config, { models: { servers: ["ollama"] } });
  expect({ servers: less.narrowed.models.servers, refused: less.refused }).toEqual({
    servers: ["ollama"],
    refused: [],
  });
  const more = narrow(config, { models: { servers: ["ollama", "vllm"], worker: "http://203.0.113.7/v1" } });
  expect(more.narrowed.models).toEqual(config.models);
  expect(more.refused).toEqual(["models.servers", "models.worker"]);
});
