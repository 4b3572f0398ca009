import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ErgoError } from "../../src/core/error.ts";
import type { Encoder, Reranker, Result } from "../../src/core/model.ts";
import { openEncoder, openReranker } from "../../src/model/encoder/encoder.ts";
import { readManifest } from "../../src/model/install/manifest.ts";
import { pull } from "../../src/model/install/pull.ts";
import { installRuntime } from "../../src/model/install/runtime.ts";

const home = process.env.ERGO_HOME ?? fileURLToPath(new URL("../../node_modules/.cache/ergo", import.meta.url));
const names = { embedder: "bge-small-en-v1.5", reranker: "ms-marco-minilm-l12-v2" };
const reference = JSON.parse(readFileSync(new URL("encoder.json", import.meta.url), "utf8")) as {
  query: string;
  texts: { text: string; times?: number; vector: number[]; logit: number | null }[];
};
const texts = reference.texts.map(({ text, times = 1 }) => text.repeat(times));
const empty = () => mkdtemp(join(tmpdir(), "ergo-home-"));
let missing = "";
let encoder: Encoder;
let reranker: Reranker;

beforeAll(async () => {
  try {
    for (const name of Object.values(names)) await pull(name, { home });
    await installRuntime("onnx", { home });
  } catch (error) {
    if (!(error instanceof ErgoError) || !["PULL_NO_SOURCE", "RUNTIME_INSTALL"].includes(error.code)) throw error;
    missing = error.message;
    return;
  }
  encoder = unwrap(await openEncoder({ home, threads: 2 }));
  reranker = unwrap(await openReranker({ home, threads: 1 }));
}, 300_000);

afterAll(async () => {
  await encoder?.close();
  await reranker?.close();
});

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

async function embed(given: string[], by = encoder): Promise<Float32Array[]> {
  return unwrap(await by.embed(given)).vectors;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, x, i) => sum + x * b[i]!, 0);
}

/**
 * How far kernels of different processors lie apart: 8-bit networks amplify their tiny differences layer by layer, the more
 * the longer the text. Texts that the reference repeats are long.
 */
function bounds(i: number): { cosine: number; logit: number } {
  const isLong = (reference.texts[i]!.times ?? 1) > 1;
  if (process.arch !== "x64") return { cosine: 0.99, logit: 1 };
  return isLong ? { cosine: 0.99, logit: 1 } : { cosine: 0.9999, logit: 0.01 };
}

test("vectors are those of another implementation, of length 1, in the order of the texts", async ({ skip }) => {
  skip(missing !== "", missing);
  const vectors = await embed(texts);
  for (const [i, vector] of vectors.entries()) {
    const [ours, theirs] = [vector.subarray(0, 16), reference.texts[i]!.vector];
    expect(dot(ours, theirs) / Math.sqrt(dot(ours, ours) * dot(theirs, theirs))).toBeGreaterThan(bounds(i).cosine);
    expect(dot(vector, vector)).toBeCloseTo(1, 6);
    expect(vector).toHaveLength(encoder.dimensions);
  }
});

test("scores are those of another implementation", async ({ skip }) => {
  skip(missing !== "", missing);
  const { scores } = unwrap(await reranker.score(reference.query, texts.slice(1)));
  for (const [i, score] of scores.entries()) {
    expect(Math.abs(score - reference.texts[i + 1]!.logit!)).toBeLessThan(bounds(i + 1).logit);
  }
  expect(scores).toHaveLength(texts.length - 1);
});

const sentences = Array.from({ length: 150 }, (_, i) =>
  `Room ${i} of the house has ${i % 7} windows. `.repeat(1 + (i % 5)),
);

test("a text has the same vector to the last bit, alone, in company, and in another process", async ({ skip }) => {
  skip(missing !== "", missing);
  const together = await embed(sentences);
  const backwards = (await embed([...sentences].reverse())).reverse();
  const alone = await Promise.all([3, 77, 149].map(async (i) => (await embed([sentences[i]!]))[0]!));
  const other = unwrap(await openEncoder({ home, threads: 1 }));
  const again = await embed(sentences.slice(0, 5), other);
  await other.close();
  expect(backwards).toEqual(together);
  expect(alone).toEqual([together[3], together[77], together[149]]);
  expect(again).toEqual(together.slice(0, 5));
  expect(other.key).toBe(encoder.key);
});

test("a question overtakes a long batch, and the thread stays free meanwhile", async ({ skip }) => {
  skip(missing !== "", missing);
  const ended: string[] = [];
  let turns = 0;
  const turn = setInterval(() => turns++, 1);
  const batch = embed(sentences).then(() => ended.push("batch"));
  await embed(["How many windows has room 3?"]);
  ended.push("question");
  await batch;
  clearInterval(turn);
  expect(ended).toEqual(["question", "batch"]);
  expect(turns).toBeGreaterThan(10);
});

test("an aborted call ends at once with CANCELLED; others go on", async ({ skip }) => {
  skip(missing !== "", missing);
  const stop = new AbortController();
  const aborted = encoder.embed(sentences, stop.signal);
  const other = encoder.embed(sentences.slice(0, 20));
  stop.abort();
  expect(await aborted).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
  expect(await encoder.embed(["x"], stop.signal)).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
  expect(await other).toMatchObject({ ok: true });
});

