import { type ErgoError, known, type Problem, problem } from "../../core/error.ts";
import type { ExternalEffect } from "../../core/external.ts";
import { type Definition, difference, effectOf, line, pinOf, settled } from "../../external/definition.ts";
import { configured, connectTo } from "../session/external.ts";
import { readPins, setPin } from "../settings/pins.ts";
import type { Config } from "../settings/settings.ts";

/** A tool of a server, and what it may do by the user's word. */
export type ToolState = { name: string; does: string; effect: ExternalEffect };

/**
 * What a server describes now, beside what was agreed to: `changes` are the lines in which the two differ. One that is not reached is
 * told by what was agreed to, with the reason.
 */
export type Agreement = {
  server: string;
  place: string;
  /** Whether its program runs in the sandbox; null for an address, and where it is not known. */
  confined: boolean | null;
  state: "agreed" | "unagreed" | "changed" | "unreachable";
  hash: string;
  tools: ToolState[];
  changes: string[];
  definitions: Definition[];
  problem?: Problem;
  error?: ErgoError;
};

type Around = { config: Pick<Config, "mcp" | "profile">; home: string };

/** Asks several servers, one after the other. Throws MCP_UNKNOWN. */
export async function agreementsOf(names: readonly string[], around: Around): Promise<Agreement[]> {
  const found: Agreement[] = [];
  for (const name of names) found.push(await agreementOf(name, around));
  return found;
}

/** Starts a server, asks it for its tools, and ends it. Throws MCP_UNKNOWN, and CONFIG_INVALID for a damaged list of agreements. */
export async function agreementOf(server: string, around: Around): Promise<Agreement> {
  const { url, command = "", args = [], tools: effects = {} } = configured(server, around.config);
  const pin = readPins(around.home)[server];
  const of = (definitions: Definition[], state: Agreement["state"]): Agreement => ({
    server,
    place: url ?? [command, ...args].join(" "),
    confined: null,
    state,
    hash: pinOf(definitions),
    tools: definitions.map((each) => ({ name: each.name, does: line(each), effect: effectOf(each.name, effects) })),
    changes: pin && state === "changed" ? difference(pin.tools, definitions) : [],
    definitions,
  });
  try {
    const connection = await connectTo(server, around);
    try {
      const definitions = settled(await connection.tools());
      const state = pin === undefined ? "unagreed" : pin.hash === pinOf(definitions) ? "agreed" : "changed";
      return { ...of(definitions, state), confined: connection.confined };
    } finally {
      await connection.close();
    }
  } catch (thrown) {
    return { ...of(pin?.tools ?? [], "unreachable"), problem: problem(thrown), error: known(thrown) };
  }
}

/** Agrees to definitions as they were shown, or to none any more (null). Throws MCP_UNKNOWN and HOME_WRITE. */
export async function agree(server: string, definitions: Definition[] | null, { config, home }: Around): Promise<void> {
  if (definitions !== null) configured(server, config);
  await setPin(home, server, definitions);
}
