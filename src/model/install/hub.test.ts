import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tinyModel } from "../../../test/tiny.ts";
import { isPresent, listModels, readManifest, type Weights, weightsFile } from "./manifest.ts";
import { pull, removeModel } from "./pull.ts";

/** A hub on this machine: it declares files and redirects to a second server that holds them, as hubs do. */

const content = randomBytes(300_000);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const model: Weights = {
  name: "small",
  role: "worker",
  file: "small-q4_k_m.gguf",
  bytes: 310_000,
  licence: "MIT",
  runtime: "llama",
  window: 2048,
  source: { kind: "hub", repo: "maker/small-GGUF", quantisation: "Q4_K_M" },
};
const manifest = [model];
const path = "small-Q4_K_M.gguf";

type Hub = {
  siblings?: object[];
  sha?: string;
  bytes?: Buffer;
  /** What a download does besides sending all. */
  fault?: "cut" | "whole" | "refuse";
};

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts it; what it is asked is noted, and `hub` may be changed at any time. */
async function start(hub: Hub = {}) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const store = await listening((request, response) => {
    asked.push({ url: "store", headers: request.headers });
    const bytes = hub.bytes ?? content;
    const from = hub.fault === "whole" ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { "content-length": bytes.length - from });
    if (hub.fault !== "cut") return response.end(bytes.subarray(from));
    response.write(bytes.subarray(from, from + 100_000), () => setTimeout(() => response.destroy(), 20));
  });
  const url = await listening((request, response) => {
    asked.push({ url: request.url!, headers: request.headers });
    if (hub.fault === "refuse") return response.writeHead(403).end("{}");
    if (!request.url!.startsWith("/api/")) return response.writeHead(302, { location: `${store}/blob` }).end();
    const lfs = { sha256: sha256(content), size: content.length };
    const siblings = hub.siblings ?? [
      { rfilename: "README.md" },
      { rfilename: path, lfs },
      { rfilename: "small-Q8_0.gguf", lfs },
    ];
    response.end(JSON.stringify({ sha: hub.sha ?? "c0ffee", siblings }));
  });
  const home = await mkdtemp(join(tmpdir(), "ergo-home-"));
  vi.stubEnv("HF_ENDPOINT", url);
  vi.stubEnv("HF_TOKEN", "hf_secret");
  return {
    hub,
    asked,
    home,
    fetch: (signal?: AbortSignal) => pull("small", { home, manifest, ...(signal ? { signal } : {}) }),
  };
}

test.each([
  ["the same", 0],
  ["another", 1],
])("that a hub has another file than the one listed is told once (it has %s)", async (which, times) => {
  const { home } = await start();
  const seen = { path, sha256: which === "another" ? "0".repeat(64) : sha256(content) };
  const known = { ...model, source: { ...model.source, seen } } as Weights;
  const told: string[] = [];
  const progress = ({ text }: { text: string }) => void (/not the file/.test(text) && told.push(text));
  for (let pulls = 0; pulls < 2; pulls++) await pull("small", { home, manifest: [known], progress });
  expect(told).toHaveLength(times);
  expect(await isPresent(known, home)).toBe(true);
});

test("a file is fetched over a redirect, checked against what the hub declared, and recorded", async () => {
  const { home, fetch, asked } = await start();
  expect((await listModels({ home, manifest }))[0]).toMatchObject({
    present: false,
    size: 310_000,
    source: "hub maker/small-GGUF",
  });
  const file = await fetch();
  expect(sha256(await readFile(file))).toBe(sha256(content));
  expect(await isPresent(model, home)).toBe(true);
  expect((await listModels({ home, manifest }))[0]).toMatchObject({ present: true, size: 300_000 });
  expect(JSON.parse(await readFile(`${file}.json`, "utf8"))).toEqual({
    repo: "maker/small-GGUF",
    commit: "c0ffee",
    path,
    bytes: 300_000,
    sha256: sha256(content),
  });
  expect(asked.map(({ url }) => url)).toEqual([
    "/api/models/maker/small-GGUF?blobs=true",
    `/maker/small-GGUF/resolve/c0ffee/${path}`,
    "store",
  ]);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer hf_secret",
    "Bearer hf_secret",
    undefined,
  ]);
  expect((await readdir(join(home, "models"))).sort()).toEqual(["small-q4_k_m.gguf", "small-q4_k_m.gguf.json"]);
  await fetch();
  expect(asked.length).toBe(3);
});

