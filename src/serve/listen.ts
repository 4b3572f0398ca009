import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { ErgoError } from "../core/error.ts";
import type { HostOptions } from "../host/host.ts";
import { openApp } from "./app.ts";
import { failureOf, invalid } from "./failure.ts";
import { type Folders, openFolders } from "./folders.ts";
import { bracketed, isLoopback } from "./guard.ts";
import { userToken } from "./token.ts";

export type ServeOptions = HostOptions & {
  host?: string;
  /** Where it listens, or at the next port that is free; 0 for any. */
  port?: number;
};

/** A server that takes requests. `url` is its address, `opened` the one that holds the token. */
export type Serving = {
  url: string;
  opened: string;
  token: string;
  port: number;
  /** Whether it can be reached from other machines. */
  beyond: boolean;
  /** Takes no more, calls off what runs, which can be gone on with, and ends. */
  close(): Promise<void>;
};

const usual = { host: "127.0.0.1", port: 7878 } as const;

/** Ports that are tried, one after the other. */
const tries = 20;

/** Milliseconds for a request's head and for all of it, and bytes of its head. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16_384,
} as const;

/** Serves a folder over HTTP. Throws SERVE_PORT, HOME_WRITE, and what `openSession` throws. */
export async function serve({ host = usual.host, port = usual.port, ...options }: ServeOptions): Promise<Serving> {
  const opened = await openFolders(options);
  const stopping = new AbortController();
  let listening = port;
  try {
    const { folder, session } = opened.own;
    const token = userToken(folder.home);
    const { keys } = session.config.serve;
    const app = openApp(opened, { token, keys, host, port: () => listening }, stopping.signal);
    const server = createServer(limits, getRequestListener(app.fetch, { hostname: host }));
    server.maxHeadersCount = 100;
    server.on("clientError", refuseClient);
    const answering = counting(server);
    listening = await listenAt(server, host, port);
    const url = `http://${bracketed(host === "0.0.0.0" || host === "::" ? "localhost" : host)}:${listening}/`;
    return {
      url,
      token,
      port: listening,
      opened: `${url}#token=${token}`,
      beyond: !isLoopback(host),
      close: () => end(server, answering, opened, stopping),
    };
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

async function listenAt(server: Server, host: string, port: number): Promise<number> {
  for (let next = port; ; next++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(next, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return (server.address() as { port: number }).port;
    } catch (thrown) {
      const { code, message } = thrown as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && port !== 0 && next < Math.min(port + tries, 65_535)) continue;
      throw new ErgoError("SERVE_PORT", { host, port, detail: message }, { cause: thrown });
    }
  }
}

/** What is no request, or holds too much, is refused in the form of the API, as far as anyone still reads that. */
function refuseClient({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, thrown] = faults[code ?? ""] ?? ["400 Bad Request", invalid("this is no HTTP request")];
  const body = JSON.stringify({ error: failureOf(thrown).error });
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
}

const faults: Record<string, [status: string, thrown: ErgoError]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    new ErgoError("REQUEST_TOO_LARGE", { limit: limits.maxHeaderSize, what: "bytes of headers" }),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", invalid("the request did not come in time")],
};

/** The responses that are under way, and who wants to know when there are none. */
type Answering = { count: number; idle: () => void };

function counting(server: Server): Answering {
  const answering: Answering = { count: 0, idle: () => undefined };
  server.on("request", (_, response) => {
    answering.count += 1;
    response.once("close", () => {
      answering.count -= 1;
      if (answering.count === 0) answering.idle();
    });
  });
  return answering;
}

/** Milliseconds in which streams may tell how their runs ended. */
const patience = 2000;

/** Connections on which nothing is answered count for nothing: a browser keeps some open on which it never asked. */
async function end(server: Server, answering: Answering, folders: Folders, stopping: AbortController): Promise<void> {
  stopping.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await folders.close();
  const leave = () => server.closeAllConnections();
  const late = setTimeout(leave, patience);
  answering.idle = leave;
  if (answering.count === 0) leave();
  await closed;
  clearTimeout(late);
}
