import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { ErgoError, reason } from "../core/error.ts";
import type { Input, Reply, Request } from "./encoding.ts";
import type { Computed, Load } from "./onnx.ts";

/** Computes inputs in another process, one group at a time. */
export type Lane = {
  /** What was computed, in the order of the inputs. Throws MODEL_FAILED, CANCELLED, or what `prepare` threw. */
  compute(inputs: Input[], signal?: AbortSignal): Promise<Computed[]>;
  close(): Promise<void>;
};

export type LaneOptions = {
  /** The model's name, for errors. */
  name: string;
  /** What to load; looked up each time that a process is started. */
  prepare(): Promise<Load>;
};

type Call = {
  inputs: Input[];
  outputs: Computed[];
  resolve(outputs: Computed[]): void;
  reject(error: unknown): void;
};

type Worker = { ask(request: Request): Promise<Reply>; end(): Promise<void> };

/** A group ends at so many inputs or characters: a question waits for one group at most. */
const groupSize = 8;
const groupLength = 2000;

/**
 * The process is started by the first call and kept until `close`; one that died is replaced by the next call. Of
 * overlapping calls the one with the fewest inputs left goes first. While nothing is computed the process does not
 * keep this one alive.
 */
export function openLane({ name, prepare }: LaneOptions): Lane {
  const calls: Call[] = [];
  let worker: Worker | undefined;
  let working: Promise<void> | undefined;
  let closed = false;
  const failed = (detail: string) => new ErgoError("MODEL_FAILED", { model: name, detail });

  return {
    async compute(inputs, signal) {
      if (closed) throw failed("it was closed");
      if (signal?.aborted) throw new ErgoError("CANCELLED");
      if (inputs.length === 0) return [];
      const { promise, resolve, reject } = Promise.withResolvers<Computed[]>();
      const call: Call = { inputs, outputs: [], resolve, reject };
      const abort = () => drop(call, new ErgoError("CANCELLED"));
      signal?.addEventListener("abort", abort);
      calls.push(call);
      working ??= work();
      return promise.finally(() => signal?.removeEventListener("abort", abort));
    },
    async close() {
      closed = true;
      for (const call of [...calls]) drop(call, failed("it was closed"));
      await worker?.end();
      await working;
    },
  };

  function drop(call: Call, error: unknown) {
    const at = calls.indexOf(call);
    if (at !== -1) calls.splice(at, 1);
    call.reject(error);
  }

  async function work() {
    while (calls.length > 0) {
      try {
        worker ??= await start(await prepare());
      } catch (error) {
        for (const call of [...calls]) drop(call, error instanceof ErgoError ? error : failed(reason(error)));
        break;
      }
      const call = calls.reduce((least, each) => (left(each) < left(least) ? each : least));
      await step(call, worker);
    }
    working = undefined;
  }

  async function step(call: Call, by: Worker) {
    const inputs = nextGroup(call);
    try {
      const reply = await by.ask({ inputs });
      if (!reply.ok) return drop(call, failed(reply.detail));
      call.outputs.push(...reply.outputs);
      if (left(call) > 0) return;
      const at = calls.indexOf(call);
      if (at !== -1) calls.splice(at, 1);
      call.resolve(call.outputs);
    } catch (error) {
      worker = undefined;
      drop(call, failed(reason(error)));
    }
  }
}

function left({ inputs, outputs }: Call): number {
  return inputs.length - outputs.length;
}

function nextGroup({ inputs, outputs }: Call): Input[] {
  const from = outputs.length;
  let to = from;
  let length = 0;
  while (to < inputs.length && to - from < groupSize && length < groupLength) {
    length += lengthOf(inputs[to]!);
    to++;
  }
  return inputs.slice(from, to);
}

function lengthOf([text, passage = ""]: Input): number {
  return text.length + passage.length;
}

/** Starts a process and has it load. Throws when it can't. */
async function start(load: Load): Promise<Worker> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const child = fork(new URL(`./encoding.${extension}`, import.meta.url), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const worker = attend(child);
  const reply = await worker.ask({ load });
  if (reply.ok) return worker;
  await worker.end();
  throw new Error(reply.detail);
}

/** One question at a time to a process; a process that ends instead of answering is an error. */
function attend(child: ChildProcess): Worker {
  let tail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-400);
  });
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let ended: string | undefined;
  const gone = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ended ??= `its process ended (${how})${tail ? `: ${tail.trim()}` : ""}`;
      waiting?.reject(new Error(ended));
      waiting = undefined;
      resolve();
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
  });
  child.on("message", (reply: Reply) => {
    rest(child);
    waiting?.resolve(reply);
    waiting = undefined;
  });
  return {
    ask(request) {
      if (ended !== undefined) return Promise.reject(new Error(ended));
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        child.ref();
        child.channel?.ref();
        child.send(request, (error) => error && reject(error));
      });
    },
    async end() {
      child.ref();
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function rest(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
}
