import type { Readable, Writable } from "node:stream";
import {
  type CallToolResult,
  Client,
  ReadBuffer,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { ErgoError, reason } from "../core/error.ts";
import type { Told } from "../core/external.ts";
import type { Json } from "../core/journal.ts";
import type { Definition } from "./definition.ts";

/** A program that is spoken to over its standard input and output; `said` is what it last wrote to its standard error. */
type Coprocess = { confined: boolean; input: Writable; output: Readable; said(): string; end(): Promise<void> };

/** A server that was greeted. What it throws is MCP_FAILED; `close` ends its process too. */
export type Connection = {
  tools(signal?: AbortSignal): Promise<Definition[]>;
  call(tool: string, args: { [name: string]: Json }, signal?: AbortSignal): Promise<Told>;
  /** Whether its program runs in the sandbox; null for a server that is an address. */
  confined: boolean | null;
  /** Whether it has gone. */
  closed(): boolean;
  close(): Promise<void>;
};

/** Where a server is: a program, begun by whoever asks, or an address of this machine. */
export type Place = { begin(): Promise<Coprocess> } | { url: string; headers: Record<string, string> };

type Address = Extract<Place, { url: string }>;

/** Milliseconds for a greeting or a list, and for a call; tools and characters of a result at most. */
const limits = { greeting: 20_000, call: 120_000, tools: 1000, text: 64 * 1024 };

/** A message of more bytes ends the connection. */
const largest = 4 * 1024 * 1024;

/** Greets a server by the public client of the protocol. Throws MCP_UNREACHABLE. */
export async function connect(server: string, place: Place, about: { version: string }): Promise<Connection> {
  const program = "begin" in place ? await place.begin() : undefined;
  let gone = false;
  // A program gets the greeting that every server knows: one that does not may end at any other word. Over HTTP the newer one is tried first.
  const client = new Client(
    { name: "ergo", title: "Ergo", version: about.version },
    { capabilities: {}, versionNegotiation: { mode: program ? "legacy" : "auto" } },
  );
  client.onclose = () => (gone = true);
  client.onerror = () => undefined;
  const transport: Transport = program ? overStreams(program) : overHttp(place as Address);
  const close = async () => {
    gone = true;
    await client.close().catch(() => undefined);
    await program?.end();
  };
  try {
    await client.connect(transport, { timeout: limits.greeting });
  } catch (thrown) {
    await close();
    const said = telling(program?.said() ?? "");
    throw new ErgoError("MCP_UNREACHABLE", { server, detail: said || reason(thrown) }, { cause: thrown });
  }
  const failing = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      signal?.throwIfAborted();
      throw new ErgoError("MCP_FAILED", { server, detail: reason(thrown) }, { cause: thrown });
    }
  };
  return {
    tools: (signal) => failing(() => listed(client, signal), signal),
    call: (name, args, signal) =>
      failing(async () => {
        const options = { timeout: limits.call, maxTotalTimeout: limits.call, ...(signal ? { signal } : {}) };
        return toldBy(await client.callTool({ name, arguments: args }, options));
      }, signal),
    confined: program?.confined ?? null,
    closed: () => gone,
    close,
  };
}

/** The lines of what a program wrote to its errors that say most: those that name one, else the last. */
function telling(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const naming = lines.filter((line) => /error|cannot|not found|denied/i.test(line));
  return (naming.length > 0 ? naming.slice(0, 2) : lines.slice(-2)).map((line) => line.trim()).join(" / ");
}

/** Every tool of a server, asked for anew: what it said of them before says nothing of now. */
async function listed(client: Client, signal?: AbortSignal): Promise<Definition[]> {
  const options = { timeout: limits.greeting, cacheMode: "refresh" as const, ...(signal ? { signal } : {}) };
  const { tools } = await client.listTools(undefined, options);
  if (tools.length > limits.tools) throw new Error(`it has more than ${limits.tools} tools`);
  return JSON.parse(JSON.stringify(tools)) as Definition[];
}

/** What a tool said, as text: of anything else only that it was there. */
function toldBy({ content, structuredContent, isError }: CallToolResult): Told {
  const parts = (content ?? []).map((part) => {
    if (part.type === "text") return part.text;
    if (part.type === "resource" && "text" in part.resource) return part.resource.text;
    return part.type === "resource_link" ? part.uri : `(${part.type})`;
  });
  const whole = parts.length === 0 && structuredContent ? JSON.stringify(structuredContent) : parts.join("\n");
  const text = whole.slice(0, limits.text);
  return { text, failed: isError === true, cut: text.length < whole.length };
}

/** Follows no redirect: another address is not the one that was named. */
function overHttp({ url, headers }: Address): Transport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (address, init) => fetch(address, { ...init, redirect: "error" }),
  });
}

/** One JSON-RPC message a line. */
function overStreams({ input, output }: Coprocess): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: largest });
  const transport: Transport = {
    async start() {
      output.on("data", (chunk: Buffer) => read(chunk));
      output.once("close", ended);
      input.on("error", (error) => transport.onerror?.(error));
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        input.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      input.end();
      ended();
    },
  };
  let open = true;
  const ended = () => {
    if (open) transport.onclose?.();
    open = false;
  };
  const read = (chunk: Buffer) => {
    try {
      buffer.append(chunk);
    } catch (thrown) {
      transport.onerror?.(thrown as Error);
      return void transport.close();
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (thrown) {
        // A line that is no message is passed over.
        transport.onerror?.(thrown as Error);
      }
    }
  };
  return transport;
}
