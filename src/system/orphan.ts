import { watchGroups } from "./group.ts";

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

/**
 * From now on this process is ended at once when its parent is gone, in whatever way that went, and with it the process
 * groups that it holds. `parent` is who started it, where that is known from elsewhere: it may be gone already.
 */
export function endWithParent(parent = process.ppid): void {
  // Few processes come to this, so what it takes is loaded here.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const watch = new Worker(program, { eval: true, workerData: { parent, pace } });
  watch.unref();
  watchGroups((group, runs) => watch.postMessage({ group, runs }));
}
