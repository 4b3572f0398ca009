import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { loadConfig } from "../settings/config.ts";
import { type Config, defaults, merge, narrow } from "../settings/settings.ts";
import { findEncoder, findReranker } from "./encoders.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const empty = () => mkdtempSync(join(tmpdir(), "ergo-home-"));
const place = (models: Partial<Config["models"]>) => ({ home: empty(), config: merge(defaults, { models }) });

test("what the configuration switches off is no problem", async () => {
  expect(await findEncoder(place({ embedder: "none" }), {})).toEqual({ model: null, problem: null });
  expect(await findReranker(place({ reranker: "none" }), {})).toEqual({ model: null, problem: null });
});

test("without weights and with nothing fetched, the problem says how answers go on and what to pull", async () => {
  const { model, problem } = (await findEncoder(place({ pull: "never" }), {})) as { model: null; problem: object };
  expect(model).toBeNull();
  expect(problem).toMatchObject({
    code: "ENCODER_NONE",
    message: expect.stringContaining("passages are found by text and graph alone"),
    remedy: expect.stringContaining("ergo models pull bge-small-en-v1.5"),
  });
});

test("where nothing can be fetched the problem holds the reason and its remedy", async () => {
  vi.stubEnv("PATH", empty());
  expect(await findReranker(place({}), {})).toMatchObject({
    model: null,
    problem: { code: "ENCODER_NONE", message: expect.stringContaining("pip"), remedy: expect.stringContaining("pip") },
  });
});

test("a name that is none says what there is", async () => {
  expect(await findEncoder(place({ embedder: "gpt" }), {})).toMatchObject({
    problem: { message: expect.stringContaining("available: bge-small-en-v1.5") },
  });
});

test("ERGO_MODEL=none means no model in any role, unless a role is named", async () => {
  const read = (env: NodeJS.ProcessEnv) => loadConfig(empty(), empty(), env);
  const none = { worker: "none", embedder: "none", reranker: "none" };
  expect((await read({ ERGO_MODEL: "none" })).config.models).toMatchObject(none);
  const named = await read({ ERGO_MODEL: "none", ERGO_EMBEDDER: "bge-small-en-v1.5" });
  expect(named.config.models).toMatchObject({ ...none, embedder: "bge-small-en-v1.5" });
});

test("a folder may switch encoders off and take processes from them, nothing more", () => {
  const { narrowed, refused } = narrow(defaults, { models: { embedder: "none", reranker: "other", threads: 1 } });
  expect(narrowed.models).toMatchObject({ embedder: "none", reranker: defaults.models.reranker, threads: 1 });
  expect(refused).toEqual(["models.reranker"]);
  expect(narrow(narrowed, { models: { threads: 8 } }).refused).toEqual(["models.threads"]);
});
