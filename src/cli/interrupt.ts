/**
 * Two signals within this time are one: a terminal sends Ctrl-C to a whole group of processes, of which one that passes
 * it on may be a part; milliseconds.
 */
const echo = 100;

/** Ctrl-C once ends the work politely; twice stops at once. What is recorded stays either way. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let first: number | undefined;
  const interrupt = () => {
    first ??= performance.now();
    if (controller.signal.aborted && performance.now() - first > echo) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
