import { spawn } from "node:child_process";
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
