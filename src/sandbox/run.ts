import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import type { Ran } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import { openGroup } from "./group.ts";
import { outputFactor } from "./limit.ts";
import { type Launch, type Started, start } from "./start.ts";
import { watch } from "./watch.ts";

/** Signals by which a program ends when it fails or is ended; other numbers above 128 are exit codes of their own. */
const telling = [
  "SIGILL",
  "SIGTRAP",
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGKILL",
  "SIGSEGV",
  "SIGPIPE",
  "SIGTERM",
] as const;
const exceeding = ["SIGXCPU", "SIGXFSZ", "SIGSYS"] as const;
const signals = new Map([...telling, ...exceeding].map((name) => [128 + constants.signals[name], name as string]));

/** How long bwrap may take to name its first process once it is to end, in milliseconds. */
const patience = 1000;

/**
 * Runs one command to its end, and the end of everything that it started. Throws SANDBOX_FAILED when the command could not
 * be started at all.
 */
export async function run(launch: Launch): Promise<Ran> {
  const group = openGroup(launch.limits);
  try {
    return await through(launch, start(launch, group));
  } finally {
    group?.close();
  }
}

async function through(launch: Launch, { child, out, err, began, info }: Started): Promise<Ran> {
  const start = performance.now();
  let limit: string | null = null;
  let first: number | undefined;
  let ran = false;
  let ending = false;
  const end = (reason: string | null) => {
    limit ??= reason;
    ending = true;
    // Killed before its first process is known, bwrap could leave that one waiting for ever.
    if (first === undefined) setTimeout(() => child.kill("SIGKILL"), patience).unref();
    else kill(first, child);
  };
  began.once("data", () => (ran = true));
  info.once("data", (data: Buffer) => {
    first = Number(/"child-pid": (\d+)/.exec(String(data))?.[1]);
    if (ending) kill(first, child);
  });
  const kept = [out, err].map((stream) => collect(stream, launch.limits.output, end));
  const timer = setTimeout(end, launch.limits.time, "time");
  const unwatch = watch(launch.limits, launch.writable, () => first, end);
  const abort = () => end(null);
  launch.signal?.addEventListener("abort", abort, { once: true });
  if (launch.signal?.aborted) abort();
  try {
    const code = await closed(child);
    if (first !== undefined) await gone(first);
    const [stdout, stderr] = (await Promise.all(kept)) as [Kept, Kept];
    const stopped = limit !== null || launch.signal?.aborted === true;
    if (!ran && !stopped) throw new ErgoError("SANDBOX_FAILED", { detail: stderr.text.trim() || `exit code ${code}` });
    const ended = stopped ? { exit: null, signal: "SIGKILL" } : outcome(code);
    return {
      ...ended,
      stdout: stdout.text,
      stderr: stderr.text,
      cut: stdout.cut || stderr.cut,
      limit: limit ?? { SIGXCPU: "cpu", SIGXFSZ: "file" }[ended.signal ?? ""] ?? null,
      ms: Math.round(performance.now() - start),
      undone: [],
      cleared: [],
    };
  } finally {
    clearTimeout(timer);
    unwatch();
    launch.signal?.removeEventListener("abort", abort);
    for (const stream of [out, err]) stream.destroy();
  }
}

type Kept = { text: string; cut: boolean };

/** Keeps the first `most` bytes of a stream and reads on, so that the command isn't held up; far too many end it. */
export function collect(stream: Readable, most: number, end: (limit: string) => void): Promise<Kept> {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < most) kept.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most * outputFactor) end("output");
  });
  return new Promise((resolve) => {
    stream.once("close", () => {
      const cut = size > most;
      // Not told that the text ends, the decoder leaves out a character that was cut in two.
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(kept), { stream: cut });
      resolve({ text, cut });
    });
  });
}

function closed(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new ErgoError("SANDBOX_FAILED", { detail: error.message }, { cause: error })),
    );
    child.once("close", (code) => resolve(code ?? 128 + constants.signals.SIGKILL));
  });
}

/** bwrap reports a signal as shells do, as 128 + its number. */
function outcome(code: number): { exit: number | null; signal: string | null } {
  const signal = signals.get(code);
  return signal === undefined ? { exit: code, signal: null } : { exit: null, signal };
}

/** Ends a sandbox's first process, and by that the whole of it. */
function kill(first: number, child: ChildProcess): void {
  try {
    process.kill(first, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** Waits until a sandbox's first process has ended, which it does after all others; left as a zombie it counts as ended. */
async function gone(pid: number): Promise<void> {
  for (let state = stateOf(pid); state !== undefined && state !== "Z" && state !== "X"; state = stateOf(pid)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function stateOf(pid: number): string | undefined {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}
