import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "./limit.ts";
import { homeInside } from "./place.ts";
import { type Programs, systemFolders } from "./program.ts";

/**
 * What programs read of /etc: how libraries are found, which of several programs a name means, the time zone, and settings
 * of languages. Nothing about users, hosts or packages.
 */
const settings = `
  ld.so.cache alternatives os-release localtime timezone mime.types protocols services fonts R texmf
  ssl/certs ssl/openssl.cnf pki/tls/certs pki/tls/openssl.cnf crypto-policies`;

/** What /proc, which is read-only as a whole, tells of the user's keys and of how the machine was started. */
const told = "keys key-users cmdline";

/** What else of /proc root may read without a capability. */
const roots = " kpagecount kpageflags kpagecgroup slabinfo vmallocinfo timer_list sched_debug latency_stats";

/** Arguments of bwrap for everything that is not the folder asked about. Made files come over the handles named. */
export function systemMounts(programs: Programs, limits: Limits, handles: { passwd: number; group: number }): string[] {
  const closed = present("/proc", process.getuid?.() === 0 ? told + roots : told);
  return [
    ...systemFolders().flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : readOnly(path),
    ),
    ...[...present("/etc", settings), ...java()].flatMap(readOnly),
    ...["--ro-bind-data", `${handles.passwd}`, "/etc/passwd", "--ro-bind-data", `${handles.group}`, "/etc/group"],
    ...["--proc", "/proc", ...closed.flatMap(empty), "--remount-ro", "/proc"],
    ...["--dev", "/dev", ...temporary("/dev/shm", "1777", limits.temporary / 2), "--remount-ro", "/dev"],
    ...temporary("/tmp", "1777", limits.temporary),
    ...temporary(homeInside, "0700", limits.temporary),
    ...programs.folders.flatMap(readOnly),
  ];
}

/** Every kind of namespace is new, nothing may be regained inside, and all ends with this process. */
export function isolation(user: { uid: number; gid: number }): string[] {
  return [
    ...["--unshare-all", "--unshare-user", "--disable-userns", "--uid", `${user.uid}`, "--gid", `${user.gid}`],
    ...["--hostname", "sandbox", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"],
  ];
}

/** Something empty over a folder or file that is there. The path is one of bytes. */
export function empty(path: string): string[] {
  if (!lstatSync(Buffer.from(path, "latin1")).isDirectory()) return ["--ro-bind", "/dev/null", path];
  return ["--size", "4096", "--tmpfs", path, "--remount-ro", path];
}

function readOnly(path: string): string[] {
  return ["--ro-bind", path, path];
}

function temporary(path: string, mode: string, size: number): string[] {
  return ["--size", `${Math.ceil(size)}`, "--perms", mode, "--tmpfs", path];
}

function java(): string[] {
  return readdirSync("/etc")
    .filter((name) => /^java(-[\w.-]+)?$/.test(name))
    .map((name) => join("/etc", name));
}

function present(dir: string, names: string): string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => join(dir, name))
    .filter((path) => existsSync(path));
}
