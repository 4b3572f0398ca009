import { spawnSync } from "node:child_process";
import { access, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sha256 } from "../../core/digest.ts";
import { ErgoError } from "../../core/error.ts";
import type { Generate, Generated, Model } from "../../core/model.ts";
import { chooseModel, deferred } from "../ability/choose.ts";
import { readManifest } from "../install/manifest.ts";
import { pull } from "../install/pull.ts";
import { findRuntime, installRuntime } from "../install/runtime.ts";
import { readSources } from "../prompt/read.ts";
import { scripted } from "../prompt/scripted.ts";
import { openEmbedded } from "./embedded.ts";

const name = "smollm2-135m-instruct";
const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../../../node_modules/.cache/ergo", import.meta.url));
const empty = () => mkdtemp(join(tmpdir(), "ergo-home-"));
let model: Model | undefined;
let missing = "";
let file = "";

beforeAll(async () => {
  try {
    file = await pull(name, { home });
    await installRuntime("llama", { home });
  } catch (error) {
    if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
    missing = error.message;
    return;
  }
  const choice = await chooseModel({ home, name, local: true });
  model = choice.model ?? undefined;
});

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(async () => {
  await model?.close?.();
});

/** The embedded model, or a skipped test where neither weights nor a registry are at hand. */
function real(skip: (condition: boolean, note: string) => void): Model {
  skip(missing !== "", missing);
  return model as Model;
}

const request = (change: Partial<Generate> = {}): Generate => ({
  prompt: "Once upon a time",
  maxTokens: 12,
  temperature: 0,
  stop: [],
  ...change,
});

test("the embedded model answers from what sentences say", async ({ skip }) => {
  const worker = real(skip);
  const cases = [
    ["How many seats does the theatre have?", "The theatre has 612 seats on two levels.", "612"],
    ["What is the default theme?", "The default theme is called Slate.", "Slate"],
    ["How tall is the tower?", "The tower is 93 metres tall.", "93"],
    ["What is the timeout of a request?", "A request times out after 15 seconds.", "15"],
  ] as const;
  let right = 0;
  for (const [question, text, gold] of cases) {
    const phrased = await readSources(worker, "read", { question, sources: [{ title: "", text }] });
    expect(phrased).toMatchObject({ ok: true, value: { samples: [] } });
    if (phrased.ok && phrased.value.text.includes(gold)) right++;
  }
  expect(right).toBeGreaterThanOrEqual(3);
});

test("a text ends at a stop string, at the limit, or at the signal", async ({ skip }) => {
  const worker = real(skip);
  const whole = await worker.generate(request());
  expect(whole).toMatchObject({ ok: true, value: { finish: "length", tokensIn: 4, tokensOut: 12 } });
  const text = whole.ok ? whole.value.text : "";
  const stop = text.slice(6, 9);
  expect(await worker.generate(request({ stop: [stop] }))).toMatchObject({
    value: { finish: "stop", text: text.slice(0, text.indexOf(stop)) },
  });
  const control = new AbortController();
  const endless = worker.generate(request({ maxTokens: Number.POSITIVE_INFINITY }), control.signal);
  setTimeout(() => control.abort(), 50);
  expect(await endless).toMatchObject({ ok: true, value: { finish: "abort" } });
});

test("a prompt beyond the window is refused as a value, and the next request is served", async ({ skip }) => {
  const worker = real(skip);
  const wide = await worker.generate(request({ prompt: "word ".repeat(9_000) }));
  expect(wide).toMatchObject({
    ok: false,
    error: { code: "MODEL_CONTEXT", message: expect.stringContaining("window holds 8192") },
  });
  const both = await Promise.all([worker.generate(request()), worker.generate(request())]);
  expect(both[0]).toEqual(both[1]);
});

