import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { ParseError } from "../store/failure.ts";
import type { Parsed, Source } from "./parse.ts";
import type { Reply, Request } from "./worker.ts";

/** Parses files in other processes, within limits of time and memory; a file that breaks them is a ParseError. */
export type Parser = {
  /** Files that are asked for side by side are begun in that order, each as soon as a process is free. */
  parse(source: Source, signal?: AbortSignal): AsyncGenerator<Parsed>;
  close(): Promise<void>;
};

/** Milliseconds for each step; MiB of JavaScript objects; bytes of the process in all, where the system tells them. */
export type ParserLimits = { ms: number; heapMiB: number; bytes: number };

const defaults: ParserLimits = { ms: 60_000, heapMiB: 1024, bytes: 3 * 2 ** 30 };
/** Buffers lie outside of the heap, so the memory of the process is looked at this often. */
const watchMs = 50;
const program = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));

/** A parser of up to so many processes. */
export function createParser(limits: Partial<ParserLimits> = {}, processes = 1): Parser {
  const workers: Worker[] = [];
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];

  function take(): Worker | Promise<Worker> {
    const worker = idle.pop();
    if (worker) return worker;
    if (workers.length === processes) return new Promise((resolve) => waiting.push(resolve));
    const another = createWorker({ ...defaults, ...limits });
    workers.push(another);
    return another;
  }

  function give(worker: Worker): void {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  return {
    async *parse(source, signal) {
      const worker = await take();
      let more = true;
      try {
        for (let request: Request = { source }; more; request = { next: true }) {
          const reply = await worker.ask(request, signal);
          if ("failed" in reply) throw new ParseError(reply.failed.code, reply.failed.message);
          more = reply.more;
          // The next file is parsed while what was parsed of this one is waiting.
          if (!more) give(worker);
          if (reply.parsed !== null) yield JSON.parse(reply.parsed) as Parsed;
        }
      } finally {
        if (more) give(worker);
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

type Worker = { ask(request: Request, signal?: AbortSignal): Promise<Reply>; close(): Promise<void> };

/**
 * A process of its own, started by the first file and again after each that it had to be ended for. A thread would not
 * do: one that runs out of memory takes this process along.
 */
function createWorker({ ms, bytes, heapMiB }: ParserLimits): Worker {
  let worker: ChildProcess | undefined;
  let closed = false;

  function start(): ChildProcess {
    return fork(program, {
      execArgv: [`--max-old-space-size=${heapMiB}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const ended = new Promise((resolve) => stopped.once("exit", resolve));
    stopped.kill("SIGKILL");
    await ended;
  }

  async function ask(request: Request, signal?: AbortSignal): Promise<Reply> {
    if (closed) throw new Error("the parser is closed");
    // One that the system ended meanwhile is no fault of this file.
    if (!worker?.connected) worker = start();
    const asked = worker;
    const until = performance.now() + ms;
    let watch: NodeJS.Timeout | undefined;
    const listeners: [string, (...given: never[]) => void][] = [];
    const listen = (event: string, listener: (...given: never[]) => void) => {
      listeners.push([event, listener]);
      asked.once(event, listener as (...given: unknown[]) => void);
    };
    try {
      return await new Promise<Reply>((resolve, reject) => {
        listen("message", (reply: Reply) => resolve(reply));
        listen("error", (error: Error) => reject(new ParseError("damaged", `it can't be read: ${error.message}`)));
        // The system ends it when its memory is full.
        listen("exit", (code: number | null) =>
          reject(code === null ? large() : new ParseError("damaged", "it ended the parser")),
        );
        watch = setInterval(() => {
          if (signal?.aborted) reject(signal.reason);
          else if (performance.now() > until) reject(slow(ms));
          else if (memoryOf(asked) > bytes) reject(large());
        }, watchMs);
        asked.send(request, (error) => error && reject(large()));
      });
    } catch (thrown) {
      await stop();
      throw thrown;
    } finally {
      clearInterval(watch);
      // Only its own: whoever closes the parser meanwhile waits for the end too.
      for (const [event, listener] of listeners) asked.off(event, listener as (...given: unknown[]) => void);
    }
  }

  return {
    ask,
    async close() {
      closed = true;
      await stop();
    },
  };
}

/** Bytes that a process takes; 0 where the system has no /proc. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

function slow(ms: number): ParseError {
  return new ParseError("slow", `it was not read within ${ms / 1000} s; leave it out with .ergoignore, or split it`);
}

function large(): ParseError {
  return new ParseError(
    "memory",
    "it takes more memory to read than is allowed; leave it out with .ergoignore, or split it",
  );
}