test("an interrupted download goes on where it stopped", async () => {
  const { hub, fetch, asked } = await start({ fault: "cut" });
  await expect(fetch()).rejects.toMatchObject({
    code: "PULL_HUB",
    remedy: expect.stringContaining("goes on where it stopped"),
  });
  await expect(fetch()).rejects.toMatchObject({ code: "PULL_HUB" });
  delete hub.fault;
  expect(sha256(await readFile(await fetch()))).toBe(sha256(content));
  const ranges = asked.filter(({ url }) => url === "store").map(({ headers }) => headers.range);
  expect(ranges[0]).toBeUndefined();
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ""))).toBe(true);
});

test("a store that knows no ranges sends all again", async () => {
  const { hub, fetch } = await start({ fault: "cut" });
  await expect(fetch()).rejects.toMatchObject({ code: "PULL_HUB" });
  hub.fault = "whole";
  expect(sha256(await readFile(await fetch()))).toBe(sha256(content));
});

test("what is not the declared file is removed, and the next pull begins anew", async () => {
  const { hub, fetch, home } = await start({ bytes: randomBytes(300_000) });
  await expect(fetch()).rejects.toMatchObject({ code: "PULL_CHECKSUM", parts: { expected: sha256(content) } });
  expect(await isPresent(model, home)).toBe(false);
  hub.bytes = content;
  await fetch();
  hub.bytes = Buffer.concat([content, content]);
  await writeFile(weightsFile(model, home), "damaged");
  await expect(fetch()).rejects.toMatchObject({ code: "PULL_HUB", message: expect.stringContaining("longer than") });
});

test("once recorded it is that file, whatever the hub declares later; until it is removed", async () => {
  const { hub, fetch, home, asked } = await start();
  const file = await fetch();
  hub.sha = "decade";
  await writeFile(file, "damaged");
  await fetch();
  expect(asked.at(-2)!.url).toContain("/resolve/c0ffee/");
  expect(await removeModel("small", { home, manifest })).toBe(true);
  expect(await readdir(join(home, "models"))).toEqual([]);
  await fetch();
  expect(asked.at(-2)!.url).toContain("/resolve/decade/");
});

test.each<[string, Hub, RegExp]>([
  ["has no such file", { siblings: [{ rfilename: "small-Q8_0.gguf" }] }, /has not one file of Q4_K_M but 0/],
  ["has two of them", { siblings: [{ rfilename: "a-Q4_K_M.gguf" }, { rfilename: "b-Q4_K_M.gguf" }] }, /but 2/],
  ["declares no hash", { siblings: [{ rfilename: path, size: 3 }] }, /no SHA-256/],
  ["wants its terms agreed to", { fault: "refuse" }, /terms are to be agreed to/],
])("a hub that %s is an error that says so", async (_, hub, says) => {
  const { fetch } = await start(hub);
  await expect(fetch()).rejects.toMatchObject({ code: "PULL_HUB", message: expect.stringMatching(says) });
});

test("no hub at all, and a pull that is aborted", async () => {
  const { fetch, hub } = await start({ fault: "cut" });
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await expect(fetch(stop.signal)).rejects.toThrow("enough");
  delete hub.fault;
  vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:1");
  await expect(fetch()).rejects.toMatchObject({
    code: "PULL_HUB",
    message: expect.stringContaining("nothing listens"),
  });
});

const gguf = tinyModel();
const named = { siblings: [{ rfilename: path, lfs: { sha256: sha256(gguf), size: gguf.length } }], bytes: gguf };

