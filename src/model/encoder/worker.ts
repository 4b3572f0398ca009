import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import type { Reply, Request } from "./encoding.ts";
import type { Load } from "./onnx.ts";

/** Another process that computes. It keeps this one alive only while it is asked something. */
export type Worker = {
  /** One request at a time. Throws when the process ends instead of answering. */
  ask(request: Request): Promise<Reply>;
  alive(): boolean;
  /** Ends it at once: it holds nothing that would have to be saved. */
  end(): Promise<void>;
};

const tailLength = 400;

/** Starts a process that runs `encoding.ts`, while `prepare` goes on, and has it load. Throws when it can't. */
export async function startWorker(prepare: () => Promise<Load>): Promise<Worker> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const child = fork(new URL(`./encoding.${extension}`, import.meta.url), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const worker = attend(child);
  try {
    const reply = await worker.ask({ load: await prepare() });
    if (reply.ok) return worker;
    throw new Error(reply.detail);
  } catch (error) {
    await worker.end();
    throw error;
  }
}

function attend(child: ChildProcess): Worker {
  let tail = "";
  let ended: Error | undefined;
  let ending = false;
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-tailLength);
  });
  const gone = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ended ??= new Error(`its process ended (${how})${tail ? `: ${tail.trim()}` : ""}`);
      waiting?.reject(ended);
      resolve();
    };
    child.on("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
  });
  child.on("message", (reply: Reply) => {
    // A reply that is under way when it is ended lets go of nothing: its end is waited for.
    if (!ending) unref(child);
    waiting?.resolve(reply);
  });
  return {
    ask(request) {
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        child.ref();
        child.channel?.ref();
        child.send(request, (error) => error && reject(error));
      });
    },
    alive: () => ended === undefined,
    async end() {
      ending = true;
      child.ref();
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function unref(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
}
