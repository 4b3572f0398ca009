import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Host } from "../host/host.ts";
import { createMcp } from "./server.ts";

/** The protocol over streamable HTTP, of both lines: a server of its own for each request, none keeps a state. */
export function overHttp(host: Host): { fetch(request: Request): Promise<Response>; close(): Promise<void> } {
  return createMcpHandler(() => createMcp(host));
}
