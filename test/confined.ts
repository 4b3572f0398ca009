import { execFileSync } from "node:child_process";

/** Why commands can't be confined here; undefined where they can. */
export const unconfined: string | undefined = lacking();

function lacking(): string | undefined {
  try {
    execFileSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], { stdio: "pipe" });
    return undefined;
  } catch (thrown) {
    return `no sandbox: ${String(thrown).split("\n")[0]}`;
  }
}
