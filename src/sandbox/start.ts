import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { ErgoError, reason } from "../core/error.ts";
import type { Group } from "./group.ts";
import { type Limits, limiter } from "./limit.ts";
import { openStreams } from "./pipe.ts";

/**
 * What is to be started: the program that confines (`file`, its `arguments`, and what it reads from handles 5 on), the
 * command's words and input, where the programs of the system are, and the real path of the folder whose disk is watched.
 */
export type Launch = {
  file: string;
  arguments: string[];
  inputs: Buffer[];
  argv: string[];
  stdin?: string;
  path: string[];
  limits: Limits;
  writable?: string;
  signal?: AbortSignal;
};

/** A started program with what can be read from it. */
export type Started = { child: ChildProcess; out: Readable; err: Readable; began: Readable; info: Readable };

/** Handles of the started program: 3 says that the command begins, 4 gives the id of the sandbox's first process. */
export const handles = { began: 3, info: 4, inputs: 5 };

/** Joins a control group, then becomes the program. */
const joining = 'echo $$ 2>/dev/null >"$0"; exec "$@"';

/** Starts the program. Throws SANDBOX_FAILED. */
export function start(launch: Launch, group?: Group): Started {
  const streams = openStreams(launch.stdin, launch.path);
  try {
    const child = begin(launch, group, [streams.input, streams.out.to, streams.err.to]);
    return { child, out: streams.out.from, err: streams.err.from, ...reports(child) };
  } catch (thrown) {
    // Words that are too many or too long are refused at once.
    for (const { from } of [streams.out, streams.err]) from.destroy();
    throw new ErgoError("SANDBOX_FAILED", { detail: reason(thrown) }, { cause: thrown });
  } finally {
    streams.release();
  }
}

/** Starts a program that is spoken to while it runs. Throws SANDBOX_FAILED. */
export function startCoprocess(launch: Launch, group?: Group): Started & { input: Writable } {
  try {
    const child = begin(launch, group, ["pipe", "pipe", "pipe"]);
    return { child, input: child.stdin!, out: child.stdout!, err: child.stderr!, ...reports(child) };
  } catch (thrown) {
    throw new ErgoError("SANDBOX_FAILED", { detail: reason(thrown) }, { cause: thrown });
  }
}

function begin(launch: Launch, group: Group | undefined, streams: ("pipe" | number)[]): ChildProcess {
  const { file, arguments: words, inputs, argv, limits } = launch;
  const all = [file, ...words, "/bin/sh", "-c", limiter(limits), "sh", ...argv];
  const [first, ...rest] = group === undefined ? all : ["/bin/sh", "-c", joining, group.join, ...all];
  const known = handles.inputs + inputs.length;
  const nothing = openSync("/dev/null", "r");
  try {
    const between = Array.from({ length: known - handles.began }, () => "pipe" as const);
    const stdio = [...streams, ...between, ...inherited(known, nothing)];
    const child = spawn(first!, rest, { stdio, env: {}, cwd: "/" });
    for (const [index, data] of inputs.entries()) feed(child.stdio[handles.inputs + index] as Writable, data);
    return child;
  } finally {
    closeSync(nothing);
  }
}

function reports(child: ChildProcess): Pick<Started, "began" | "info"> {
  const [began, info] = [handles.began, handles.info].map((handle) => child.stdio[handle] as Readable);
  return { began: began!, info: info! };
}

/** A reader that ends early is no failure of ours. */
function feed(stream: Writable, data: Buffer): void {
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
