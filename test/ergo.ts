import { type SpawnOptions, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The command as users start it; `npm test` builds it first. */
export const bin = fileURLToPath(new URL("../bin/ergo.js", import.meta.url));

/** A temporary folder that goes with the test, filled with files. */
export function folder(files: Record<string, string | Uint8Array> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  write(dir, files);
  return dir;
}

/** Writes files below `dir`. */
export function write(dir: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is compared, not computed with.
type Printed = any;
export type Ended = { code: number | null; out: string; err: string; json: () => Printed };

/** Runs the command to its end in a home of its own, without fetching a model, and with nothing on stdin. */
export function ergo(
  args: string[],
  { env, input, ...options }: SpawnOptions & { input?: string } = {},
): Promise<Ended> {
  const home = env?.ERGO_HOME ?? folder();
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...options,
  });
  child.stdin?.end(input);
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => (out += chunk));
  child.stderr?.on("data", (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err, json: () => JSON.parse(out) }));
  });
}
