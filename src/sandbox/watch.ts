import { readdirSync, readFileSync, statfsSync } from "node:fs";
import type { Limits } from "./limit.ts";

/** How often a running command is looked at, in milliseconds. */
const interval = 40;
/**
 * Watches what no limit of the kernel bounds for all processes together: their memory, their number (the kernel doesn't
 * count those of root), and how the disk below a writable folder fills. Calls `end` once with the name of the limit.
 * `first` gives the id of the sandbox's first process once it is known. Returns what stops the watch.
 */
export function watch(
  limits: Limits,
  writable: string | undefined,
  first: () => number | undefined,
  end: (limit: string) => void,
): () => void {
  const start = writable === undefined ? undefined : statfsSync(writable);
  const timer = setInterval(() => {
    const pid = first();
    const exceeded = (pid && crowd(pid, limits)) || (start && filling(writable!, start, limits));
    if (!exceeded) return;
    clearInterval(timer);
    end(exceeded);
  }, interval);
  return () => clearInterval(timer);
}

/**
 * Counts threads and memory over the tree of processes below the sandbox's first one: what they wrote and what they
 * share in memory, but not programs and files that are mapped.
 */
function crowd(first: number, limits: Limits): string | undefined {
  let [threads, memory] = [0, 0];
  const ahead = [first];
  for (let pid = ahead.pop(); pid !== undefined; pid = ahead.pop()) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "latin1");
      for (const [, size] of status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)) memory += 1024 * Number(size);
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        threads += 1;
        ahead.push(
          ...readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ").map(Number).filter(Boolean),
        );
      }
    } catch {
      // It has ended meanwhile.
    }
    if (threads > 2 * limits.processes) return "processes";
    if (memory > limits.memory) return "memory";
  }
  return undefined;
}

function filling(
  dir: string,
  start: { bfree: number; ffree: number; bsize: number },
  limits: Limits,
): string | undefined {
  const now = statfsSync(dir);
  if ((start.bfree - now.bfree) * now.bsize > limits.disk) return "disk";
  return start.ffree - now.ffree > limits.entries ? "disk" : undefined;
}