test("a process that dies fails the call that it computed for; the next call starts another", async ({ skip }) => {
  skip(missing !== "", missing);
  skip(process.platform !== "linux", "only Linux lists the processes of a parent in /proc");
  const own = unwrap(await openEncoder({ home, threads: 1 }));
  const before = new Set(computing());
  const [expected] = await embed(["x"], own);
  const [first] = computing().filter((pid) => !before.has(pid));
  const batch = own.embed(sentences);
  process.kill(first!, "SIGKILL");
  expect(await batch).toMatchObject({
    ok: false,
    error: { code: "MODEL_FAILED", message: expect.stringContaining("SIGKILL") },
  });
  expect((await embed(["x"], own))[0]).toEqual(expected);

  const [second] = computing().filter((pid) => !before.has(pid));
  process.kill(second!, "SIGKILL");
  await expect.poll(() => existsSync(`/proc/${second}`)).toBe(false);
  expect((await embed(["x"], own))[0]).toEqual(expected);
  await own.close();
  expect(computing().filter((pid) => !before.has(pid))).toEqual([]);
});

/** The processes that this one has computing for it. */
function computing(): number[] {
  const listed = execFileSync("sh", [
    "-c",
    'grep -ls "^PPid:[[:space:]]*$0$" /proc/[0-9]*/status || true',
    `${process.pid}`,
  ]);
  return [...listed.toString().matchAll(/\d+/g)]
    .map(([pid]) => Number(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("encoding");
      } catch {
        return false;
      }
    });
}

test("what is no proper text has a vector and a score too", async ({ skip }) => {
  skip(missing !== "", missing);
  const odd = ["", " ", "\0", "\ud800", "a\udfff", "\u200d\ufe0f", "x".repeat(1_000_000), "世".repeat(300_000)];
  const { vectors, truncated } = unwrap(await encoder.embed(odd));
  for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 6);
  expect(truncated).toBe(1);
  const { scores } = unwrap(await reranker.score("", odd));
  expect(scores.every(Number.isFinite)).toBe(true);
  expect(await encoder.embed([])).toEqual({ ok: true, value: { vectors: [], truncated: 0 } });
});

test("of a text beyond the window the beginning counts, and that is said", async ({ skip }) => {
  skip(missing !== "", missing);
  const room = encoder.window - 2;
  const given = [room - 1, room, room + 1, 200_000].map((n) => "word ".repeat(n));
  const { vectors, truncated } = unwrap(await encoder.embed(given));
  expect(truncated).toBe(2);
  expect(vectors[2]).toEqual(vectors[1]);
  expect(vectors[3]).toEqual(vectors[1]);
  expect(vectors[0]).not.toEqual(vectors[1]);
  const long = "question ".repeat(2000);
  expect(unwrap(await reranker.score(long, ["a", "b"]))).toMatchObject({ truncated: 2 });
});

test("names of special tokens in a text are words", async ({ skip }) => {
  skip(missing !== "", missing);
  const [marked, spaced] = await embed(["yes [SEP] no", "yes [ SEP ] no"]);
  expect(marked).toEqual(spaced);
});

test("closed, it says so; left open, it lets the program end", async ({ skip }) => {
  skip(missing !== "", missing);
  const own = unwrap(await openReranker({ home }));
  const waiting = own.score("x", sentences);
  await own.close();
  for (const result of [await waiting, await own.score("x", ["y"])]) {
    expect(result).toMatchObject({
      ok: false,
      error: { code: "MODEL_FAILED", message: expect.stringContaining("closed") },
    });
  }
  const module = new URL("../../src/model/encoder/encoder.ts", import.meta.url).href;
  const script = `
    const { openEncoder } = await import(${JSON.stringify(module)});
    const opened = await openEncoder(${JSON.stringify({ home })});
    const { value } = await opened.value.embed(["x"]);
    process.stdout.write(String(value.vectors[0].length));`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(ended).toMatchObject({ status: 0, stdout: "384", stderr: "" });
});

test("without weights or runtime the error says what to pull", async () => {
  for (const [open, name] of [
    [openEncoder, names.embedder],
    [openReranker, names.reranker],
  ] as const) {
    const opened = await open({ home: await empty() });
    expect(opened).toMatchObject({ ok: false, error: { code: "ENCODER_NONE" } });
    expect(!opened.ok && opened.error.remedy).toContain(`ergo models pull ${name}`);
  }
  await expect(openEncoder({ home, name: names.reranker })).rejects.toMatchObject({ code: "MODEL_UNKNOWN" });
});

test("damaged weights are found by the first call and removed", async ({ skip }) => {
  skip(missing !== "", missing);
  const other = await empty();
  const [weights] = readManifest().filter(({ name }) => name === names.embedder);
  await mkdir(join(other, "models"));
  await symlink(join(home, "runtimes"), join(other, "runtimes"));
  await cp(join(home, "models", weights!.tokenizer!.file), join(other, "models", weights!.tokenizer!.file));
  await writeFile(join(other, "models", weights!.file), Buffer.alloc(weights!.bytes));
  const opened = unwrap(await openEncoder({ home: other }));
  expect(await opened.embed(["x"])).toMatchObject({ ok: false, error: { code: "PULL_CHECKSUM" } });
  expect(await readdir(join(other, "models"))).toEqual([weights!.tokenizer!.file]);
  await opened.close();
});