test.each([
  `maker/small-GGUF/${path}`,
  `hf:maker/small-GGUF:${path}`,
  `https://huggingface.co/maker/small-GGUF/resolve/main/${path}`,
  `https://huggingface.co/maker/small-GGUF/blob/main/${path}`,
])("a file of the hub is fetched by its name %s, listed, and removed", async (reference) => {
  const { home, asked } = await start(named);
  const file = await pull(reference, { home });
  expect(await readFile(file)).toEqual(gguf);
  expect(asked.map(({ url }) => url)[0]).toBe("/api/models/maker/small-GGUF?blobs=true");
  const mine = () => readManifest(home).filter((each) => each.name === "small-q4_k_m");
  expect(mine()).toMatchObject([{ source: { kind: "hub", repo: "maker/small-GGUF", path } }]);
  expect(await pull("small-q4_k_m", { home })).toBe(file);
  await expect(pull(`other/small-GGUF/${path}`, { home })).rejects.toMatchObject({
    code: "PULL_REFERENCE",
    message: expect.stringContaining("is here already, from hub maker/small-GGUF"),
  });
  expect(await removeModel("small-q4_k_m", { home })).toBe(true);
  expect(mine()).toEqual([]);
});

test("what is fetched by a name and is no model is not kept", async () => {
  const { home } = await start();
  await expect(pull(`maker/small-GGUF/${path}`, { home })).rejects.toMatchObject({ code: "MODEL_FILE_FORMAT" });
  expect(readManifest(home).map(({ name }) => name)).not.toContain("small-q4_k_m");
});

/** A server with one file: what it is asked for, and where it sends those who ask. */
async function web({ to, tag = '"one"' }: { to?: string; tag?: string } = {}) {
  const site = { bytes: gguf, cut: false, asked: [] as (string | undefined)[] };
  const url = await listening((request, response) => {
    if (to !== undefined) return response.writeHead(302, { location: to }).end();
    site.asked.push(request.headers.range);
    const same = request.headers["if-range"] === tag;
    const from = same ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0) : 0;
    const headers = { "content-length": site.bytes.length - from, ...(tag ? { etag: tag } : {}) };
    response.writeHead(from > 0 ? 206 : 200, headers);
    if (!site.cut) return response.end(site.bytes.subarray(from));
    response.write(site.bytes.subarray(from, from + 100_000), () => setTimeout(() => response.destroy(), 20));
  });
  const home = await mkdtemp(join(tmpdir(), "ergo-home-"));
  return { site, home, url: `${url}/some/Small.gguf` };
}

test.each([
  ["that tells its version goes on where it stopped", '"one"', true],
  ["that does not begins anew", "", false],
])("a download from an address %s, and its SHA-256 is recorded and said", async (_, tag, goesOn) => {
  const { site, home, url } = await web({ tag });
  site.cut = true;
  await expect(pull(url, { home })).rejects.toMatchObject({ code: "PULL_HUB" });
  site.cut = false;
  const told: string[] = [];
  const file = await pull(url, { home, progress: ({ text, notice }) => void (notice && told.push(text)) });
  expect(await readFile(file)).toEqual(gguf);
  expect(site.asked.map((range) => range !== undefined)).toEqual([false, goesOn]);
  expect(told).toEqual([expect.stringContaining(sha256(gguf))]);
  site.bytes = tinyModel({ template: "another" });
  await writeFile(file, "damaged");
  await expect(pull(url, { home })).rejects.toMatchObject({ code: "PULL_CHECKSUM" });
});

test("an address leads no further than its own host, and none but https ones are asked", async () => {
  const other = await web();
  const { home, url } = await web({ to: other.url.replace("127.0.0.1", "localhost") });
  await expect(pull(url, { home })).rejects.toMatchObject({
    code: "PULL_HUB",
    message: expect.stringContaining("leads on to localhost"),
  });
  for (const wrong of [
    "http://example.org/a.gguf",
    "ftp://example.org/a.gguf",
    "https://me:secret@example.org/a.gguf",
    "https://example.org/a.zip",
    "https://huggingface.co/maker/small-GGUF",
    "hf:maker:a.gguf",
    "hf:maker/small:../a.gguf",
  ])
    await expect(pull(wrong, { home })).rejects.toMatchObject({ code: "PULL_REFERENCE" });
  await expect(pull("hf:maker/small:a-00001-of-00003.gguf", { home })).rejects.toMatchObject({
    code: "MODEL_FILE_SPLIT",
  });
  expect(other.site.asked).toEqual([]);
});
