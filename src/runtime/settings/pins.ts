import { join } from "node:path";
import { type Definition, pinOf, settled } from "../../external/definition.ts";
import { changeList, readList } from "./list.ts";

/** The definitions of a server's tools as the user agreed to them, their SHA-256, and when that was. */
export type Pin = { hash: string; time: number; tools: Definition[] };

/** What was agreed to, by the names of servers; empty where nothing was. Throws CONFIG_INVALID for what can't be read. */
export function readPins(home: string): Record<string, Pin> {
  return readList(pinFile(home), "definitions that were agreed to", parse) ?? {};
}

/** Agrees to definitions as they were shown, or to none of that server any more (null). Throws HOME_WRITE. */
export async function setPin(home: string, server: string, tools: Definition[] | null, now = Date.now()) {
  await changeList(pinFile(home), () => {
    const servers = { ...readPins(home) };
    if (tools === null) delete servers[server];
    else servers[server] = { hash: pinOf(tools), time: now, tools: settled(tools) };
    return { v: 1, servers };
  });
}

/** A list whose definitions do not have their hash was changed by hand: it is none. */
function parse(text: string): Record<string, Pin> | undefined {
  try {
    const { v, servers } = JSON.parse(text) as { v: unknown; servers: Record<string, Pin> };
    const whole = Object.values(servers).every(({ hash, tools }) => pinOf(tools) === hash);
    return v === 1 && whole ? Object.assign(Object.create(null), servers) : undefined;
  } catch {
    return undefined;
  }
}

function pinFile(home: string): string {
  return join(home, "mcp.json");
}
