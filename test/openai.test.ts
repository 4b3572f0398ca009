import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { engineNames } from "../src/engines/registry.ts";
import { type Served, served } from "./server.ts";

const files = {
  "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n",
  "docs/travel.md": "# Travel\n\nTrains are booked by Grace Hopper.\n",
  "notes.md": "# Notes\n",
};

/** The official client, pointed at a server. */
const clientOf = ({ url, token }: Served) => new OpenAI({ apiKey: token, baseURL: `${url}v1`, maxRetries: 0 });
const user = (content: string) => ({ role: "user", content }) as const;
const counting = "How many Markdown files are there?";

test("the ways of answering are models, one for each engine", async () => {
  const client = clientOf(await served(files));
  const ids = (await client.models.list()).data.map(({ id }) => id);
  expect(ids).toEqual(["ergo/auto", ...engineNames().map((name) => `ergo/${name === "direct" ? "exact" : name}`)]);
  expect(ids).toEqual(expect.arrayContaining(["ergo/exact", "ergo/graph", "ergo/contract"]));
  for (const id of ["ergo/direct", "direct", "exact"]) expect((await client.models.retrieve(id)).id).toBe("ergo/exact");
  expect((await client.models.retrieve("ergo/cite")).id).toBe("ergo/cite");
  await expect(client.models.retrieve("gpt")).rejects.toMatchObject({ status: 404, code: "MODEL_UNKNOWN" });
});

/** Where tests find weights, if at all. */
const store = process.env.ERGO_HOME ?? fileURLToPath(new URL("../node_modules/.cache/ergo", import.meta.url));

test("an encoder that comes after the server began is listed, gives vectors, and finds passages by meaning", async ({
  skip,
}) => {
  const runtimes = existsSync(join(store, "runtimes")) ? readdirSync(join(store, "runtimes")) : [];
  const isHere = existsSync(join(store, "models")) && runtimes.some((name) => name.startsWith("onnx"));
  skip(!isHere, `no encoder lies in ${store}`);
  const server = await served(files, { models: ["worker=none", "reranker=none", "embedder=bge-small-en-v1.5"] });
  const client = clientOf(server);
  const names = async () => (await client.models.list()).data.map(({ id }) => id);
  const reasons = async () =>
    (await server.post("/api/search", { question: "holidays of the staff", explain: true })).hits.map(
      ({ why }: { why: object }) => why,
    );
  expect(await names()).not.toContain("bge-small-en-v1.5");
  expect(JSON.stringify(await reasons())).not.toContain("vector");
  const home = process.env.ERGO_HOME!;
  for (const part of ["models", "runtimes"]) {
    mkdirSync(home, { recursive: true });
    rmSync(join(home, part), { recursive: true, force: true });
    symlinkSync(join(store, part), join(home, part));
  }
  expect(await names()).toContain("bge-small-en-v1.5");
  const { data } = await client.embeddings.create({ model: "bge-small-en-v1.5", input: "leave" });
  expect(data[0]!.embedding.length).toBeGreaterThan(100);
  await server.post("/api/ingest", {});
  expect(JSON.stringify(await reasons())).toContain("vector");
});

