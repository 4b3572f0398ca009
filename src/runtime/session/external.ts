import { ErgoError, type Problem, problem } from "../../core/error.ts";
import { type External, type Externals, serverOf } from "../../core/external.ts";
import type { Connection, Place } from "../../external/client.ts";
import { type Definition, difference, externalsOf, pinOf } from "../../external/definition.ts";
import { readPins } from "../settings/pins.ts";
import type { Config, ExternalServer } from "../settings/settings.ts";
import { version } from "../settings/version.ts";

/** Where servers are begun: what they may not see, beside what the configuration says of them. */
type Around = { config: Pick<Config, "mcp" | "profile">; home: string };

/** The servers of the user's configuration: their tools, as far as they were agreed to, and why others are not among them. */
export type OpenExternals = Externals & { problems: Problem[]; close(): Promise<void> };

/** Lines of a difference that an error tells. */
const told = 6;

/**
 * Opens the servers of a configuration. None is started before one of its tools is used: what there is to choose of are the definitions
 * that were agreed to. A profile without tools has none. Throws CONFIG_INVALID for a damaged list of what was agreed to.
 */
export function openExternals(around: Around): OpenExternals {
  const { config, home } = around;
  const names = config.profile === "safe" ? [] : Object.keys(config.mcp);
  const pins = names.length > 0 ? readPins(home) : {};
  const tools = names.flatMap((name) =>
    pins[name] ? externalsOf(name, pins[name].tools, config.mcp[name]!.tools ?? {}) : [],
  );
  const missing = names.filter((name) => pins[name] === undefined);
  const open = new Map<string, Promise<Connection>>();
  const connected = async (server: string): Promise<Connection> => {
    const known = open.get(server);
    if (known && !(await known.then((each) => each.closed()).catch(() => true))) return await known;
    const opening = connectTo(server, around);
    open.set(server, opening);
    return await opening;
  };
  return {
    tools,
    problems: missing.map((server) => problem(new ErgoError("MCP_UNAGREED", { server }))),
    refusal: (tool) => refusalOf(tool, config.profile),
    async call(tool, args, signal) {
      const server = serverOf(tool);
      const connection = await connected(server);
      // Asked before each call: what it described at first says nothing of now.
      requireSame(tool, pins[server]?.tools ?? [], await connection.tools(signal));
      return await connection.call(tool.name.slice(server.length + 1), args, signal);
    },
    async close() {
      for (const each of open.values()) await each.then((connection) => connection.close()).catch(() => undefined);
    },
  };
}

/** Starts and greets a server that is configured. Throws MCP_UNKNOWN, MCP_UNREACHABLE, MCP_UNCONFINED, SANDBOX_FOLDER and SANDBOX_FAILED. */
export async function connectTo(server: string, around: Around): Promise<Connection> {
  const { connect } = await import("../../external/client.ts");
  return await connect(server, placeOf(server, configured(server, around.config), around.home), { version: version() });
}

/** What is configured of a server. Throws MCP_UNKNOWN. */
export function configured(server: string, { mcp }: Pick<Config, "mcp">): ExternalServer {
  const own = Object.hasOwn(mcp, server) ? mcp[server] : undefined;
  if (own !== undefined) return own;
  throw new ErgoError("MCP_UNKNOWN", { server, known: Object.keys(mcp).join(", ") || "none" });
}

function placeOf(name: string, server: ExternalServer, home: string): Place {
  const { url, headers = {}, command, args = [], env = {}, reads = [], confined = true } = server;
  if (url !== undefined) return { url, headers: inherited(headers) };
  const program = { argv: [command!, ...args], variables: inherited(env), reads };
  return {
    async begin() {
      const { startConfined, startUnconfined } = await import("../../sandbox/coprocess.ts");
      if (!confined) return await startUnconfined(program);
      const started = await startConfined(program, [home]);
      if (!(started instanceof ErgoError)) return started;
      throw new ErgoError("MCP_UNCONFINED", { server: name, detail: started.message }, { cause: started });
    },
  };
}

/** Values in which `$NAME` stands for what Ergo finds in its own environment, so that no secret has to stand in a file. */
function inherited(values: Record<string, string>): Record<string, string> {
  const filled = (value: string) => value.replace(/\$(\w+)/g, (_, name: string) => process.env[name] ?? "");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]));
}

/** What changes something takes a profile that changes things; looking and asking a person are open to all that have tools. */
export function refusalOf({ effect }: External, profile: Config["profile"]): string | null {
  if (effect !== "write" || profile === "dev" || profile === "sovereign") return null;
  return `it changes something, and the profile ${profile} does not`;
}

function requireSame({ name, pin }: External, agreed: Definition[], now: Definition[]): void {
  if (pinOf(now) === pin) return;
  const lines = difference(agreed, now);
  const more = lines.length > told ? [`and ${lines.length - told} more`] : [];
  const shown = [...lines.slice(0, told), ...more].join("; ");
  throw new ErgoError("MCP_CHANGED", { server: name.split(".", 1)[0]!, difference: shown });
}
