import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { bin, folder } from "./ergo.ts";
import { held, patient, type Served, served } from "./server.ts";

const files = { "docs/leave.md": "# Leave\n\nEmployees get 25 days of paid leave a year.\n", "notes.md": "# Notes\n" };

type Era = "legacy" | "modern";

async function connected(transport: ConstructorParameters<typeof Object>[0], era: Era): Promise<Client> {
  const options = era === "modern" ? { versionNegotiation: { mode: "auto" as const } } : {};
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  onTestFinished(() => client.close());
  return client;
}

async function overStdio(args: string[] = [], era: Era = "legacy"): Promise<Client> {
  const env = { ...process.env, ERGO_HOME: folder(), ERGO_MODEL: "none", ERGO_PULL: "never" } as Record<string, string>;
  const command = [bin, "mcp", "--dir", folder(files), ...args];
  return connected(new StdioClientTransport({ command: process.execPath, args: command, env }), era);
}

async function overHttp(era: Era, at?: Served): Promise<Client> {
  const { url, token } = at ?? (await served(files));
  const headers = { authorization: `Bearer ${token}` };
  return connected(new StreamableHTTPClientTransport(new URL("mcp", url), { requestInit: { headers } }), era);
}

const doors: [name: string, era: Era, open: () => Promise<Client>][] = [
  ["stdio, 2025", "legacy", () => overStdio()],
  ["stdio, 2026", "modern", () => overStdio([], "modern")],
  ["HTTP, 2025", "legacy", () => overHttp("legacy")],
  ["HTTP, 2026", "modern", () => overHttp("modern")],
];

test.each(doors)("an agent asks, checks, searches and reads what answers rest on over %s", async (_, era, open) => {
  const client = await open();
  expect(client.getProtocolEra()).toBe(era);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["ask", "check", "search", "verify", "audit", "map", "code", "policy"]);
  for (const { annotations, inputSchema, outputSchema } of tools) {
    expect(outputSchema).toMatchObject({ type: "object", properties: expect.any(Object) });
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  }
  const call = async (name: string, input: Record<string, unknown>) =>
    await client.callTool({ name, arguments: input });
  const told: string[] = [];
  const answer = await client.callTool(
    { name: "ask", arguments: { question: "How many days of paid leave do employees get?" } },
    { onprogress: ({ message }) => told.push(message ?? "") },
  );
  expect(answer.structuredContent).toMatchObject({ v: 1, status: "answered", claims: [{ verdict: "supported" }, {}] });
  expect(told.some((line) => line.startsWith("answers by the engine cite"))).toBe(true);
  expect(told.join("\n")).not.toMatch(/[A-Z]{3,}\.1/);
  const links = answer.content.flatMap((part) => (part.type === "resource_link" ? [part.uri] : []));
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0] as { text: string };
  expect((await read(links[0]!)).text).toContain("25 days of paid leave");
  expect((await read(links.at(-1)!)).text).toContain('"run.start"');
  expect((await read("ergo://file/docs%2Fleave.md")).text).toContain("# Leave");
  expect((await read("ergo://file/docs/leave.md")).text).toContain("# Leave");
  for (const away of ["../../etc/passwd", "docs/../../x", "docs/%2e%2e/%2e%2e/x", "/etc/passwd"])
    await expect(read(`ergo://file/${away}`)).rejects.toThrow();
  await expect(read("ergo://file/..%2F..%2Fetc%2Fpasswd")).rejects.toThrow(/not among the files/);
  await expect(read("ergo://trace/..%2F..%2Fx")).rejects.toThrow();
  const { run } = answer.structuredContent as { run: string };
  expect((await call("verify", { run })).structuredContent).toMatchObject({ intact: true, current: true });
  expect((await call("check", { claim: 'files("**/*.md") = 2' })).structuredContent).toMatchObject({
    verdict: "provable",
  });
  expect((await call("search", { question: "leave" })).structuredContent).toMatchObject({
    hits: [{ path: "docs/leave.md" }],
  });
  expect((await call("policy", { command: "rm -rf ." })).structuredContent).toMatchObject({ allowed: false });
  const { sentences } = (await call("audit", { text: "Employees get 30 days of paid leave a year." }))
    .structuredContent as {
    sentences: object[];
  };
  expect(sentences).toMatchObject([{ verdict: "contradicted", evidence: [{ path: "docs/leave.md" }] }]);
  const map = await call("map", {});
  expect(map.structuredContent).toMatchObject({ documents: 2 });
  expect(map.content).toMatchObject([
    { text: expect.stringMatching(/^\d+ mentions in \d+ passages of 2 documents\n/) },
  ]);
  expect((await client.listResources()).resources).toMatchObject([{ uri: `ergo://trace/${run}` }]);
});

test("what can't be done is told to the agent with a way out", async () => {
  const client = await overHttp("modern");
  const wrong = await client.callTool({ name: "check", arguments: { claim: "exists(" } });
  expect(wrong).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^CLAIM_SYNTAX: .*\ntry: /) }],
  });
  const missing = await client.callTool({ name: "check", arguments: {} }).catch((thrown: Error) => thrown);
  expect(missing instanceof Error ? missing.message : JSON.stringify(missing)).toContain("claim");
});

test("a conversation goes on by its session, and what is not there is no fault of the server's", async () => {
  const client = await overHttp("modern");
  const ask = (question: string, more = {}) => client.callTool({ name: "ask", arguments: { question, ...more } });
  const first = await ask("How many Markdown files are there?");
  const { session } = first.structuredContent as { session: string };
  const then = await ask("and in docs?", { session });
  expect(then.structuredContent).toMatchObject({ question: "How many Markdown files are there in docs?" });
  expect(await ask("  ")).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("it is empty") }] });
  for (const uri of ["ergo://file/nothing.md", "ergo://trace/20200101-000000-abcdef", "ergo://passage/x/e1"]) {
    const thrown = await client.readResource({ uri }).catch((error: Error) => error);
    expect(thrown).toMatchObject({ code: -32602, message: expect.stringContaining("; ") });
  }
});

test("who calls a question off over HTTP stops its run", async () => {
  const model = held("25 days");
  const server = await served(files, { model, home: patient });
  const client = await overHttp("modern", server);
  const gone = new AbortController();
  const question = "How many days of paid leave do employees get?";
  const asked = client.callTool({ name: "ask", arguments: { question } }, { signal: gone.signal });
  await model.asked(1);
  gone.abort();
  await expect(asked).rejects.toThrow(/abort/);
  await expect.poll(async () => (await server.get("/api/runs")).runs[0].status, { timeout: 60_000 }).toBe("cancelled");
});

test("a profile that may change files says so to clients", async () => {
  const client = await overStdio(["--profile", "dev"]);
  const { tools } = await client.listTools();
  const changing = tools.filter(({ annotations }) => annotations!.destructiveHint).map(({ name }) => name);
  expect(changing).toEqual(["ask"]);
});
