import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ErgoError, reason } from "../core/error.ts";
import { holdGroup, killGroup } from "../system/group.ts";
import { launching } from "./confine.ts";
import { openGroup } from "./group.ts";
import { defaultLimits } from "./limit.ts";
import { bound, checked, unseen } from "./open.ts";
import { placeOf } from "./place.ts";
import { available } from "./probe.ts";
import { programs } from "./program.ts";
import { startCoprocess } from "./start.ts";
import { watch } from "./watch.ts";

/** A program that goes on: it is spoken to over its input and output, and `said` is the end of what it wrote to its errors. */
export type Coprocess = { confined: boolean; input: Writable; output: Readable; said(): string; end(): Promise<void> };

/** Its words, what it finds in its environment, and the folders that it may read. */
export type CoprocessCommand = { argv: string[]; variables: Record<string, string>; reads: string[] };

/** Milliseconds of processor time; a coprocess has no end that time could set. */
const limits = { ...defaultLimits, cpu: 3_600_000 };

/** Characters that are kept of its errors, and milliseconds until a program that was told to end is killed. */
const kept = 4000;
const patience = 1000;

/**
 * Starts a coprocess confined: no network, nothing of the home, the system's programs, and the folders that it may read, of which none
 * may hold what is Ergo's `own`. Where nothing can be confined here, the reason is returned: SANDBOX_MISSING, SANDBOX_BLOCKED,
 * SANDBOX_PLATFORM. Throws SANDBOX_FOLDER and SANDBOX_FAILED.
 */
export async function startConfined(
  { argv, variables, reads }: CoprocessCommand,
  own: string[],
  path = process.env.PATH ?? "",
): Promise<Coprocess | ErgoError> {
  const places = reads.map((dir) => placeOf(dir, own));
  const confinement = await available(programs(path, own)).catch((thrown: unknown) => {
    if (thrown instanceof ErgoError) return thrown;
    throw thrown;
  });
  if (confinement instanceof ErgoError) return confinement;
  const mounts = places.flatMap((place) => [...bound("--ro-bind", place), ...unseen(place)]);
  const inside = { mounts, dir: "/tmp", argv: checked(argv), limits, unixSockets: false, variables };
  const group = openGroup(limits);
  const { child, input, out, err, info } = startCoprocess(launching(confinement, inside), group);
  let first: number | undefined;
  info.once("data", (data: Buffer) => (first = Number(/"child-pid": (\d+)/.exec(String(data))?.[1])));
  const kill = () => {
    if (first === undefined || !killed(first)) child.kill("SIGKILL");
  };
  const unwatch = watch(limits, undefined, () => first, kill);
  child.once("close", () => {
    unwatch();
    group?.close();
  });
  return { confined: true, ...serving(child, { input, output: out, err }, kill) };
}

/** Starts a coprocess with all rights of this user, where there is no sandbox or the user said so. */
export async function startUnconfined({ argv, variables }: CoprocessCommand): Promise<Coprocess> {
  const [program, ...words] = checked(argv) as [string, ...string[]];
  const { PATH, HOME, LANG } = process.env;
  const child = spawn(program, words, {
    detached: true,
    stdio: "pipe",
    env: { PATH, HOME, LANG, TERM: "dumb", ...variables },
  });
  const { pid } = child;
  const release = pid === undefined ? undefined : holdGroup(pid);
  child.once("close", () => release?.());
  const { stdin, stdout, stderr } = child;
  const end = () => pid !== undefined && killGroup(pid);
  return { confined: false, ...serving(child, { input: stdin, output: stdout, err: stderr }, end) };
}

function serving(
  child: ChildProcess,
  { input, output, err }: { input: Writable; output: Readable; err: Readable },
  kill: () => void,
): Omit<Coprocess, "confined"> {
  let said = "";
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", (error) => {
      said += reason(error);
      output.destroy();
      resolve();
    });
  });
  err.on("data", (chunk: Buffer) => (said = (said + String(chunk)).slice(-kept)));
  for (const stream of [input, output, err]) stream.on("error", () => undefined);
  return {
    input,
    output,
    said: () => said,
    async end() {
      input.end();
      const timer = setTimeout(kill, patience);
      await closed;
      clearTimeout(timer);
    },
  };
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
