import { type SpawnOptions, spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { faultIn } from "../src/runtime/record/events.ts";
import { chained, readTrace } from "../src/trace/read.ts";

/** The command as users start it; `npm test` builds it first. */
export const bin = fileURLToPath(new URL("../bin/ergo.js", import.meta.url));

/** A temporary folder that goes with the test, filled with files. */
export function folder(files: Record<string, string | Uint8Array> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-test-"));
  onTestFinished(() => {
    const faults = faultsIn(join(dir, ".ergo/traces"));
    rmSync(dir, { recursive: true, force: true });
    if (faults.length > 0) throw new Error(`lines that no event is like: ${faults.join("\n")}`);
  });
  write(dir, files);
  return dir;
}

/** Lines of traces that the union of events does not know; a trace that a test has damaged is left out. */
function faultsIn(traces: string): string[] {
  return globSync("*.jsonl", { cwd: traces }).flatMap((name) => {
    try {
      // What does not follow in its chain was not written so.
      const lines = [...chained(join(traces, name))].length > 0 ? [...readTrace(join(traces, name))] : [];
      return lines.flatMap((line) => faultIn(line) ?? []);
    } catch {
      return [];
    }
  });
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

/** Runs the command to its end in a home of its own, without a model and fetching none, and with nothing on stdin. */
export function ergo(
  args: string[],
  { env, input, ...options }: SpawnOptions & { input?: string } = {},
): Promise<Ended> {
  const home = env?.ERGO_HOME ?? folder();
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none", ERGO_PULL: "never", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...options,
  });
  child.stdin?.end(input);
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (chunk) => (out += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk) => (err += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err, json: () => JSON.parse(out) }));
  });
}
