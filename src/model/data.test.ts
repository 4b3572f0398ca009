import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { findWeights, listModels, readManifest } from "./install/manifest.ts";
import { readPrompt, render } from "./prompt/prompt.ts";

const data = new URL("../../data/", import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, data), "utf8"));
const prompts = readdirSync(new URL("prompts/", data)).filter((name) => name !== "schema.json");
const probes = readdirSync(new URL("probe/", data)).filter((name) => name !== "schema.json");

test.each([
  ["models/manifest.json", "models/schema.json"],
  ["models/probed.json", "models/probed.schema.json"],
  ...prompts.map((p) => [`prompts/${p}`, "prompts/schema.json"]),
  ...probes.map((p) => [`probe/${p}`, "probe/schema.json"]),
])("%s follows %s", (file, schema) => {
  expect(z.fromJSONSchema(read(schema)).safeParse(read(file)).error?.issues ?? []).toEqual([]);
});

test("the schema of the manifest refuses a wrong checksum, an unknown key and a missing licence", () => {
  const schema = z.fromJSONSchema(read("models/schema.json"));
  const [model] = readManifest();
  const { licence: _, ...unlicensed } = model as NonNullable<typeof model>;
  for (const wrong of [{ ...model, sha256: "abc" }, { ...model, url: "x" }, unlicensed]) {
    expect(schema.safeParse({ models: [wrong] }).success).toBe(false);
  }
});

test("names and files of the manifest are unique, and every model is listed", async () => {
  const manifest = readManifest();
  const files = manifest.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  const listed = await listModels({ home: await mkdtemp(join(tmpdir(), "ergo-home-")) });
  expect(listed.map(({ name }) => name)).toEqual([...new Set(manifest.map(({ name }) => name))]);
  expect(listed.every(({ present }) => !present)).toBe(true);
});

test("every file of a hub is listed as public projects name it, ending as it is looked for", () => {
  for (const { source } of readManifest()) {
    if (source.kind === "hub") expect(source.seen?.path).toMatch(new RegExp(`-${source.quantisation}\\.gguf$`, "i"));
  }
});

test("an unknown model's error names those there are", () => {
  expect(() => findWeights("gpt", readManifest())).toThrow(/unknown model gpt; available: smollm2-135m-instruct/);
});

test.each(prompts)("the examples of %s fill it", (file) => {
  const { prompt, hash } = readPrompt(file.replace(".json", ""));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const { values, answer } of prompt.examples) {
    const { request, left } = render(prompt, values, 2048);
    expect(left).toEqual([]);
    expect(request.prompt).toContain(answer);
    expect(request.prompt).not.toMatch(/\{\w+\}/);
    const told = render({ ...prompt, bare: false }, values, 2048, "chat").request.prompt;
    expect(JSON.stringify(told)).toContain(JSON.stringify(answer).slice(1, -1));
    if (prompt.bare) expect(render(prompt, values, 2048, "chat").request.prompt).toHaveLength(2);
  }
});

test.each([
  ["llama", "node-llama-cpp"],
  ["onnx", "onnxruntime-node"],
])("the lock of %s pins every package by hash and names no address and no place", (runtime, library) => {
  const text = readFileSync(new URL(`runtimes/${runtime}/package-lock.json`, data), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, { version: string; integrity?: string }> };
  const { "": root, ...rest } = packages;
  expect(root?.version).toBe(packages[`node_modules/${library}`]?.version);
  expect(Object.entries(rest).filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(text).not.toMatch(/"resolved"|file:|"\//);
  expect(read(`runtimes/${runtime}/package.json`).dependencies[library]).toBe(root?.version);
});

test("what a runtime needs of a model stands in the manifest", () => {
  for (const { runtime, role, tokenizer, dimensions, sha256, source, second } of readManifest()) {
    expect({ hash: sha256 !== undefined, tokenizer: tokenizer !== undefined }).toEqual({
      hash: source.kind === "pip" || second !== undefined,
      tokenizer: runtime === "onnx",
    });
    expect(dimensions !== undefined).toBe(role === "embedder");
  }
});
