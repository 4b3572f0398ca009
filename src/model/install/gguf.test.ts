import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tinyModel } from "../../../test/tiny.ts";
import { findFiles } from "./found.ts";
import { fingerprint, readGguf, requireWriter, windowIn } from "./gguf.ts";
import { isFileName, nameOfFile, ownFile, printIn } from "./named.ts";

const bytes = tinyModel();

async function files(all: Record<string, Uint8Array | string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "ergo-gguf-"));
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
  return dir;
}

/** The tiny model with another architecture of as many letters, in all its keys. */
function as(architecture: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("llama", architecture), "latin1");
}

test("the head of a GGUF file tells the window and what a token of it takes", async () => {
  const dir = await files({ "a.gguf": bytes });
  // Two layers, keys and values of 64 numbers, two bytes each.
  expect(await readGguf(join(dir, "a.gguf"))).toEqual({
    bytes: bytes.length,
    architecture: "llama",
    window: 2048,
    tokenBytes: 2 * 2 * 64 * 2,
    writes: true,
    parts: 1,
  });
});

test.each([
  ["no GGUF file", Buffer.from("<html>Sign in</html>"), "it is no GGUF file"],
  ["an empty file", Buffer.alloc(0), "it is no GGUF file"],
  ["of another version", Buffer.concat([Buffer.from("GGUF\x09\0\0\0"), Buffer.alloc(64)]), "of version 9"],
  ["with absurd counts", Buffer.concat([Buffer.from("GGUF\x03\0\0\0"), Buffer.alloc(16, 0xff)]), "damaged"],
  ["cut short in its head", bytes.subarray(0, 300), "cut short"],
  ["cut short in its weights", bytes.subarray(0, -100_000), "cut short"],
])("a file %s is refused with what is wrong", async (_, content, says) => {
  const dir = await files({ "a.gguf": content });
  const said = { code: "MODEL_FILE_FORMAT", message: expect.stringContaining(says) };
  await expect(readGguf(join(dir, "a.gguf"))).rejects.toMatchObject(said);
});

