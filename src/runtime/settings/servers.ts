import { isAbsolute } from "node:path";
import { ErgoError } from "../../core/error.ts";
import { isLocal } from "../../model/provider/local.ts";
import type { Config, Partly } from "./settings.ts";

/** Names of servers: they stand before a dot in plans, in messages and in paths. */
const named = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Judges what the schema can't of the user's servers, of keys to folders, and of the address that spans are sent to: a server is a program or an address,
 * and a way out of this machine has to be wanted. Throws CONFIG_INVALID.
 */
export function requireServers({ mcp = {}, serve, otel, local_only }: Partly<Config>, file: string): void {
  const refuse = (detail: string) => {
    throw new ErgoError("CONFIG_INVALID", { file, detail });
  };
  for (const [name, { command, url, headers, args, env, reads, confined } = {}] of Object.entries(mcp)) {
    if (!named.test(name)) refuse(`mcp.${name}: a name is of small letters, digits and "-"`);
    if ((command === undefined) === (url === undefined)) refuse(`mcp.${name}: name either a command or a url`);
    if (command !== undefined && headers !== undefined) refuse(`mcp.${name}: headers go with a url`);
    if (url === undefined) continue;
    if (!isLocal(url)) refuse(`mcp.${name}.url: ${url} is no address of this machine`);
    if ([args, env, reads, confined].some((each) => each !== undefined))
      refuse(`mcp.${name}: args, env, reads and confined go with a command`);
  }
  for (const [key, dir = ""] of Object.entries(serve?.keys ?? {})) {
    if (!/^[0-9a-f]{64}$/.test(key)) refuse(`serve.keys.${key}: it is no SHA-256 of a key, in hexadecimal`);
    if (!isAbsolute(dir)) refuse(`serve.keys.${key}: ${dir} is no path from the root`);
  }
  const endpoint = otel?.endpoint ?? "";
  if (endpoint !== "" && !/^https?:\/\//.test(endpoint)) refuse(`otel.endpoint: ${endpoint} is no address`);
  if (endpoint !== "" && !isLocal(endpoint) && (local_only ?? true))
    refuse(`otel.endpoint: ${endpoint} is not this machine, and local_only is true`);
}
