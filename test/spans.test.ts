import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Answer, ask, openSession } from "../src/index.ts";
import { readRun } from "../src/runtime/record/runs.ts";
import { spansOf } from "../src/runtime/record/spans.ts";
import { scripted } from "../src/testing.ts";
import { ergo, folder, write } from "./ergo.ts";

/** Runs as spans of OpenTelemetry: what they hold, what they never hold unless it is wanted, and where they go. */

const files = { "harbour.md": "# Harbour\n\nThe lighthouse was built by Anna Lindqvist in 1891.\n" };
const question = "Who built the lighthouse?";

type Taken = { url: string | undefined; type: string | undefined; body: ReturnType<typeof spansOf> };

/** What takes spans on this machine, and answers with `status`. */
async function collector(status = 200) {
  const taken: Taken[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url, headers } = request;
    taken.push({ url, type: headers["content-type"], body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { taken, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` };
}

/** Asks with a model, in a home with these settings; gives the answer, the session's folder, and what was told meanwhile. */
async function asked(settings: string): Promise<{ answer: Answer; told: string[]; lines: ReturnType<typeof readRun> }> {
  const home = folder();
  write(home, { "ergo.yaml": settings });
  vi.stubEnv("ERGO_HOME", home);
  const model = scripted(() => "Anna Lindqvist");
  const session = await openSession({
    dir: folder(files),
    model,
    cache: false,
    models: ["embedder=none", "reranker=none"],
  });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  const told: string[] = [];
  const watch = (event: { type: string; text?: string }) =>
    void (event.type === "notice" && told.push(event.text ?? ""));
  const answer = await ask(session, { question }, { watch });
  return { answer, told, lines: readRun(session.folder, answer.run) };
}

const said = ({ attributes }: { attributes: { key: string; value: object }[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a finished run is sent as spans by the conventions, without a word of what was asked, read or said", async () => {
  const { taken, endpoint } = await collector();
  const { answer, told, lines } = await asked(`otel: {endpoint: "${endpoint}"}\n`);
  expect(told.filter((text) => text.includes("spans"))).toEqual([]);
  expect(taken).toMatchObject([{ url: "/v1/traces", type: "application/json" }]);
  const [{ resource, scopeSpans }] = taken[0]!.body.resourceSpans as [Taken["body"]["resourceSpans"][0]];
  expect(said(resource)).toMatchObject({ "service.name": "ergo" });
  const { spans } = scopeSpans[0]!;
  const [whole, ...parts] = spans;
  expect(whole).toMatchObject({ name: `invoke_agent ${answer.engine}`, status: { code: 0 } });
  expect(whole).not.toHaveProperty("parentSpanId");
  expect(said(whole!)).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.conversation.id": answer.session,
    "gen_ai.usage.input_tokens": String(answer.usage.tokensIn),
    "ergo.run": answer.run,
  });
  const chat = parts.find(({ name }) => name.startsWith("chat"))!;
  expect(chat.kind).toBe(3);
  expect(said(chat)).toMatchObject({ "gen_ai.operation.name": "chat", "gen_ai.request.model": answer.models.worker });
  expect(Number(said(chat)["gen_ai.usage.input_tokens"])).toBeGreaterThan(0);
  expect(parts.map(({ name }) => name)).toContain("execute_tool observe");
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(spans.length);
  for (const { traceId, spanId, parentSpanId, startTimeUnixNano: from, endTimeUnixNano: to } of spans) {
    expect([traceId, spanId].join(" ")).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/);
    expect(traceId).toBe(whole!.traceId);
    if (spanId !== whole!.spanId) expect(ids).toContain(parentSpanId);
    expect(BigInt(to)).toBeGreaterThanOrEqual(BigInt(from));
  }
  expect(JSON.stringify(taken)).not.toMatch(/lighthouse|Lindqvist|harbour/i);
  expect(spansOf(lines, { texts: false })).toEqual(taken[0]!.body);
});

test("texts are in them where that is wanted", async () => {
  const { taken, endpoint } = await collector();
  const { answer } = await asked(`otel: {endpoint: "${endpoint}", texts: true}\n`);
  const { spans } = taken[0]!.body.resourceSpans[0]!.scopeSpans[0]!;
  const messages = JSON.parse(said(spans[0]!)["gen_ai.output.messages"]);
  expect(messages).toEqual([{ role: "assistant", parts: [{ type: "text", content: answer.answer }] }]);
  const chat = spans.find(({ name }) => name.startsWith("chat"))!;
  expect(said(chat)["gen_ai.output.messages"]).toContain("Anna Lindqvist");
});

test.each([
  ["nobody listens", "http://127.0.0.1:1/v1/traces", 200],
  ["it refuses", null, 500],
  ["it leads elsewhere", null, 307],
])("where %s the answer stands, and that is told", async (_, address, status) => {
  const { taken, endpoint } = await collector(status);
  const { answer, told } = await asked(`otel: {endpoint: "${address ?? endpoint}"}\n`);
  expect(answer.status).toBe("answered");
  expect(told.join("\n")).toMatch(/spans can't be sent to http:\/\/127\.0\.0\.1:/);
  expect(taken).toHaveLength(address ? 0 : 1);
});

test("spans leave this machine only where the user lets them, and a folder can't have them sent", async () => {
  const home = folder({ "ergo.yaml": "otel: {endpoint: 'https://example.com/v1/traces'}\n" });
  const refused = await ergo(["config"], { env: { ERGO_HOME: home } });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("local_only is true") });
  // What a folder narrows counts when they are sent.
  write(home, { "ergo.yaml": "otel: {endpoint: 'https://example.com/v1/traces'}\nlocal_only: false\n" });
  const dir = folder({ ...files, "ergo.yaml": "local_only: true\n" });
  const answered = await ergo(["ask", question, "--dir", dir], { env: { ERGO_HOME: home } });
  expect(answered.code).toBe(0);
  expect(answered.err).toMatch(/spans can't be sent to https:\/\/example\.com\S*: it is not this machine/);
});

test("`ergo trace RUN --otlp` prints them, sent or not", async () => {
  const home = folder();
  const dir = folder(files);
  const run = (...args: string[]) => ergo([...args, "--dir", dir], { env: { ERGO_HOME: home } });
  const { run: name } = (await run("ask", question, "--json")).json();
  const printed = (await run("trace", name, "--otlp")).json();
  expect(printed.resourceSpans[0].scopeSpans[0].spans[0].name).toMatch(/^invoke_agent /);
  expect(JSON.stringify(printed)).not.toContain("lighthouse");
  expect((await run("trace", name, "--otlp", "--texts")).out).toContain("lighthouse");
});
