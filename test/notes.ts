import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, vi } from "vitest";
import { openSession, type SessionOptions } from "../src/index.ts";
import { scripted } from "../src/testing.ts";
import { ergo, folder } from "./ergo.ts";

export const files = { "harbour.md": "# Harbour\n\nThe harbour has three cranes.\n" };
const program = fileURLToPath(new URL("notes.mjs", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = realpathSync(join(root, "node_modules"));

/** A home with a server of notes that is agreed to, unless `agreed` is false; what it was called with, and how it describes itself. */
export async function place({ tools = "{lookup: read}", confined = false, agreed = true, gauges = 0 } = {}) {
  const home = folder();
  const [calls, description] = [join(home, "calls"), join(home, "description")];
  writeFileSync(calls, "");
  writeFileSync(description, "finds a note by its key");
  const env = confined ? "{}" : JSON.stringify({ CALLS: calls, DESCRIPTION: description, GAUGES: String(gauges) });
  writeFileSync(
    join(home, "ergo.yaml"),
    `mcp:\n  notes:\n    command: ${process.execPath}\n    args: [${program}]\n    env: ${env}\n    confined: ${confined}\n    reads: [${root}, ${modules}]\n    tools: ${tools}\n`,
  );
  const run = (...args: string[]) => ergo(args, { env: { ERGO_HOME: home } });
  if (agreed) expect((await run("mcp", "trust", "notes", "--yes")).code).toBe(0);
  return { home, run, description, calls: () => readFileSync(calls, "utf8").split("\n").filter(Boolean) };
}

/** A session whose planner says `plan` whenever it is asked for steps. */
export async function opened(home: string, plan: string, options: SessionOptions = {}) {
  vi.stubEnv("ERGO_HOME", home);
  const model = scripted(({ prompt }) => (/(?:Next|Plan):$/.test(String(prompt)) ? plan : "nothing"), { window: 4096 });
  const models = ["embedder=none", "reranker=none"];
  const session = await openSession({ dir: folder(files), engine: "react", cache: false, model, models, ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  return session;
}
