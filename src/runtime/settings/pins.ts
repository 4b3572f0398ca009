import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import { type Definition, pinOf, settled } from "../../external/definition.ts";
import { locked, replace } from "./trust.ts";

/** The definitions of a server's tools as the user agreed to them, their SHA-256, and when that was. */
export type Pin = { hash: string; time: number; tools: Definition[] };

/** What was agreed to, by the names of servers; empty where nothing was. Throws CONFIG_INVALID for what can't be read. */
export function readPins(home: string): Record<string, Pin> {
  const file = pinFile(home);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return {};
    throw new ErgoError("CONFIG_INVALID", { file, detail: reason(thrown) }, { cause: thrown });
  }
  const pins = parse(text);
  if (pins !== undefined) return pins;
  throw new ErgoError("CONFIG_INVALID", { file, detail: "it is not a list of definitions that were agreed to" });
}

/** Agrees to definitions as they were shown, or to none of that server any more (null). Throws HOME_WRITE. */
export async function setPin(home: string, server: string, tools: Definition[] | null, now = Date.now()) {
  const file = pinFile(home);
  await locked(file, () => {
    const servers = { ...readPins(home) };
    if (tools === null) delete servers[server];
    else servers[server] = { hash: pinOf(tools), time: now, tools: settled(tools) };
    replace(file, `${JSON.stringify({ v: 1, servers }, null, 2)}\n`);
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
