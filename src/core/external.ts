import type { Json } from "./journal.ts";

/**
 * What a tool of another program may do, as the user says: `read` only looks, `write` changes something, and `ask` is what nothing is
 * known of, so that a person is asked each time.
 */
export type ExternalEffect = "read" | "write" | "ask";

/** The schema of a tool's arguments, as far as it is judged here, and as it stands in a trace. */
export type Takes = {
  type: "object";
  properties: { [name: string]: Json };
  required?: string[];
  [key: string]: Json | undefined;
};

/** A tool of a server that the user named, as its agreed definition describes it; `name` is `SERVER.TOOL`. */
export type External = {
  name: string;
  does: string;
  takes: Takes;
  effect: ExternalEffect;
  /** The SHA-256 of all definitions of its server, as the user agreed to them. */
  pin: string;
};

/** What such a tool said: a text without any rights, `cut` where it was too long; `failed` where the tool says so itself. */
export type Told = { text: string; failed: boolean; cut: boolean };

/**
 * The tools of the user's servers. `refusal` says why the profile does not let one be used; null where it may be. `call` throws
 * MCP_CHANGED where its server describes its tools otherwise than was agreed to, MCP_UNREACHABLE, MCP_UNCONFINED and MCP_FAILED.
 */
export type Externals = {
  tools: readonly External[];
  refusal(tool: External): string | null;
  call(tool: External, args: { [name: string]: Json }, signal: AbortSignal): Promise<Told>;
};

/** The part of its name that says whose tool it is. */
export function serverOf({ name }: Pick<External, "name">): string {
  return name.slice(0, name.indexOf("."));
}
