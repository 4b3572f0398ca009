import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Command, Ran, Sandbox } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import { holdGroup, killGroup } from "../system/group.ts";
import { defaultLimits, type Limits } from "./limit.ts";
import { collect } from "./run.ts";

/**
 * Runs commands without a sandbox, with all rights of this user: for those that a person has agreed to one by one, where
 * there is no sandbox. Only time and output are bounded; that a command doesn't write can't be held.
 */
export function openBare(root: string, limits: Partial<Limits> = {}): Sandbox {
  return { run: (command, { signal }) => start(root, command, { ...defaultLimits, ...limits }, signal) };
}

async function start(root: string, { argv, stdin, cwd }: Command, limits: Limits, signal?: AbortSignal): Promise<Ran> {
  const began = performance.now();
  const [program, ...words] = argv as [string, ...string[]];
  const place = resolve(root, cwd ?? ".");
  const child = spawn(program, words, { cwd: place, detached: true, stdio: "pipe", env: plainEnvironment() });
  const release = child.pid === undefined ? undefined : holdGroup(child.pid);
  let limit: string | null = null;
  const end = (reason: string | null) => {
    limit ??= reason;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const timer = setTimeout(end, limits.time, "time");
  const abort = () => end(null);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  const kept = Promise.all([collect(child.stdout, limits.output, end), collect(child.stderr, limits.output, end)]);
  child.stdin.on("error", () => {}).end(stdin ?? "");
  try {
    const [exit, ended] = await gone(child);
    // What it left running would hold its output open.
    if (child.pid !== undefined) killGroup(child.pid);
    const [stdout, stderr] = await kept;
    const cut = stdout.cut || stderr.cut;
    const ms = Math.round(performance.now() - began);
    return { exit, signal: ended, stdout: stdout.text, stderr: stderr.text, cut, limit, ms, undone: [], cleared: [] };
  } finally {
    release?.();
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function gone(child: ChildProcess): Promise<[exit: number | null, signal: string | null]> {
  return new Promise((resolve, reject) => {
    child.once("error", ({ message }) => reject(new ErgoError("SANDBOX_FAILED", { detail: message })));
    child.once("exit", (code, signal) => resolve([code, signal]));
  });
}

/** What a program needs to find others and to speak plainly; nothing that this process was given in secret. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG, TERM: "dumb" };
}
