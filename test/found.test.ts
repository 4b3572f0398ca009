import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { listening } from "./contract/serving.ts";
import { ergo, folder } from "./ergo.ts";

/** What the command says of servers that lack a model, of models that they keep, and of their embedders. */

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};
const question = "Who painted the old harbour?";

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

test("an embedder that is not there is said; where it is another by now, the few vectors are made anew", async () => {
  let numbers = 3;
  let broken: ((response: ServerResponse) => void) | undefined;
  const url = await listening((request, response) => {
    request.resume().once("end", () => {
      if (request.url?.endsWith("/models")) json(response, { data: [{ id: "e" }] });
      else if (broken) broken(response);
      else json(response, { data: [{ embedding: Array.from({ length: numbers }, (_, i) => i + 1) }] });
    });
  });
  const dir = folder(files);
  const env = { ERGO_HOME: folder(), ERGO_EMBEDDER: `${url}/v1#e`, ERGO_RERANKER: "none" };
  const run = async (...args: string[]) => (await ergo([...args, "--dir", dir, "--json"], { env })).json();
  const lacks = async () => (await run("ask", question, "--no-cache")).degraded;
  expect(await run("ingest")).toMatchObject({ vectors: { made: 1 } });
  expect(await lacks()).toEqual([]);
  broken = (response) => json(response, { error: { message: "Unexpected endpoint" } }, 404);
  expect(await lacks()).toMatchObject([
    { code: "ENCODER_NONE", message: expect.stringContaining("Unexpected endpoint") },
  ]);
  [broken, numbers] = [undefined, 5];
  expect(await lacks()).toEqual([]);
  expect(await run("ingest")).toMatchObject({ vectors: { made: 0 } });
});

test("an encoder of which only a part is here is said to be damaged, and the question is answered without it", async () => {
  const home = folder({ "models/bge-small-en-v1.5-int8.onnx": "cut short" });
  const env = { ERGO_HOME: home, ERGO_EMBEDDER: "bge-small-en-v1.5", ERGO_RERANKER: "none" };
  const asked = ["ask", "Of everything lying around here, what gobbles up the most disk?", "--no-cache", "--json"];
  const run = await ergo([...asked, "--dir", folder(files)], { env });
  expect(run.json().degraded).toMatchObject([
    { code: "ENCODER_DAMAGED", message: expect.stringContaining("9 of its"), remedy: expect.stringContaining("pull") },
  ]);
});

test("a server that is there and has no model to take is said where no other is here either", async () => {
  const run = async (...models: object[]) => {
    const url = await listening((request, response) => {
      request.resume().once("end", () => {
        const tags = request.url === "/api/tags" || request.url === "/api/ps";
        json(response, tags ? { models } : { error: "not found" }, tags ? 200 : 404);
      });
    });
    const env = { OLLAMA_HOST: url, ERGO_MODEL: "auto", ERGO_PULL: "never", ERGO_EMBEDDER: "none" };
    return (await ergo(["ask", question, "--dir", folder(files), "--json"], { env })).json().degraded;
  };
  const remote = { name: "big:cloud", remote_host: "https://ollama.com" };
  for (const [models, why] of [
    [[], /Ollama runs here, but has no model$/],
    [[remote], /but has its models computed elsewhere$/],
    [[{ name: "nomic-embed-text", size: 1 }], /but has no model that writes$/],
    [[{ name: "huge:latest", size: 9e12 }], /none that suits this machine/],
  ] as const) {
    const said = expect.objectContaining({ code: "MODEL_NONE", message: expect.stringMatching(why) });
    expect(await run(...models)).toContainEqual(said);
  }
});

test("models of servers are fetched and removed where they are, and a name of Ollama's is told to be one", async () => {
  for (const [args, says] of [
    [["pull", "ollama:qwen3:4b"], "`ollama pull qwen3:4b` does that"],
    [["remove", "ollama:qwen3:4b"], "`ollama rm qwen3:4b` does that"],
    [["pull", "http://127.0.0.1:9/v1#m"], "do that where its server is"],
    [["pull", "qwen3:4b"], "ollama:qwen3:4b (where Ollama has it)"],
  ] as const) {
    expect(await ergo(["models", ...args])).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  }
});