test("closed, the model leaves the process free to end, and nothing was printed", async ({ skip }) => {
  real(skip);
  const runtime = await findRuntime("llama", home);
  const module = new URL("./embedded.ts", import.meta.url).href;
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(module)});
    const opened = await openEmbedded(${JSON.stringify({ file, runtime })});
    const said = await opened.value.generate(${JSON.stringify(request())});
    await opened.value.close();
    const late = await opened.value.generate(${JSON.stringify(request())});
    process.stdout.write(said.value.finish + " " + late.ok);`;
  const program = join(await empty(), "program.mjs");
  await writeFile(program, script);
  const ended = spawnSync(process.execPath, [program], { encoding: "utf8", timeout: 100_000 });
  expect(ended).toMatchObject({ status: 0, stdout: "length false", stderr: "" });
});

test.each([
  ["other", Buffer.from("GGUF\u0003 and then nothing more of it")],
  ["empty", Buffer.alloc(0)],
  ["with absurd numbers", Buffer.concat([Buffer.from("GGUF\u0003\0\0\0"), Buffer.alloc(16, 0xff)])],
  ["cut short", Buffer.concat([Buffer.from("GGUF\u0003\0\0\0"), Buffer.alloc(16)])],
])("weights that are %s fail as a value", async (_, bytes) => {
  const damaged = join(await empty(), "damaged.gguf");
  await writeFile(damaged, bytes);
  const runtime = (await findRuntime("llama", home)) ?? "none";
  expect(await openEmbedded({ file: damaged, runtime })).toMatchObject({
    ok: false,
    error: { code: "MODEL_FILE_FORMAT" },
  });
});

test("weights that were damaged on the disk are found when they are opened, and removed", async () => {
  const folder = await empty();
  const manifest = readManifest().map((weights) => ({ ...weights, bytes: 4 }));
  const weights = join(folder, "models", manifest[0]?.file ?? "");
  await mkdir(join(folder, "models"));
  await writeFile(weights, "GGUF");
  const choice = await chooseModel({ home: folder, name, local: true, manifest });
  expect(await choice.model?.generate(request())).toMatchObject({ ok: false, error: { code: "PULL_CHECKSUM" } });
  await expect(access(weights)).rejects.toThrow("ENOENT");
});

test("without npm on the path the runtime's error says so", async () => {
  vi.stubEnv("PATH", await empty());
  const installing = installRuntime("llama", { home: await empty() });
  await expect(installing).rejects.toMatchObject({ code: "RUNTIME_INSTALL", message: expect.stringContaining("npm") });
});

test("with no weights here, none is chosen and the problem says how to get them", async () => {
  const none = await chooseModel({ home: await empty(), name, local: true });
  expect(none).toMatchObject({ model: null, problem: { code: "MODEL_NONE" } });
  expect(none.model === null && none.problem.remedy).toContain(`ergo models pull ${name}`);
  expect(await chooseModel({ home: await empty(), name: "none", local: true })).toMatchObject({ model: null });
  await expect(chooseModel({ home, name: "gpt", local: true })).rejects.toMatchObject({ code: "MODEL_UNKNOWN" });
});

test("a chosen model whose runtime cannot be installed fails as a value", async () => {
  const folder = await empty();
  const manifest = readManifest().map((weights) => ({
    ...weights,
    file: "tiny.gguf",
    bytes: 4,
    sha256: sha256("GGUF"),
  }));
  await mkdir(join(folder, "models"));
  await writeFile(join(folder, "models/tiny.gguf"), "GGUF");
  vi.stubEnv("PATH", await empty());
  const choice = await chooseModel({ home: folder, name, local: true, manifest });
  expect(await choice.model?.generate(request())).toMatchObject({ ok: false, error: { code: "RUNTIME_INSTALL" } });
  await choice.model?.close?.();
});

test("a deferred model samples and scores as the one that it opens, and says so where that one can't", async () => {
  const whole: Model = {
    ...scripted(["a"]),
    sample: async (_, k) => ({ ok: true, value: Array.from({ length: k }, (__, i) => said(`sample ${i}`)) }),
    score: async (_, texts) => ({ ok: true, value: texts.map((text) => -text.length) }),
  };
  const model = deferred({ name: "m", window: 100 }, async () => ({ ok: true, value: whole }));
  expect(await model.sample?.(request(), 2)).toEqual({ ok: true, value: [said("sample 0"), said("sample 1")] });
  expect(await model.score?.("p", ["a", "bc"])).toEqual({ ok: true, value: [-1, -2] });
  const bare = deferred({ name: "m", window: 100 }, async () => ({ ok: true, value: scripted(["a"]) }));
  const lacking = { ok: false, error: { code: "MODEL_FAILED", message: expect.stringContaining("can't do that") } };
  expect(await bare.sample?.(request(), 2)).toMatchObject(lacking);
  expect(await bare.score?.("p", ["a"])).toMatchObject(lacking);
});

function said(text: string): Generated {
  return { text, finish: "stop", tokensIn: 1, tokensOut: 1 };
}

test("a deferred model is opened once, by the first request, and a failure is remembered", async () => {
  let opened = 0;
  const good = deferred({ name: "m", window: 100 }, async () => {
    opened++;
    return { ok: true, value: scripted(["a", "b"]) };
  });
  expect(opened).toBe(0);
  await Promise.all([good.generate(request()), good.generate(request())]);
  expect(opened).toBe(1);

  let tried = 0;
  const bad = deferred({ name: "m", window: 100 }, async (signal) => {
    tried++;
    if (tried === 1) await new Promise((done) => signal?.addEventListener("abort", done));
    return { ok: false, error: { code: "MODEL_FAILED", message: "", remedy: "" } };
  });
  const stop = new AbortController();
  const given = bad.generate(request(), stop.signal);
  stop.abort();
  expect(await given).toMatchObject({ ok: true, value: { finish: "abort" } });
  expect(await bad.generate(request())).toMatchObject({ ok: false });
  expect(await bad.generate(request())).toMatchObject({ ok: false });
  expect(tried).toBe(2);
});
