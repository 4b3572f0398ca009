import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { readModule } from "../../code/facts/module.ts";
import type { Reply, Request } from "./readerthread.ts";

/** Reads source files as `readModule` does, in threads once there are many: what it gives is the same in either way. */
export type Readers = { read: typeof readModule; close(): Promise<void> };

/** Files that this thread reads itself before it starts others: a thread costs as much as some dozen of them. */
const few = 40;
/** Files that a thread has before it, so that it need not wait for this one. */
const ahead = 2;
const most = 4;
const program = fileURLToPath(new URL(`./readerthread${extname(import.meta.url)}`, import.meta.url));

type Waiting = Request & { resolve(module: Reply["module"]): void; reject(error: unknown): void };
type Thread = { worker: Worker; asked: Map<number, Waiting> };

/** Readers of up to so many threads; none reads all in this one. Files that are read side by side are shared among them. */
export function createReaders(threads = Math.min(most, availableParallelism())): Readers {
  let [count, closed] = [0, false];
  let lanes: Thread[] = [];
  const queue: Waiting[] = [];

  function start(): Thread {
    const worker = new Worker(program, { execArgv: [] });
    const thread: Thread = { worker, asked: new Map() };
    worker.on("message", ({ id, module }: Reply) => {
      thread.asked.get(id)?.resolve(module);
      thread.asked.delete(id);
      if (thread.asked.size === 0) worker.unref();
      feed();
    });
    // What a thread leaves undone when it ends, this one does.
    const end = () => {
      if (!lanes.includes(thread)) return;
      lanes = lanes.filter((each) => each !== thread);
      for (const waiting of [...thread.asked.values(), ...(lanes.length === 0 ? queue.splice(0) : [])])
        readHere(waiting);
    };
    worker.on("error", end);
    worker.on("exit", end);
    return thread;
  }

  function feed(): void {
    for (;;) {
      const free = lanes.filter(({ asked }) => asked.size < ahead).sort((a, b) => a.asked.size - b.asked.size)[0];
      const next = free && queue.shift();
      if (!free || !next) return;
      const { id, path, text } = next;
      free.asked.set(id, next);
      free.worker.ref();
      free.worker.postMessage({ id, path, text } satisfies Request);
    }
  }

  return {
    read(path, text) {
      const id = count++;
      if (id < few || threads < 2 || closed) return readModule(path, text);
      if (id === few) lanes = Array.from({ length: threads }, start);
      if (lanes.length === 0) return readModule(path, text);
      return new Promise((resolve, reject) => {
        queue.push({ id, path, text, resolve, reject });
        feed();
      });
    },
    async close() {
      closed = true;
      const ended = lanes;
      lanes = [];
      for (const waiting of [...queue.splice(0), ...ended.flatMap(({ asked }) => [...asked.values()])])
        waiting.reject(new Error("the readers are closed"));
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
}

function readHere({ path, text, resolve, reject }: Waiting): void {
  readModule(path, text).then(resolve, reject);
}
