import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { holdGroup } from "../../system/group.ts";

/** How a program ended: its exit code, or why it did not run. `tail` is the end of what it said on stderr. */
export type Ended = { ran: true; exit: number; tail: string } | { ran: false; tail: string };

export type Run = { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal };

const tailLength = 4000;
const graceMs = 500;

/**
 * Runs a program to its end with no input, in a process group of its own. When the signal fires, or this process
 * exits, the whole group is ended; then the signal's reason is thrown.
 */
export async function runChild(command: string, args: string[], { cwd, env, signal }: Run): Promise<Ended> {
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let tail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-tailLength);
  });
  const stop = () => endGroup(child, "SIGKILL");
  const abort = () => {
    endGroup(child, "SIGTERM");
    setTimeout(stop, graceMs).unref();
  };
  process.once("exit", stop);
  const release = child.pid === undefined || process.platform === "win32" ? undefined : holdGroup(child.pid);
  signal?.addEventListener("abort", abort, { once: true });
  const ended = await new Promise<Ended>((done) => {
    child.once("error", (error) => done({ ran: false, tail: error.message }));
    child.once("close", (exit) => done({ ran: true, exit: exit ?? 1, tail: tail.trim() }));
  });
  process.off("exit", stop);
  release?.();
  signal?.removeEventListener("abort", abort);
  signal?.throwIfAborted();
  return ended;
}

/** What a program complained of as one line: its lines marked as errors, else its last ones, without colours. */
export function complaint(tail: string): string {
  const lines = stripVTControlCharacters(tail)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const marked = lines.filter((line) => mark.test(line)).map((line) => line.replace(mark, ""));
  return (marked.length > 0 ? marked.slice(0, 4) : lines.slice(-3)).join("; ").slice(0, 400);
}

const mark = /^(?:ERROR:|npm error)\s+/;

function endGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
