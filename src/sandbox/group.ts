import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Limits } from "./limit.ts";

/** A control group for one command: the file that a process joins it by. `close` when no process is left in it. */
export type Group = { join: string; close(): void };

const mounted = "/sys/fs/cgroup";

/**
 * Root's processes are not counted by the limit that holds for users, so root's commands get a control group where this
 * machine lets one be made: of version 2 also with a limit on memory, of version 1 for processes alone. undefined for
 * users, and where there is none: then only watch.ts counts.
 */
export function openGroup(limits: Limits): Group | undefined {
  const parent = process.getuid?.() === 0 ? (unified() ?? version1()) : undefined;
  if (parent === undefined) return undefined;
  sweep(parent);
  const dir = join(parent, `ergo-${process.pid}-${process.hrtime.bigint().toString(36)}`);
  const close = () => attempt(() => rmdirSync(dir));
  const set = (name: string, value: number) => {
    if (existsSync(join(dir, name))) writeFileSync(join(dir, name), `${value}`);
  };
  const made = attempt(() => {
    mkdirSync(dir);
    // bwrap itself is two processes, its inner shell becomes the command.
    set("pids.max", limits.processes + 2);
    set("memory.max", limits.memory + 2.5 * limits.temporary);
    set("memory.swap.max", 0);
    return { join: join(dir, "cgroup.procs"), close };
  });
  if (made === undefined) close();
  return made;
}

/**
 * Removes the groups of processes that were killed before they could, with what is left in them: bwrap, killed while it
 * sets a sandbox up, leaves its first process waiting for ever.
 */
function sweep(parent: string): void {
  for (const name of attempt(() => readdirSync(parent)) ?? []) {
    const owner = /^ergo-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    const left = attempt(() => readFileSync(join(parent, name, "cgroup.procs"), "utf8").split("\n")) ?? [];
    for (const pid of left.map(Number).filter(Boolean)) attempt(() => process.kill(pid, "SIGKILL"));
    attempt(() => rmdirSync(join(parent, name)));
  }
}

/** Version 2: the nearest group above this process that hands the counting of processes down. */
function unified(): string | undefined {
  const own = groupOf("");
  for (let dir = own && join(mounted, own); dir?.startsWith(mounted); dir = dirname(dir)) {
    const passed = attempt(() => readFileSync(join(dir!, "cgroup.subtree_control"), "utf8").split(/\s+/)) ?? [];
    if (passed.includes("pids")) return writable(dir);
  }
  return undefined;
}

function version1(): string | undefined {
  const own = groupOf("pids");
  return own === undefined ? undefined : writable(join(mounted, "pids", own));
}

/** This process's group by a line of /proc/self/cgroup; version 2 stands there without a name. */
function groupOf(controller: string): string | undefined {
  const lines = attempt(() => readFileSync("/proc/self/cgroup", "utf8").split("\n")) ?? [];
  return lines.map((line) => line.split(":")).find(([, names]) => names?.split(",").includes(controller))?.[2];
}

function writable(dir: string): string | undefined {
  return attempt(() => {
    accessSync(dir, constants.W_OK);
    return dir;
  });
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
