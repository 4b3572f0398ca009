import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask, openSession } from "../src/index.ts";
import { listening } from "./contract/serving.ts";
import { folder } from "./ergo.ts";

/** Servers as users meet them: whatever they do, there is an answer, and a line that names the cause and a way out. */

const files = {
  "harbour.md": "# The harbour\n\nThe old harbour was painted by Lena Voss in 1911. It has three cranes.\n",
};
const question = "Who painted the old harbour?";
const right = "Lena Voss";

type Response = ServerResponse<IncomingMessage>;
type Answer = (response: Response, url: string) => void;

function json(response: Response, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function page(response: Response, title: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html" });
  response.end(`<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body>Sign in.</body></html>`);
}

function events(...chunks: object[]): string {
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"].join("");
}

const said = (content: string | null, more: object = {}) => ({ choices: [{ delta: { content, ...more } }] });
const ended = (finish_reason: string) => ({ choices: [{ delta: {}, finish_reason }] });
const sentence: Answer = (response) => response.end(events(said(right), ended("stop")));

/** A server that lists models, answers as told, and has nothing else. */
function listed(models: unknown, answer: Answer): Answer {
  return (response, url) => {
    if (url.endsWith("/models")) json(response, models);
    else if (url.includes("completions")) answer(response, url);
    else json(response, { error: { message: "Unexpected endpoint" } }, 404);
  };
}

const one = { data: [{ id: "m" }] };
const many = {
  data: ["text-embedding-ada", ...Array.from({ length: 200 }, (_, i) => `org/model-${i}`)].map((id) => ({ id })),
};

async function asked(answer: Answer, path: string) {
  const url = await listening((request, response) => {
    request.resume().once("end", () => answer(response, request.url ?? ""));
  });
  vi.stubEnv("ERGO_HOME", folder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const session = await openSession({
    dir: folder(files),
    models: [`worker=${url}${path}`, "embedder=none", "reranker=none"],
  });
  onTestFinished(() => session.close());
  const answered = await ask(session, { question });
  expect(answered.status).toBe("answered");
  expect(answered.answer).toContain("painted by Lena Voss in 1911.");
  return { answered, url };
}

test.each<[string, Answer, string, string, RegExp, RegExp]>([
  [
    "wants a key",
    (r) => json(r, { error: { message: "No API key" } }, 401),
    "/v1#m",
    "MODEL_KEY",
    /No API key/,
    /ERGO_API_KEY/,
  ],
  [
    "wants a key for answers",
    listed(one, (r) => json(r, { detail: "Not authenticated" }, 403)),
    "/v1#m",
    "MODEL_KEY",
    /Not authenticated/,
    /ERGO_API_KEY/,
  ],
  [
    "is a login page",
    (r) => page(r, "Corporate proxy"),
    "/v1#m",
    "MODEL_ADDRESS",
    /web page, “Corporate proxy”/,
    /login page/,
  ],
  [
    "answers with a login page",
    listed(one, (r) => page(r, "Sign in")),
    "/v1#m",
    "MODEL_ADDRESS",
    /“Sign in”/,
    /login page/,
  ],
  [
    "is a proxy that wants a password",
    (r) => page(r, "Proxy", 407),
    "/v1#m",
    "MODEL_ADDRESS",
    /“Proxy” \(status 407\)/,
    /proxy/,
  ],
  [
    "is a gateway to nothing",
    listed(one, (r) => page(r, "502 Bad Gateway", 502)),
    "/v1#m",
    "MODEL_FAILED",
    /“502 Bad Gateway”/,
    /ergo models/,
  ],
  [
    "redirects",
    (r) => void r.writeHead(302, { location: "https://login.example.com/" }).end(),
    "/v1#m",
    "MODEL_ADDRESS",
    /redirects to https:..login/,
    /correct the address/,
  ],
  [
    "is no Ollama",
    (r) => void r.writeHead(404).end("404 page not found"),
    "/api#m",
    "MODEL_ADDRESS",
    /404 page not found/,
    /ends in .v1, or in .api/,
  ],
  [
    "is an Ollama without that model",
    (r) => json(r, { error: "model 'm' not found" }, 404),
    "/api#m",
    "MODEL_ABSENT",
    /has no model m$/,
    /ollama pull m/,
  ],
  [
    "is an Ollama whose model is elsewhere",
    (r) => json(r, { remote_host: "https://ollama.com" }),
    "/api#m:cloud",
    "MODEL_REMOTE",
    /ollama\.com/,
    /local_only/,
  ],
  ["has no model", listed({ data: [] }, sentence), "/v1", "MODEL_UNKNOWN", /available: none at/, /ergo models/],
  [
    "has 200 other models",
    listed(many, sentence),
    "/v1#org/modell-15",
    "MODEL_UNKNOWN",
    /available: org\/model-15, .* and 193 more$/,
    /ergo models/,
  ],
  [
    "lists nonsense",
    (r) => json(r, { data: null }),
    "/v1#m",
    "MODEL_ADDRESS",
    /does not list its models/,
    /correct the address/,
  ],
  [
    "breaks off",
    listed(one, (r) => void r.write(events(said(right)).slice(0, 40), () => r.destroy())),
    "/v1#m",
    "MODEL_FAILED",
    /broke off/,
    /ergo doctor/,
  ],
  [
    "has no room for more",
    listed(one, (r) => json(r, { error: { message: "Rate limit" } }, 429)),
    "/v1#m",
    "MODEL_BUSY",
    /Rate limit/,
    /later/,
  ],
  [
    "has too small a window",
    listed(one, (r) => json(r, { error: { message: "maximum context length is 512 tokens" } }, 400)),
    "/v1#m",
    "MODEL_CONTEXT",
    /512 tokens/,
    /larger window/,
  ],
  [
    "says nothing",
    listed(one, (r) => void r.end(events(said(""), ended("stop")))),
    "/v1#m",
    "MODEL_SILENT",
    /said nothing/,
    /quoted meanwhile/,
  ],
  [
    "only thinks",
    listed(one, (r) => void r.end(events(said(null, { reasoning_content: "hm" }), ended("length")))),
    "/v1#m",
    "MODEL_SILENT",
    /only thought/,
    /another model/,
  ],
  [
    "calls a tool",
    listed(one, (r) => void r.end(events(said('<tool_call>{"name": "find"}</tool_call>'), ended("stop")))),
    "/v1#m",
    "MODEL_SILENT",
    /call of a tool/,
    /another model/,
  ],
])("a server that %s costs the sentence of a model, and is told", async (_, answer, path, code, cause, remedy) => {
  const { answered } = await asked(answer, path);
  expect(answered.degraded).toEqual([
    { code, message: expect.stringMatching(cause), remedy: expect.stringMatching(remedy) },
  ]);
  expect(answered.degraded[0]!.message).not.toContain("\n");
});

test.each<[string, Answer, string, string]>([
  ["lists 200 models", listed(many, sentence), "/v1#org/model-150", "/v1#org/model-150"],
  ["is asked for its first model that writes", listed(many, sentence), "/v1", "/v1#org/model-0"],
  [
    "has an odd name for it",
    listed({ data: [{ id: "my org/M: v2 #4 (Q4).gguf" }] }, sentence),
    "/v1#my org/M: v2 #4 (Q4).gguf",
    "/v1#my org/M: v2 #4 (Q4).gguf",
  ],
  ["lists odd entries", listed({ data: [null, "m", { id: 3 }, { id: "m" }] }, sentence), "/v1#m", "/v1#m"],
  ["lists them bare", listed([{ id: "m" }], sentence), "/v1#m", "/v1#m"],
  [
    "lists none at all",
    (r, url) => (url.includes("completions") ? sentence(r, url) : json(r, {}, 404)),
    "/v1#m",
    "/v1#m",
  ],
  [
    "does not stream",
    listed(one, (r) => json(r, { choices: [{ message: { content: right }, finish_reason: "stop" }] })),
    "/v1#m",
    "/v1#m",
  ],
  [
    "tells its thoughts apart",
    listed(one, (r) => void r.end(events(said(null, { reasoning_content: "Lena?" }), said(right), ended("stop")))),
    "/v1#m",
    "/v1#m",
  ],
  [
    "thinks aloud",
    listed(one, (r) => void r.end(events(said(`<think>Lena?</think>\n${right}`), ended("stop")))),
    "/v1#m",
    "/v1#m",
  ],
  ["has a window of 512", listed({ data: [{ id: "m", max_model_len: 512 }] }, sentence), "/v1#m", "/v1#m"],
])("a server that %s serves its model", async (_, answer, path, name) => {
  const { answered, url } = await asked(answer, path);
  expect(answered).toMatchObject({ degraded: [], models: { worker: `${url}${name}` } });
  expect(answered.answer.split("\n")[0]).toBe(`${right} — The old harbour was painted by Lena Voss in 1911. [1]`);
});
