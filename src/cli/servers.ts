import { createInterface } from "node:readline/promises";
import { ErgoError } from "../core/error.ts";
import { visible } from "../core/visible.ts";
import { type Agreement, agree, agreementOf, agreementsOf, type ToolState } from "../runtime/index/servers.ts";
import { openFolder } from "../runtime/session/folder.ts";
import { loadConfig } from "../runtime/settings/config.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";
import { type Text, told } from "./text.ts";

/** `ergo mcp tools [NAME]`: the user's servers, what their tools are and may do, and whether they were agreed to. */
export async function list({ values }: Call, name: string | undefined): Promise<number> {
  const around = await configuredAround(values);
  const names = name === undefined ? Object.keys(around.config.mcp) : [name];
  const servers = await agreementsOf(names, around);
  const ok = servers.every(({ state }) => state === "agreed");
  if (values.json) {
    printJson({
      ok,
      servers: servers.map(({ definitions: _, error: __, ...server }) => server),
      degraded: around.degraded,
    });
    return ok ? 0 : 1;
  }
  for (const { message } of around.degraded) note(`note: ${message}`);
  if (servers.length === 0) note("no server is configured under `mcp` in your own ergo.yaml");
  for (const server of servers) print(...show(server));
  return ok ? 0 : 1;
}

/** `ergo mcp trust NAME`: shows what a server describes, and how it differs from what was agreed to, and asks a person. */
export async function trust({ values }: Call, name: string): Promise<number> {
  const around = await configuredAround(values);
  if (values.revoke) {
    await agree(name, null, around);
    if (values.json) printJson({ ok: true, server: name });
    else print(`the tools of ${name} are not used any more`);
    return 0;
  }
  const found = await agreementOf(name, around);
  if (found.problem) throw found.error;
  if (!values.json) print(...show(found));
  const agreed = found.state === "agreed" || Boolean(values.yes) || (!values.json && (await confirmed(name)));
  if (agreed) await agree(name, found.definitions, around);
  if (values.json)
    printJson({ ok: agreed, server: name, hash: found.hash, changes: found.changes, tools: found.tools });
  if (!agreed) throw new ErgoError("MCP_UNAGREED", { server: name });
  if (!values.json)
    print("agreed to as it is now; when the server describes its tools otherwise, they are not used any more");
  return 0;
}

async function configuredAround(values: Call["values"]) {
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  const { config, degraded } = await loadConfig(folder.home, folder.root);
  return { config, degraded, home: folder.home };
}

function show({ server, place, state, confined, tools, changes, problem: trouble }: Agreement): Text[] {
  const lines: Text[] = [`${server} (${place}): ${said[state]}`];
  if (trouble) lines.push(...told("  ", trouble));
  if (confined === false) lines.push("  it runs outside of the sandbox, with all your rights");
  lines.push(...tools.map(toolLine));
  if (changes.length > 0)
    lines.push("  what is said otherwise than you agreed to:", ...changes.map((each) => `  ${each}`));
  if (state === "unagreed" || state === "changed") lines.push(`  try: ergo mcp trust ${server}`);
  return lines;
}

const said: Record<Agreement["state"], string> = {
  agreed: "agreed to",
  unagreed: "not agreed to, so not used",
  changed: "changed since you agreed, so not used",
  unreachable: "not reached",
};

function toolLine({ effect, does }: ToolState): string {
  return visible(`  [${effect}] ${does}`);
}

/** Asks a person; where none is there, nobody says yes. */
async function confirmed(server: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test(
      (await asking.question(`let engines use these tools of ${visible(server)}? [y/N] `)).trim(),
    );
  } finally {
    asking.close();
  }
}
