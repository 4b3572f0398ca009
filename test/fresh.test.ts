import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import type { RequestListener } from "node:http";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { ErgoError } from "../src/core/error.ts";
import { pull } from "../src/model/pull.ts";
import { installRuntime } from "../src/model/runtime.ts";
import { listening } from "./contract/serving.ts";
import { ergo, folder } from "./ergo.ts";

/**
 * A machine on which Ergo has never run, in each state that it may be in: always an answer, and one line that says why
 * no model wrote it.
 */

const cache = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
const files = { "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n" };
const question = "Who painted the old harbour?";
const quotation = "The old harbour was painted by Lena Voss in 1911.";
const nowhere = { OLLAMA_HOST: "127.0.0.1:1", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };
let weights = "";
let runtime = "";
let missing = "";

beforeAll(async () => {
  try {
    weights = await pull("smollm2-135m-instruct", { home: cache });
    runtime = await installRuntime("llama", { home: cache });
  } catch (error) {
    if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
    missing = error.message;
  }
});

async function asked(env: Record<string, string>) {
  const ended = await ergo(["ask", question, "--dir", folder(files), "--json"], { env: { ...nowhere, ...env } });
  expect(ended.code).toBe(0);
  return {
    ...ended,
    answer: ended.json() as { answer: string; degraded: { code: string; remedy: string }[]; models: object },
  };
}

/** A home whose llama.cpp is installed. */
function withRuntime(): string {
  const home = folder();
  mkdirSync(join(home, "runtimes"));
  symlinkSync(runtime, join(home, "runtimes", basename(runtime)));
  return home;
}

/** A hub whose every model is the file. */
function hubOf(file: string): RequestListener {
  const bytes = readFileSync(file);
  const lfs = { sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
  return (request, response) => {
    const siblings = [{ rfilename: "model-Q4_K_M.gguf", lfs }];
    if (request.url!.startsWith("/api/")) response.end(JSON.stringify({ sha: "c0ffee", siblings }));
    else createReadStream(file).pipe(response);
  };
}

test("neither a network nor pip: the quotation stands, and what is missing is said once, with its remedy", async () => {
  const { answer } = await asked({
    ERGO_HOME: folder({ "ergo.yaml": "models:\n  servers: [ollama]\n" }),
    ERGO_MODEL: "auto",
    PATH: folder(),
  });
  expect(answer.answer.split("\n")[0]).toContain(quotation);
  expect(answer.degraded).toEqual([
    expect.objectContaining({ code: "PULL_NO_SOURCE", remedy: expect.stringContaining("ergo models pull") }),
  ]);
});

test("a hub that is not reached", async () => {
  const { answer } = await asked({ ERGO_MODEL: "qwen3.5-0.8b", HF_ENDPOINT: "http://127.0.0.1:1" });
  expect(answer.answer).toContain(quotation);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "PULL_HUB" })]);
});

test("a model of the hub is fetched once and writes; damaged on the disk, it is found and taken away", async ({
  skip,
}) => {
  skip(missing !== "", missing);
  const home = withRuntime();
  const env = { ERGO_HOME: home, ERGO_MODEL: "lfm2.5-350m", HF_ENDPOINT: await listening(hubOf(weights)) };
  const first = await asked(env);
  expect(first.answer.models).toEqual({ worker: "lfm2.5-350m" });
  expect(first.answer.degraded).toEqual([]);
  const file = join(home, "models/lfm2.5-350m-q4_k_m.gguf");
  expect(statSync(file).size).toBe(statSync(weights).size);
  const offline = { ...env, HF_ENDPOINT: "http://127.0.0.1:1" };
  expect((await asked(offline)).answer.models).toEqual({ worker: "lfm2.5-350m" });
  writeSync(openSync(file, "r+"), "damage", 50_000_000);
  const damaged = await asked(offline);
  expect(damaged.answer.answer).toContain(quotation);
  expect(damaged.answer.degraded).toEqual([expect.objectContaining({ code: "PULL_CHECKSUM" })]);
  expect(existsSync(file)).toBe(false);
});

test("what the hub declares may be no model", async ({ skip }) => {
  skip(missing !== "", missing);
  const file = join(folder({ "model.gguf": "GGUF, it says" }), "model.gguf");
  const { answer } = await asked({
    ERGO_HOME: withRuntime(),
    ERGO_MODEL: "qwen3.5-2b",
    HF_ENDPOINT: await listening(hubOf(file)),
  });
  expect(answer.answer).toContain(quotation);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "MODEL_FAILED" })]);
});
