import { spawn, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { bin } from "./ergo.ts";

/** Why no terminal can be had here; undefined where `script` of util-linux makes one. */
export const noTerminal = probe();

/** The command in a terminal of its own. */
export type Session = {
  /** Waits until the terminal has shown a text after what was waited for before; gives all that came since. */
  shows(text: string): Promise<string>;
  type(keys: string): void;
  /** How it ended. */
  ended: Promise<number | null>;
};

/** Control keys as a terminal sends them. */
export const keys = { enter: "\r", escape: "\u001b", interrupt: "\u0003", end: "\u0004", up: "\u001b[A" };

/** Starts the command with the answers by rules alone. */
export function terminal(args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Session {
  const line = ["exec", process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qfec", line.replace(/^'exec'/, "exec"), "/dev/null"], {
    cwd,
    env: { ...process.env, ERGO_MODEL: "none", TERM: "xterm", NO_COLOR: "1", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [shown, read] = ["", 0];
  const waiting = new Set<() => void>();
  const more = (chunk: unknown) => {
    shown += chunk;
    for (const look of waiting) look();
  };
  child.stdout.on("data", more);
  child.stderr.on("data", more);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    shows: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const at = shown.indexOf(text, read);
          if (at < 0) return;
          waiting.delete(look);
          const since = shown.slice(read, at + text.length);
          read = at + text.length;
          resolve(since);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended before it showed ${text}: ${shown.slice(read)}`)));
      }),
    type: (typed) => void child.stdin.write(typed),
    ended,
  };
}

function probe(): string | undefined {
  const made = spawnSync("script", ["-qfec", "test -t 0 && test -t 2 && echo terminal", "/dev/null"], {
    encoding: "utf8",
    timeout: 10_000,
    input: "",
  });
  return made.stdout?.includes("terminal") ? undefined : "no terminal: `script` of util-linux is missing";
}
