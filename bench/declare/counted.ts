import { spawnSync } from "node:child_process";

/** The declarations of a file by kind, or why a parser doesn't take it. */
export type Counted = { path: string; counts: Record<string, number> } | { path: string; fault: string };

/** Counts by a program that takes paths, one a line, and answers each by a line of JSON; null where it can't be run. */
export function countBy(
  command: string,
  args: string[],
  paths: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Counted[] | null {
  const input = paths.map((path) => `${path}\n`).join("");
  const { status, stdout } = spawnSync(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) return null;
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Counted);
}
