import { execFileSync } from "node:child_process";

/** Runs git in a folder as Ada, by no configuration but its own. */
export function git(dir: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", ...args], {
    cwd: dir,
    env,
    stdio: "ignore",
  });
}

/** Whether there is git here. */
export const hasGit = (() => {
  try {
    execFileSync("git", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
