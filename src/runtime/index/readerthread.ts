/** A thread that reads source files: each message is answered by what `readModule` makes of it. */
import { parentPort } from "node:worker_threads";
import { type Module, readModule } from "../../code/facts/module.ts";

export type Request = { id: number; path: string; text: string };
export type Reply = { id: number; module: Module | null };

parentPort?.on("message", async ({ id, path, text }: Request) => {
  parentPort!.postMessage({ id, module: await readModule(path, text) } satisfies Reply);
});
