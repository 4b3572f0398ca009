import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ErgoError } from "../core/error.ts";
import { type Host, type HostOptions, openHost } from "../host/host.ts";
import { openApp } from "./app.ts";
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
  const opened = await openHost(options);
  const stopping = new AbortController();
  let listening = port;
  try {
    const token = userToken(opened.folder.home);
    const app = openApp(opened, { token, host, port: () => listening }, stopping.signal);
    const server = createServer(limits, getRequestListener(app.fetch, { hostname: host }));
    server.maxHeadersCount = 100;
    listening = await listenAt(server, host, port);
    const url = `http://${bracketed(host === "0.0.0.0" || host === "::" ? "localhost" : host)}:${listening}/`;
    return {
      url,
      token,
      port: listening,
      opened: `${url}#token=${token}`,
      beyond: !isLoopback(host),
      close: () => end(server, opened, stopping),
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

/** Milliseconds in which streams may tell how their runs ended. */
const patience = 2000;

async function end(server: Server, host: Host, stopping: AbortController): Promise<void> {
  stopping.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await host.close();
  const late = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(late);
}
