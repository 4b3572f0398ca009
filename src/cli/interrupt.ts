/**
 * Ctrl-C, and SIGTERM, end the work politely. What does not end then, or a second Ctrl-C, is for the supervisor to end, and
 * for the system where the process is `alone`. What is recorded stays either way.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>, how?: "alone"): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    controller.abort();
    if (how === "alone") leave();
  };
  const leave = () => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await work(controller.signal);
  } finally {
    leave();
  }
}
