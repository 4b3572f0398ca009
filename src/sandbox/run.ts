import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { Ran } from "../core/command.ts";
import { ErgoError, reason } from "../core/error.ts";
import { type Group, openGroup } from "./group.ts";
import { type Limits, limiter, outputFactor } from "./limit.ts";
import { watch } from "./watch.ts";

/**
 * What is to be started: the program that confines (`file`, its `arguments`, and what it reads from handles 4 on), the
 * command's words, and the real path of the folder whose disk is watched.
 */
export type Launch = {
  file: string;
  arguments: string[];
  inputs: Buffer[];
  argv: string[];
  stdin?: string;
  limits: Limits;
  writable?: string;
  signal?: AbortSignal;
};

/** Handles of the started program: 3 says that the command begins, 4 gives the id of the sandbox's first process. */
export const handles = { began: 3, info: 4, inputs: 5 };

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

/**
 * Runs one command to its end, and the end of everything that it started. Throws SANDBOX_FAILED when the command could not
 * be started at all.
 */
export async function run(launch: Launch): Promise<Ran> {
  const group = openGroup(launch.limits);
  try {
    return await through(launch, begin(launch, group));
  } finally {
    group?.close();
  }
}

async function through(launch: Launch, child: ChildProcess): Promise<Ran> {
  const start = performance.now();
  let limit: string | null = null;
  let first: number | undefined;
  let began = false;
  const end = (reason: string | null) => {
    limit ??= reason;
    if (!kill(first)) child.kill("SIGKILL");
  };
  const streams = child.stdio as unknown as Readable[];
  streams[handles.began]!.once("data", () => (began = true));
  streams[handles.info]!.once("data", (data: Buffer) => (first = Number(/"child-pid": (\d+)/.exec(String(data))?.[1])));
  const [out, err] = [child.stdout!, child.stderr!].map((stream) => collect(stream, launch.limits.output, end));
  const timer = setTimeout(end, launch.limits.time, "time");
  const unwatch = watch(launch.limits, launch.writable, () => first, end);
  const abort = () => end(null);
  launch.signal?.addEventListener("abort", abort, { once: true });
  if (launch.signal?.aborted) abort();
  try {
    const code = await closed(child);
    if (first !== undefined) await gone(first);
    const [stdout, stderr] = [out!(), err!()];
    const stopped = limit !== null || launch.signal?.aborted === true;
    if (!began && !stopped)
      throw new ErgoError("SANDBOX_FAILED", { detail: stderr.text.trim() || `exit code ${code}` });
    const ended = stopped ? { exit: null, signal: "SIGKILL" } : outcome(code);
    return {
      ...ended,
      stdout: stdout.text,
      stderr: stderr.text,
      cut: stdout.cut || stderr.cut,
      limit: limit ?? { SIGXCPU: "cpu", SIGXFSZ: "file" }[ended.signal ?? ""] ?? null,
      ms: Math.round(performance.now() - start),
      undone: [],
    };
  } finally {
    clearTimeout(timer);
    unwatch();
    launch.signal?.removeEventListener("abort", abort);
  }
}

/** Joins a control group, then becomes the program. */
const joining = 'echo $$ 2>/dev/null >"$0"; exec "$@"';

function begin({ file, arguments: words, inputs, argv, stdin, limits }: Launch, group?: Group): ChildProcess {
  const known = handles.inputs + inputs.length;
  const nothing = openSync("/dev/null", "r");
  try {
    const stdio: ("pipe" | "ignore" | number)[] = [
      stdin === undefined ? "ignore" : "pipe",
      ...Array.from({ length: known - 1 }, () => "pipe" as const),
      ...inherited(known, nothing),
    ];
    const all = [file, ...words, "/bin/sh", "-c", limiter(limits), "sh", ...argv];
    const [first, ...rest] = group === undefined ? all : ["/bin/sh", "-c", joining, group.join, ...all];
    const child = started(() => spawn(first!, rest, { stdio, env: {}, cwd: "/" }));
    if (stdin !== undefined) feed(child.stdin!, stdin);
    for (const [index, data] of inputs.entries()) feed(child.stdio[handles.inputs + index] as Writable, data);
    return child;
  } finally {
    closeSync(nothing);
  }
}

/** Too many or too long words are refused at once, a missing program later (see `closed`). */
function started(spawning: () => ChildProcess): ChildProcess {
  try {
    return spawning();
  } catch (thrown) {
    throw new ErgoError("SANDBOX_FAILED", { detail: reason(thrown) }, { cause: thrown });
  }
}

/** A reader that ends early is no failure of ours. */
function feed(stream: Writable, data: string | Buffer): void {
  stream.on("error", () => {});
  stream.end(data);
}

/**
 * Handles that this process was given and that a child would inherit are /dev/null there. Node sees to those that it
 * opens itself.
 */
function inherited(from: number, nothing: number): (number | "ignore")[] {
  const open = readdirSync("/proc/self/fd").map(Number).filter(inherits);
  return Array.from({ length: Math.max(0, ...open.map((handle) => handle + 1 - from)) }, (_, index) =>
    open.includes(from + index) ? nothing : "ignore",
  );
}

function inherits(handle: number): boolean {
  try {
    const flags = /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${handle}`, "latin1"))?.[1];
    const closeOnExec = 0o2000000;
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}

/** Keeps the first `most` bytes of a stream and reads on, so that the command isn't held up; far too many end it. */
function collect(stream: Readable, most: number, end: (limit: string) => void): () => { text: string; cut: boolean } {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < most) kept.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most * outputFactor) end("output");
  });
  return () => {
    const cut = size > most;
    // Not told that the text ends, the decoder leaves out a character that was cut in two.
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(kept), { stream: cut }), cut };
  };
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
function kill(first: number | undefined): boolean {
  try {
    return first !== undefined && process.kill(first, "SIGKILL");
  } catch {
    return false;
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
