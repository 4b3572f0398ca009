import { execFileSync, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { bin } from "./ergo.ts";

/** Starts `ergo serve` in a process of its own; gives its address once it is said. */
export async function startServe(dir: string, home: string, args: string[]) {
  const child = spawn(process.execPath, [bin, "serve", "--dir", dir, ...args], {
    env: { ...process.env, ERGO_HOME: home, ERGO_MODEL: "none", ERGO_PULL: "never" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const opened = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (out.includes("\n")) resolve(out.trim());
    });
    ended.then((code) => reject(new Error(`it ended with ${code}: ${err}`)));
  });
  const url = new URL(opened);
  return {
    url: url.origin,
    opened,
    port: Number(url.port),
    token: url.hash.slice("#token=".length),
    err: () => err,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return await ended;
    },
  };
}

/** A process and those that it started, those that these started, and so on. */
export function kin(pid: number): number[] {
  return [pid, ...living().flatMap(([one, parent]) => (parent === pid ? kin(one) : []))];
}

/** Those that run, each with its parent; one that only waits to be counted runs no more. */
function living(): [pid: number, parent: number][] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  return table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith("Z"))
    .map(([pid, parent]) => [Number(pid), Number(parent)]);
}

/** Waits until none of some processes runs. */
export async function gone(family: number[]): Promise<void> {
  while (living().some(([pid]) => family.includes(pid))) await wait(50);
}
