import { readFileSync } from "node:fs";

/** What a command may use. Sizes are bytes, times milliseconds. */
export type Limits = {
  /** From start to end. */
  time: number;
  /** Processor time of each process. */
  cpu: number;
  /** All processes together; also the writable data of each one. */
  memory: number;
  /** Processes and threads at a time. */
  processes: number;
  /** Open files of each process. */
  files: number;
  /** The largest file. */
  file: number;
  /** By how much the disk of a writable folder may fill while the command runs. */
  disk: number;
  /** New files and folders on that disk. */
  entries: number;
  /** What is kept of standard output, and of standard error. */
  output: number;
  /** Each of the temporary folders: home, /tmp, and half of it /dev/shm. */
  temporary: number;
};

const MiB = 1 << 20;

export const defaultLimits: Limits = {
  time: 60_000,
  cpu: 120_000,
  memory: 2048 * MiB,
  processes: 256,
  files: 1024,
  file: 1024 * MiB,
  disk: 2048 * MiB,
  entries: 200_000,
  output: MiB,
  temporary: 256 * MiB,
};

/** How many times more output than is kept a command may make before it is ended. */
export const outputFactor = 64;

/**
 * The first program inside: a shell that sets the limits of the kernel, says on handle 3 that the command starts, and
 * becomes it. Processes are counted per user namespace, so those outside don't count; for root the kernel doesn't count
 * them at all (see group.ts and watch.ts). Not the address space is limited but writable data: programs such as Node reserve
 * much more than they use.
 */
export function limiter(limits: Limits): string {
  const hard = hardLimits();
  const within = (value: number, name: string) => Math.floor(Math.min(value, hard[name] ?? Number.POSITIVE_INFINITY));
  const cpu = Math.ceil(limits.cpu / 1000);
  const processes = within(limits.processes, "Max processes");
  return [
    "ulimit -c 0",
    `ulimit -d ${Math.ceil(within(limits.memory, "Max data size") / 1024)}`,
    `ulimit -f ${Math.ceil(within(limits.file, "Max file size") / 512)}`,
    // The lower limit is told apart by its signal; the higher one can't be ignored.
    `ulimit -S -t ${within(cpu, "Max cpu time")}`,
    `ulimit -H -t ${within(cpu + 2, "Max cpu time")}`,
    `ulimit -n ${within(limits.files, "Max open files")}`,
    // bash and others call it -u, dash -p.
    `{ ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}; }`,
    "echo >&3",
  ]
    .join(" && ")
    .concat(' || exit 125; exec 3>&- "$@"');
}

/** The limits that this process can't exceed, by their names in /proc. */
function hardLimits(): Record<string, number> {
  const lines = readFileSync("/proc/self/limits", "utf8").split("\n").slice(1);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [name, , hard] = line.split(/\s{2,}/);
      return hard === undefined || hard === "unlimited" ? [] : [[name, Number(hard)]];
    }),
  );
}
