import { execFile } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ErgoError } from "../core/error.ts";
import { type Confinement, confine } from "./confine.ts";
import { defaultLimits } from "./limit.ts";
import type { Programs } from "./program.ts";

/** The first version that limits temporary folders and forbids new user namespaces. */
const oldest = [0, 8];

/** Results by the program's path: what the kernel allows doesn't change while this process runs. */
const known = new Map<string, Promise<void>>();

/**
 * Whether commands can be confined here, found out by confining one. Throws SANDBOX_PLATFORM, SANDBOX_MISSING or
 * SANDBOX_BLOCKED, each with its cause and remedy.
 */
export async function available(programs: Programs): Promise<Confinement> {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new ErgoError("SANDBOX_PLATFORM", { platform: `${process.platform} (${process.arch})` });
  }
  const bwrap = find("bwrap", programs.path);
  if (bwrap === undefined) throw new ErgoError("SANDBOX_MISSING", { detail: "bubblewrap is not installed" });
  const confinement = { bwrap, programs };
  if (!known.has(bwrap)) known.set(bwrap, tried(confinement));
  await known.get(bwrap);
  return confinement;
}

async function tried(confinement: Confinement): Promise<void> {
  const { stdout } = await promisify(execFile)(confinement.bwrap, ["--version"]);
  const version = /(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [0, 0];
  if (version[0]! < oldest[0]! || (version[0] === oldest[0] && version[1]! < oldest[1]!)) {
    throw new ErgoError("SANDBOX_MISSING", { detail: `${stdout.trim()} is older than 0.8` });
  }
  const limits = { ...defaultLimits, time: 20_000 };
  try {
    const ran = await confine(confinement, { mounts: [], dir: "/tmp", argv: ["true"], limits, unixSockets: false });
    if (ran.exit !== 0) throw new ErgoError("SANDBOX_FAILED", { detail: ran.stderr || `exit code ${ran.exit}` });
  } catch (thrown) {
    if (!(thrown instanceof ErgoError)) throw thrown;
    throw new ErgoError("SANDBOX_BLOCKED", blocked(`${thrown.parts.detail}`), { cause: thrown });
  }
}

/** Why the kernel refused, as far as its settings tell, and what the machine's administrator can do. */
function blocked(detail: string): { detail: string; remedy: string } {
  const setting = (name: string) => read(`/proc/sys/${name}`)?.trim();
  if (setting("user/max_user_namespaces") === "0") {
    return { detail: "user.max_user_namespaces is 0", remedy: "`sysctl user.max_user_namespaces=10000`, as root" };
  }
  if (setting("kernel/unprivileged_userns_clone") === "0") {
    return {
      detail: "kernel.unprivileged_userns_clone is 0",
      remedy: "`sysctl kernel.unprivileged_userns_clone=1`, as root",
    };
  }
  if (setting("kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return {
      detail: `AppArmor restricts user namespaces (${detail})`,
      remedy:
        "install the AppArmor profile for bwrap (package apparmor-profiles), or set kernel.apparmor_restrict_unprivileged_userns=0, as root",
    };
  }
  const container =
    read("/proc/1/cgroup") !== undefined && (read("/.dockerenv") ?? read("/run/.containerenv")) !== undefined;
  if (container) {
    return {
      detail,
      remedy:
        "in a container, user namespaces and a new /proc must be allowed: for instance `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`",
    };
  }
  return { detail, remedy: "`bwrap --unshare-all --ro-bind / / true` must work for this user" };
}

/** A program in the first folder of the path that has it. */
function find(name: string, path: string[]): string | undefined {
  return path
    .map((dir) => join(dir, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
