#!/usr/bin/env node
// Starts Ergo under a Node that can run it: this one, or the one pinned in node_modules.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  process.getBuiltinModule("node:module").enableCompileCache();
  const { loadProgram } = await import("../dist/system/parts.js");
  if (loadProgram() === null) await import("../dist/cli/main.js");
} else await underAnother();

async function underAnother() {
  const { existsSync } = await import("node:fs");
  const { fileURLToPath } = await import("node:url");
  const pinned = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
  if (existsSync(pinned)) {
    const { supervise } = await import("../dist/cli/supervise.js");
    process.exitCode = await supervise(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  } else {
    console.error(`error NODE_TOO_OLD: Ergo needs Node 22.18 or newer; this is ${process.version}`);
    console.error("  try: `npm ci` in Ergo's folder, which brings Node 24, or install Node 24");
    process.exitCode = 2;
  }
}
