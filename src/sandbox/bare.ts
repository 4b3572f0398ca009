import { spawn } from "node:child_process";
import type { Command, Ran, Sandbox } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import { defaultLimits, type Limits } from "./limit.ts";

/**
 * Runs commands without a sandbox, with all rights of this user: for those that a person has agreed to one by one, where
 * there is no sandbox. Only time and output are bounded; that a command doesn't write can't be held.
 */
export function openBare(root: string, limits: Partial<Limits> = {}): Sandbox {
  return { run: (command, { signal }) => start(root, command, { ...defaultLimits, ...limits }, signal) };
}

async function start(root: string, { argv, stdin }: Command, limits: Limits, signal?: AbortSignal): Promise<Ran> {
  const began = performance.now();
  const [program, ...words] = argv as [string, ...string[]];
  const child = spawn(program, words, { cwd: root, detached: true, stdio: "pipe", env: plainEnvironment() });
  let limit: string | null = null;
  const end = (reason: string | null) => {
    limit ??= reason;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const timer = setTimeout(end, limits.time, "time");
  const abort = () => end(null);
  signal?.addEventListener("abort", abort, { once: true });
  const [out, err] = [child.stdout, child.stderr].map((stream) => kept(stream, limits.output));
  child.stdin.on("error", () => {}).end(stdin ?? "");
  try {
    const [exit, ended] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once("error", ({ message }) => reject(new ErgoError("SANDBOX_FAILED", { detail: message })));
      child.once("close", (code, killed) => resolve([code, killed]));
    });
    const [stdout, stderr] = [out!(), err!()];
    const cut = stdout.cut || stderr.cut;
    const ms = Math.round(performance.now() - began);
    return { exit, signal: ended, stdout: stdout.text, stderr: stderr.text, cut, limit, ms, undone: [] };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    if (child.pid !== undefined) killGroup(child.pid);
  }
}

/** What a program needs to find others and to speak plainly; nothing that this process was given in secret. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG, TERM: "dumb" };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

function kept(stream: NodeJS.ReadableStream, most: number): () => { text: string; cut: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < most) chunks.push(chunk.subarray(0, most - size));
    size += chunk.length;
  });
  return () => ({ text: Buffer.concat(chunks).toString(), cut: size > most });
}
