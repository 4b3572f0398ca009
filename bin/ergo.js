#!/usr/bin/env node
// Starts Ergo under a Node that can run it: this one, or the one pinned in node_modules.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
const pinned = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache?.();
  await import("../dist/cli/main.js");
} else if (existsSync(pinned)) {
  const { supervise } = await import("../dist/cli/supervise.js");
  process.exitCode = await supervise(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
} else {
  console.error(`error NODE_TOO_OLD: Ergo needs Node 22.18 or newer; this is ${process.version}`);
  console.error("  try: `npm ci` in Ergo's folder, which brings Node 24, or install Node 24");
  process.exitCode = 2;
}
