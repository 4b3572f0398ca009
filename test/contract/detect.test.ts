import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseModel } from "../../src/model/ability/choose.ts";
import { scripted } from "../../src/model/prompt/scripted.ts";
import { best, detect, type Found, type Seen } from "../../src/model/provider/detect.ts";
import { fits } from "../../src/model/provider/memory.ts";
import { openServed, type Server, servedBy, usualServers } from "../../src/model/provider/servers.ts";
import { ollamaServer } from "../../src/server/ollama.ts";
import { listening } from "./serving.ts";

/** Which servers are found, and which model is taken when the user has named none. */

const GB = 1e9;
const home = mkdtempSync(join(tmpdir(), "ergo-home-"));
const [ollama, lmstudio, llamacpp] = usualServers({}) as [Server, Server, Server];
const seen = (name: string, change: Partial<Seen> = {}): Seen => ({
  name,
  writes: true,
  remote: false,
  loaded: false,
  ...change,
});
const foundOf = (models: Seen[], server = ollama): Found => ({ server, models });

test("servers are found side by side, and what is no server of models, hangs or is elsewhere is left out", async () => {
  const one = await listening(ollamaServer([{ id: "small:latest", model: scripted([]), bytes: 1 * GB }]));
  const studio = await listening((request, response) => {
    const data = [
      { id: "qwen3-4b", type: "llm", state: "not-loaded" },
      { id: "nomic", type: "embeddings", state: "not-loaded" },
    ];
    if (request.url === "/api/v0/models") response.end(JSON.stringify({ data }));
    else response.writeHead(404).end();
  });
  const page = await listening((_, response) => response.end("<h1>My site</h1>"));
  const silent = await listening(() => undefined);
  const started = performance.now();
  const found = await detect(
    [
      { ...ollama, url: one },
      { ...lmstudio, url: `${studio}/v1` },
      { ...llamacpp, url: `${page}/v1` },
      { ...llamacpp, url: `${silent}/v1` },
      { ...llamacpp, url: "http://127.0.0.1:1/v1" },
      { ...ollama, url: "http://203.0.113.7:11434" },
    ],
    { ms: 3_000 },
  );
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(found.map(({ server }) => server.name)).toEqual(["ollama", "lmstudio"]);
  expect(found[0]!.models).toEqual([seen("ollama:small:latest", { bytes: 1 * GB })]);
  expect(found[1]!.models).toEqual([
    seen("lmstudio:qwen3-4b", { bytes: 2.4 * GB }),
    seen("lmstudio:nomic", { bytes: undefined, writes: false }),
  ]);
});

test.each<[string, Found[], string | undefined]>([
  ["none is found", [], undefined],
  ["the largest that suits", [foundOf([seen("a", { bytes: 1 * GB }), seen("b", { bytes: 5 * GB })])], "b"],
  ["none that is slow", [foundOf([seen("a", { bytes: 1 * GB }), seen("b", { bytes: 9 * GB })])], "a"],
  ["a loaded one", [foundOf([seen("a", { bytes: 1 * GB, loaded: true }), seen("b", { bytes: 5 * GB })])], "a"],
  ["none of another machine", [foundOf([seen("a:cloud", { bytes: 1, remote: true })])], undefined],
  ["none that writes no text", [foundOf([seen("bge", { bytes: 1, writes: false })])], undefined],
  ["the next server's", [foundOf([]), foundOf([seen("c")], lmstudio)], "c"],
])("taken is %s", (_, found, name) => {
  expect(best(found, { memory: 16 * GB })?.seen.name).toBe(name);
});

test("what fits leaves memory for everything else", () => {
  expect([1, 4, 5, 9].map((bytes) => fits(bytes * GB, 8 * GB))).toEqual([true, true, false, false]);
  expect(best([foundOf([seen("b", { bytes: 5 * GB })])], { memory: 4 * GB })).toBeUndefined();
});

test("names of models say which server and which model", () => {
  const local = usualServers({});
  expect(servedBy("ollama:qwen3:4b", local)).toMatchObject({ url: "http://127.0.0.1:11434", model: "qwen3:4b" });
  expect(servedBy("lmstudio:qwen/qwen3-4b", local)).toMatchObject({ protocol: "compatible", model: "qwen/qwen3-4b" });
  const address = "http://127.0.0.1:9000/v1#a#b";
  expect(servedBy(address)).toMatchObject({ name: address, url: "http://127.0.0.1:9000/v1", model: "a#b" });
  expect(servedBy("http://127.0.0.1:9000/v1")).not.toHaveProperty("model");
  expect(servedBy("http://127.0.0.1:9/api#m")).toMatchObject({ protocol: "ollama", url: "http://127.0.0.1:9" });
  expect(servedBy("smollm2-135m-instruct")).toBeUndefined();
  for (const wrong of ["ollama:", "http://", "http://127.0.0.1:9/api"])
    expect(() => servedBy(wrong)).toThrow(/unknown model/);
});

test.each([
  [undefined, "http://127.0.0.1:11434"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:9999", "http://127.0.0.1:9999"],
  [":9999", "http://127.0.0.1:9999"],
  ["https://models.example.com:443/", "https://models.example.com:443"],
  ["localhost:1", "http://localhost:1"],
])("OLLAMA_HOST=%s is %s", (host, url) => {
  expect(usualServers({ OLLAMA_HOST: host })[0]!.url).toBe(url);
});

test("a found model is taken and said; one that can't be opened gives way to the next, then to one's own weights", async () => {
  const models = [
    { id: "broken:latest", bytes: 5 * GB },
    { id: "small:latest", model: scripted(["Yes."]), bytes: 1 * GB },
  ];
  const servers = [{ ...ollama, url: await listening(ollamaServer(models)) }];
  const options = { home, name: "auto", local: true, servers };
  const chosen = await chooseModel(options);
  expect(chosen).toMatchObject({
    model: { name: "ollama:small:latest" },
    found: true,
    why: expect.stringContaining("Ollama"),
  });
  const none = await chooseModel({ ...options, servers: [] });
  expect(none).toMatchObject({ model: null, problem: { code: "MODEL_NONE" } });
  expect(none).not.toHaveProperty("missing");
  expect(await chooseModel({ ...options, name: "none" })).toMatchObject({
    model: null,
    problem: { code: "MODEL_NONE" },
  });
  const gone = await chooseModel({ ...options, name: "ollama:other" });
  expect(gone).toMatchObject({
    model: null,
    problem: { code: "MODEL_ABSENT", remedy: expect.stringContaining("ollama pull other") },
  });
});

test("a model is opened by its address", async () => {
  const url = await listening(ollamaServer([{ id: "m", model: scripted(["Yes."]) }]));
  const opened = await openServed(servedBy(`${url}/api#m`)!, { local: true });
  expect(opened).toMatchObject({ ok: true, value: { name: `${url}/api#m` } });
});
