import { Worker } from "node:worker_threads";

/** Milliseconds between two looks at who the parent is. */
const pace = 250;

/** A thread of its own looks, so that neither long work nor a call that hangs keeps this process alive. */
const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  const groups = new Set();
  parentPort.on("message", ({ group, runs }) => (runs ? groups.add(group) : groups.delete(group)));
  setInterval(() => {
    if (process.ppid === workerData.parent) return;
    for (const group of groups) try { process.kill(-group, "SIGKILL"); } catch {}
    process.kill(process.pid, "SIGKILL");
  }, workerData.pace);
`;

/** The groups of processes that go with this one; see `outlive`. */
export type Orphan = { group(pid: number, runs: boolean): void };

/**
 * From now on this process is ended at once when its parent is gone, in whatever way that went, and with it the process
 * groups that it names. `parent` is who started it, where that is known from elsewhere: it may be gone already.
 */
export function endWithParent(parent = process.ppid): Orphan {
  const watch = new Worker(program, { eval: true, workerData: { parent, pace }, stdout: false, stderr: false });
  watch.unref();
  return { group: (group, runs) => watch.postMessage({ group, runs }) };
}
