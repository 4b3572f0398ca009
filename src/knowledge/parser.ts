import { Worker } from "node:worker_threads";
import { ParseError } from "./failure.ts";
import type { Parsed, Source } from "./parse.ts";
import type { Reply, Request } from "./worker.ts";

/** Parses files away from this thread, within limits of time and memory; a file that breaks them is a ParseError. */
export type Parser = {
  parse(source: Source, signal?: AbortSignal): AsyncGenerator<Parsed>;
  close(): Promise<void>;
};

/** For each step: milliseconds, and how much more memory the process may take; MiB of JavaScript objects. */
export type ParserLimits = { ms: number; bytes: number; heapMiB: number };

const defaults: ParserLimits = { ms: 60_000, bytes: 2 * 2 ** 30, heapMiB: 1024 };
/** Buffers lie outside of the worker's heap, so the memory of the process is looked at this often. */
const watchMs = 50;

/** A parser with one worker, started by the first file and again after each that it had to be stopped for. */
export function createParser(limits: Partial<ParserLimits> = {}): Parser {
  const { ms, bytes, heapMiB } = { ...defaults, ...limits };
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(new URL(file, import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    started.unref();
    return started;
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  async function ask(request: Request, signal?: AbortSignal): Promise<Reply> {
    worker ??= start();
    const asked = worker;
    const before = process.memoryUsage.rss();
    const until = performance.now() + ms;
    asked.ref();
    let watch: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve, reject) => {
        asked.once("message", resolve);
        asked.once("error", (error: NodeJS.ErrnoException) => reject(failureOf(error)));
        asked.once("exit", () => reject(new ParseError("damaged", "it made the parser end")));
        watch = setInterval(() => {
          if (signal?.aborted) reject(signal.reason);
          else if (performance.now() > until) reject(slow(ms));
          else if (process.memoryUsage.rss() - before > bytes) reject(large());
        }, watchMs);
        asked.postMessage(request);
      });
    } catch (thrown) {
      asked.removeAllListeners();
      asked.on("error", () => {});
      await stop();
      throw thrown;
    } finally {
      clearInterval(watch);
      asked.removeAllListeners("message").removeAllListeners("exit").removeAllListeners("error");
      asked.unref();
    }
  }

  return {
    async *parse(source, signal) {
      let reply = await ask({ source }, signal);
      while ("parsed" in reply) {
        yield reply.parsed;
        reply = await ask({ next: true }, signal);
      }
      if ("failed" in reply) throw new ParseError(reply.failed.code, reply.failed.message);
    },
    close: stop,
  };
}

function failureOf(error: NodeJS.ErrnoException): ParseError {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return large();
  return new ParseError("damaged", `it can't be read: ${error.message.slice(0, 200)}`);
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
