import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { ErgoError } from "../core/error.ts";
import { killGroup } from "../system/group.ts";
import { guard } from "../system/guard.ts";
import { fail } from "./print.ts";
import { variable } from "./supervised.ts";

/**
 * What the supervised process tells: until when its work may last, in milliseconds since 1970, and the limit that this
 * comes from; that it may last on; which process groups of its own run; and that it is there, when it is asked.
 */
export type Told = { until: number; limit: number } | { until: null } | { group: number; runs: boolean } | "here";

/** What it is told: to say that it is there, to end at once, or to watch for itself whether its supervisor is. */
export type Asked = "there?" | "exit" | "watch";

/** Milliseconds: how often a process that is to end is asked whether it is there, and how long it may be silent. */
const pace = 250;
const silence = 2000;
/** One that answers is ending its work; it may take so long. */
const longest = 10_000;
/** After a second signal. */
const shortest = 500;

/**
 * Runs a command in another process, so that this one is always free to end it. Signals are passed on, and end the work
 * politely; what does not listen is killed some seconds later, as it is when its budget is over, and with it the process
 * groups that it named. A second signal ends it at once. When this process is gone, the other ends itself.
 * `stdin` is what it reads in place of this one's, where that was read already. Gives the exit code.
 */
export async function supervise(node: string, args: string[], stdin?: string): Promise<number> {
  const child = spawn(node, args, {
    stdio: [stdin === undefined ? "inherit" : stdin === "" ? "ignore" : "pipe", "inherit", "inherit", "ipc"],
    env: { ...process.env, [variable]: String(process.pid) },
  });
  // It need not read what it is given.
  child.stdin?.on("error", () => {}).end(stdin);
  const groups = new Set<number>();
  const ending = endingOf(child);
  const watch = () => void (child.connected && child.send("watch" satisfies Asked, () => {}));
  const guarded = child.pid === undefined ? undefined : guard(child.pid, watch);
  let due: NodeJS.Timeout | undefined;
  child.on("message", (told: Told) => {
    if (told === "here") ending.heard();
    else if ("group" in told) {
      groups[told.runs ? "add" : "delete"](told.group);
      guarded?.group(told.group, told.runs);
    } else {
      clearTimeout(due);
      if (told.until === null) return ending.over();
      const { limit } = told;
      const over = () => ending.begin(new ErgoError("LIMIT_REACHED", { limit, what: "ms" }));
      due = setTimeout(over, Math.min(told.until - Date.now(), longestTimer));
    }
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (ending.asked()) return ending.now();
      child.kill(signal);
      ending.begin(new ErgoError("ENDED_BY_FORCE"), true);
    });
  }
  const { code, signal } = await exitOf(child);
  guarded?.end();
  clearTimeout(due);
  const forced = ending.close();
  for (const group of groups) killGroup(group);
  if (forced && signal === "SIGKILL") return fail(forced);
  return code ?? 128 + constants.signals[signal ?? "SIGKILL"];
}

/** What setTimeout can count. */
const longestTimer = 2 ** 31 - 1;

/** How a process is brought to its end: `begin` waits while it answers, `now` hardly does. */
function endingOf(child: ChildProcess) {
  let forced: ErgoError | undefined;
  let asked = false;
  let heard = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = (word: Asked) => void (child.connected && child.send(word, () => {}));
  return {
    asked: () => asked,
    heard(): void {
      heard = performance.now();
    },
    begin(why: ErgoError, byUser = false): void {
      asked ||= byUser;
      forced ??= why;
      if (timer) return;
      const began = performance.now();
      heard = began;
      timer = setInterval(() => {
        const now = performance.now();
        if (now - heard > silence || now - began > longest) child.kill("SIGKILL");
        else send("there?");
      }, pace);
    },
    /** What was over its budget has ended, and others may follow. */
    over(): void {
      if (asked) return;
      clearInterval(timer);
      timer = undefined;
      forced = undefined;
    },
    now(): void {
      send("exit");
      setTimeout(() => child.kill("SIGKILL"), shortest).unref();
    },
    /** Why it was killed, if it was. */
    close(): ErgoError | undefined {
      clearInterval(timer);
      return forced;
    },
  };
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}