test("an answer comes with marks, a block of sources, where each mark stands, and what counted for nothing", async () => {
  const client = clientOf(await served(files));
  const question = "How many days of paid leave do employees get?";
  const messages = [{ role: "system", content: "Be brief." } as const, user(question)];
  const made = await client.chat.completions.create({ model: "ergo/auto", temperature: 0, messages });
  const [choice] = made.choices;
  const { content, annotations } = choice!.message;
  expect(content).toMatch(/25 days of paid leave a year\. \[1\]/);
  expect(content).toMatch(/\n\nSources:\n\[1\] docs\/leave\.md:3: "Employees get 25 days/);
  for (const { url_citation: cited } of annotations!) {
    expect(content!.slice(cited.start_index, cited.end_index)).toBe("[1]");
    expect(cited).toMatchObject({
      title: "docs/leave.md:3",
      url: expect.stringContaining("#source=docs%2Fleave.md:3"),
    });
  }
  expect(annotations).toHaveLength(1);
  expect(choice!.finish_reason).toBe("stop");
  expect(made.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
  expect(made).toMatchObject({ ergo: { status: "answered", unused: ["temperature", "messages of the role system"] } });
});

test("a stream tells what is done as reasoning, then the answer, the same as without", async () => {
  const client = clientOf(await served(files));
  const body = { model: "ergo/direct", messages: [user(counting)] };
  const whole = await client.chat.completions.create(body);
  const parts = await client.chat.completions.create({
    ...body,
    stream: true,
    stream_options: { include_usage: true },
  });
  let [text, thought, usage] = ["", "", false];
  for await (const part of parts) {
    const delta = part.choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined;
    text += delta?.content ?? "";
    thought += delta?.reasoning_content ?? "";
    usage ||= Boolean(part.usage);
  }
  const bare = (content: string) => content.replace(/verify \S+/, "");
  expect(bare(text)).toBe(bare(whole.choices[0]!.message.content!));
  expect(thought).toMatch(/^answers by the engine direct/);
  expect(thought).not.toMatch(/[A-Z]{3,}\.1/);
  expect(usage).toBe(true);
});

test("a conversation that comes back as text goes on, by the runs that its answers name", async () => {
  const client = clientOf(await served(files));
  const ask = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
    (await client.chat.completions.create({ model: "ergo/auto", messages })).choices[0]!.message.content!;
  const first = await ask([user(counting)]);
  expect(first).toContain("3 Markdown files");
  const history = [user(counting), { role: "assistant", content: first } as const];
  expect(await ask([...history, user("and in docs?")])).toContain("2 Markdown files (.md, .markdown) in docs");
  const forged = first.replace(/[0-9a-f]{6}$/, "000000");
  const foreign = [{ role: "assistant", content: forged } as const, user("and in docs?")];
  expect(await ask(foreign)).not.toContain("2 Markdown files (.md, .markdown) in docs");
});

test("of an answer that names no run only the question before it counts, and that is said", async () => {
  const client = clientOf(await served(files));
  const said = (content: string) => ({ role: "assistant", content }) as const;
  const history = [user(counting), said("47"), user("and in docs?"), said("All 12 of them.")];
  const between = [user("and in images?"), said("None.")];
  const forged = said("3 files.\n\nanswered · ergo verify 20200101-000000-000000");
  for (const before of [history.slice(0, 2), [history[0]!, forged], [...history.slice(0, 2), ...between]]) {
    const messages = [...before, user("and in docs?")];
    const made = await client.chat.completions.create({ model: "ergo/auto", messages });
    expect(made.choices[0]!.message.content).toContain("2 Markdown files (.md, .markdown) in docs");
    expect(made).toMatchObject({
      ergo: { unused: ["messages of the role assistant that name no run of this folder"] },
    });
  }
  const then = [...history, user("which of them?")];
  const made = await client.chat.completions.create({ model: "ergo/auto", messages: then });
  expect(made.choices[0]!.message.content).not.toMatch(/\b(?:12|47)\b/);
  const texts = [user("Who books trains?"), said("Nobody."), user("and in docs?")];
  const second = await client.chat.completions.create({ model: "ergo/auto", messages: texts });
  expect(second.choices[0]!.message.content).toContain("Grace Hopper");
});

test("what is not supported is an error in OpenAI's shape, never dropped", async () => {
  const server = await served(files);
  const client = clientOf(server);
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA" } } as const;
  const tools = [{ type: "function", function: { name: "f", parameters: {} } } as const];
  const wrong: [Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>, param: string | null][] = [
    [{ tools }, "tools"],
    [{ messages: [{ role: "user", content: [image] }] }, "messages[0].content"],
    [{ messages: [{ role: "tool", content: "x", tool_call_id: "1" }, user("x")] }, "messages[0]"],
    [{ response_format: { type: "json_object" } }, "response_format"],
    [{ n: 2 }, "n"],
    [{ logprobs: true }, "logprobs"],
    [{ messages: [] }, null],
    [{ model: "gpt-4" }, "model"],
    [{ model: undefined as unknown as string }, "model"],
  ];
  for (const [part, param] of wrong) {
    const call = client.chat.completions.create({ model: "ergo/auto", messages: [user("x")], ...part });
    const error = (await call.catch((thrown: unknown) => thrown)) as InstanceType<typeof OpenAI.APIError>;
    expect(error, JSON.stringify(part)).toBeInstanceOf(OpenAI.APIError);
    expect(error.param ?? null).toBe(param);
    expect(error.type).toBe("invalid_request_error");
    expect(error.message).not.toContain("undefined");
  }
  await expect(client.embeddings.create({ model: "none", input: "x" })).rejects.toMatchObject({
    code: "MODEL_UNKNOWN",
  });
  const stranger = new OpenAI({ apiKey: "wrong", baseURL: `${server.url}v1`, maxRetries: 0 });
  await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  expect((await server.get("/api/runs")).of).toBe(0);
});

test("a client does not ask anew by itself what failed", async () => {
  const server = await served(files);
  let asked = 0;
  const counted = (...given: Parameters<typeof fetch>) => {
    asked += 1;
    return fetch(...given);
  };
  const client = new OpenAI({ apiKey: server.token, baseURL: `${server.url}v1`, maxRetries: 2, fetch: counted });
  const body = { model: "ergo/auto", messages: [user(counting)], n: 2 };
  await expect(client.chat.completions.create(body)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  const failed = await server.fetch("/v1/chat/completions", { method: "POST", body: "{}" });
  expect(failed.headers.get("x-should-retry")).toBe("false");
  expect(asked).toBe(1);
  const { paths } = await server.get("/openapi.json");
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/v1/chat/completions", "/v1/responses", "/v1/embeddings"]),
  );
});

test("what a chat client asks for itself is answered by rules, and no run is begun for it", async () => {
  const server = await served(files);
  const client = clientOf(server);
  const history = `<chat_history>\nUSER: ${counting}\nASSISTANT: 3\nUSER: and who books trains?\n</chat_history>`;
  const task = (what: string) => `### Task:\n${what}\n### Output:\nJSON format\n### Chat History:\n${history}`;
  const asked: [message: string, reply: string][] = [
    [
      task("Generate a concise, 3-5 word title with an emoji summarizing the chat history."),
      '{"title":"How many Markdown files are there"}',
    ],
    [task("Generate 1-3 broad tags categorizing the main themes of the chat history."), '{"tags":[]}'],
    [task("Suggest 3-5 relevant follow-up questions the user might ask next."), '{"follow_ups":[]}'],
    // As Open WebUI 0.12.4 asks, of a conversation that speaks of titles.
    [
      task('Predict 3-5 useful messages. JSON format: { "follow_ups": ["Suggested next message 1"] }').replace(
        counting,
        "Which title has the image generation note?",
      ),
      '{"follow_ups":[]}',
    ],
    [
      task("Generate a detailed prompt for am image generation task based on the given language and context."),
      '{"prompt":"and who books trains?"}',
    ],
    [task("Determine the necessity of generating search queries."), '{"queries":["and who books trains?"]}'],
    [
      `Provide a concise, 5-word-or-less title for the conversation. Only return the title itself.\n\nConversation:\nUser: ${counting}\nAI: 3`,
      "How many Markdown files are there",
    ],
    // As LibreChat asks, before and since its agents.
    [
      `Please generate a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation. Apply title case conventions appropriate for the language. Never directly mention the language name or the word "title"\n\n||>User:\n"${counting}"\n||>Response:\n"There are 3."\n\n||>Title:`,
      "How many Markdown files are there",
    ],
    [
      `Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language (5 words or less, no punctuation or quotation)\n\nUser: ${counting}\nAI: There are 3.`,
      '{"title":"How many Markdown files are there"}',
    ],
  ];
  for (const [message, reply] of asked) {
    const made = await client.chat.completions.create({ model: "ergo/auto", messages: [user(message)] });
    expect(made.choices[0]!.message.content).toBe(reply);
  }
  expect((await server.get("/api/runs")).of).toBe(0);
  const question = "Which document has the title Travel, and what tags?";
  await client.chat.completions.create({ model: "ergo/auto", messages: [user(question)] });
  expect((await server.get("/api/runs")).of).toBe(1);
  const merged = `You have been provided with a set of responses from various models to the latest user query: "${counting}"\n\nYour task is to synthesize these responses into a single, high-quality response.\n\nResponses from models: 4, 5`;
  const { choices } = await client.chat.completions.create({ model: "ergo/auto", messages: [user(merged)] });
  expect(choices[0]!.message.content).toMatch(/^There are 3 Markdown files/);
});
