import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "../host/host.ts";
import { createMcp } from "./server.ts";

/** Speaks the protocol over stdin and stdout until the client goes or the signal calls it off. */
export async function overStdio(host: Host, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  process.stdin.once("end", ended.resolve);
  process.stdin.once("close", ended.resolve);
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  const handle = serveStdio(() => createMcp(host));
  if (!signal.aborted) await ended.promise;
  await handle.close();
}