test("no file, a folder, a part of a model and one that does not write are told apart", async () => {
  const dir = await files({ "a-00001-of-00003.gguf": bytes, "b.gguf": as("clip5") });
  await expect(readGguf(join(dir, "none.gguf"))).rejects.toMatchObject({ code: "MODEL_FILE_MISSING" });
  await expect(readGguf(dir)).rejects.toMatchObject({ code: "MODEL_FILE_FORMAT" });
  const [part, silent] = [join(dir, "a-00001-of-00003.gguf"), join(dir, "b.gguf")];
  const heads = await Promise.all([readGguf(part), readGguf(silent)]);
  expect(() => requireWriter(part, heads[0])).toThrow(/one of 3 parts/);
  expect(() => requireWriter(silent, heads[1])).toThrow(/can't write texts: its architecture is clip5/);
});

test("a fingerprint is the same wherever a file lies, and another where a byte of the head, the sampled weights or the size is", async () => {
  const change = (at: number) => Buffer.from(bytes).fill(bytes[at]! ^ 1, at, at + 1);
  const dir = await files({
    "a.gguf": bytes,
    "b/other.gguf": bytes,
    "head.gguf": change(1000),
    "weights.gguf": change(bytes.length - 5),
    "size.gguf": Buffer.concat([bytes, Buffer.alloc(32)]),
  });
  const of = (path: string) => fingerprint(join(dir, path));
  const first = await of("a.gguf");
  expect(first).toMatch(/^[0-9a-f]{12}$/);
  expect(await of("b/other.gguf")).toBe(first);
  const others = await Promise.all(["head.gguf", "weights.gguf", "size.gguf"].map(of));
  expect(new Set([first, ...others]).size).toBe(4);
});

test("a window is what the model was trained for, as far as memory goes", () => {
  const head = { bytes: 1e9, window: 8192, tokenBytes: 100_000, writes: true, parts: 1 };
  expect(windowIn(head, 16e9)).toBe(8192);
  expect(windowIn(head, 3e9)).toBe(2304);
  expect(windowIn(head, 1e9)).toBe(512);
  expect(windowIn({ ...head, window: 131_072, tokenBytes: 1000 }, 64e9)).toBe(16_384);
  expect(windowIn({ ...head, tokenBytes: 0 }, 64e9)).toBe(2048);
});

test("paths are told from other names", () => {
  const pin = "0123456789ab";
  const paths = [
    "a.gguf",
    "a.GGUF",
    `a.gguf#${pin}`,
    "./a",
    "../a",
    "/models/a",
    "~/a",
    "C:\\a",
    "sub/a.gguf",
    "\\\\host\\a",
  ];
  const names = [
    "auto",
    "qwen3-8b",
    "ollama:a.gguf",
    "llamacpp:/models/a.gguf",
    "hf:o/r:a.gguf",
    "http://127.0.0.1:1/v1#a.gguf",
  ];
  expect(paths.filter((name) => !isFileName(name))).toEqual([]);
  expect(names.filter(isFileName)).toEqual([]);
  expect(ownFile(`a.gguf#${pin}`, "/b")).toEqual({ file: join("/b", "a.gguf"), pin });
  expect(printIn(nameOfFile("/b/a.gguf", pin))).toBe(pin);
  expect(printIn(nameOfFile("/blobs/sha256-ab", pin))).toBe(pin);
  expect(printIn("http://127.0.0.1:1/v1#0123456789ab")).toBeUndefined();
});

test("files are found where other programs keep theirs, and where their variables say", async () => {
  const digest = `sha256:${"ab".repeat(32)}`;
  const manifest = JSON.stringify({ layers: [{ mediaType: "application/vnd.ollama.image.model", digest }] });
  const home = await files({
    ".lmstudio/models/maker/repo/one.gguf": bytes,
    ".cache/lm-studio/models/maker/repo/two.gguf": bytes,
    ".cache/lm-studio/models/maker/repo/mmproj.gguf": as("clip5"),
    ".cache/lm-studio/models/maker/repo/big-00001-of-00002.gguf": bytes,
    ".cache/lm-studio/models/maker/repo/broken.gguf": "GGUF",
    ".ollama/models/manifests/registry.ollama.ai/library/tiny/1b": manifest,
    ".ollama/models/manifests/registry.ollama.ai/library/gone/1b": manifest.replace("ab", "cd"),
    ".ollama/models/manifests/registry.ollama.ai/library/odd/1b": "no json",
    [`.ollama/models/blobs/${digest.replace(":", "-")}`]: bytes,
    "hub/blobs/x": bytes,
    "elsewhere/moved.gguf": bytes,
  });
  const snapshot = join(home, ".cache/huggingface/hub/models--maker--repo/snapshots/c0ffee");
  await mkdir(snapshot, { recursive: true });
  await symlink(join(home, "hub/blobs/x"), join(snapshot, "linked.gguf"));
  await symlink(join(home, "nowhere"), join(snapshot, "dangling.gguf"));
  const found = await findFiles({ LLAMA_CACHE: join(home, "elsewhere") }, home, "");
  expect(found.map(({ file, where }) => [file.slice(home.length + 1), where])).toEqual([
    [".cache/huggingface/hub/models--maker--repo/snapshots/c0ffee/linked.gguf", "the hub's cache"],
    [".cache/lm-studio/models/maker/repo/two.gguf", "LM Studio"],
    [".lmstudio/models/maker/repo/one.gguf", "LM Studio"],
    [`.ollama/models/blobs/${digest.replace(":", "-")}`, "Ollama tiny:1b"],
    ["elsewhere/moved.gguf", "llama.cpp"],
  ]);
  const moved = { OLLAMA_MODELS: join(home, ".ollama/models"), HF_HUB_CACHE: join(home, "elsewhere") };
  const others = await findFiles(moved, join(home, "nobody"), "");
  expect(others.map(({ where }) => where)).toEqual(["Ollama tiny:1b", "the hub's cache"]);
  const byHome = await findFiles({ HF_HOME: join(home, ".cache/huggingface") }, join(home, "nobody"), "");
  expect(byHome.map(({ where }) => where)).toEqual(["the hub's cache"]);
  const served = await findFiles({}, join(home, "nobody"), join(home, ".ollama/models"));
  expect(served.map(({ where }) => where)).toEqual(["Ollama tiny:1b"]);
});
