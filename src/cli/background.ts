import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { ErgoError } from "../core/error.ts";
import { recordOf } from "../runtime/record/runs.ts";
import { runId } from "../runtime/run/ask.ts";
import type { Session } from "../runtime/session/session.ts";
import { print, printJson } from "./print.ts";

/** Milliseconds between two looks whether the run has begun. */
const pace = 50;

/**
 * Has another process ask the question, one that has a session of its own and goes on when this one, or its terminal, is gone. Comes
 * back once the run has begun. Throws BACKGROUND_FAILED where it does not begin.
 */
export async function background({ folder }: Session, json: boolean): Promise<void> {
  const run = runId(new Date());
  const own = process.argv.slice(1).filter((word) => word !== "--background");
  const child = spawn(process.execPath, [...process.execArgv, ...own, "--quiet", "--as", run], {
    detached: true,
    // What was piped beside the question is for that process to read.
    stdio: [process.stdin.isTTY ? "ignore" : "inherit", "ignore", "ignore"],
  });
  const ended = new Promise<"ended">((resolve) =>
    child.once("exit", () => resolve("ended")).once("error", () => resolve("ended")),
  );
  for (;;) {
    const is = await Promise.race([ended, wait(pace, "waiting")]);
    if (existsSync(recordOf(folder, run))) break;
    if (is === "ended") throw new ErgoError("BACKGROUND_FAILED");
  }
  child.unref();
  if (json) printJson({ run, status: "running" });
  else print(run);
}
