import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder, a file or an archive of a tree; `modified` is set where the tasks ask for age. */
export type Entry =
  | { dir: string }
  | { file: string; text?: string; base64?: string; zeros?: number; modified?: string; mode?: string }
  | { archive: string; of: string[] };

/** What the machine below the tree is made of; mounted read-only, never compared. */
const system = ["usr", "etc", "proc", "dev", "tmp"];
const links = ["bin", "lib", "lib64", "sbin"];

/** Builds a root folder that holds the tree. */
export function plant(root: string, entries: Entry[]): void {
  for (const name of [...system, "home", "root"]) mkdirSync(join(root, name), { recursive: true });
  for (const entry of entries) {
    if ("dir" in entry) mkdirSync(join(root, entry.dir), { recursive: true });
    else if ("archive" in entry) execFileSync("tar", ["-czf", join(root, entry.archive), "-C", root, ...entry.of]);
    else {
      const { file, text = "", base64, zeros, modified, mode } = entry;
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, base64 ? Buffer.from(base64, "base64") : zeros ? Buffer.alloc(zeros) : text);
      if (modified) utimesSync(path, new Date(), new Date(modified));
      if (mode) chmodSync(path, Number.parseInt(mode, 8));
    }
  }
}

/** The program and words that run a shell line in the tree as the only file system that can be written, without network. */
export function confined(root: string, line: string, cwd: string): string[] {
  const mounts = ["--bind", root, "/", "--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"];
  const rest = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", cwd];
  const linked = links.flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]);
  const env = [
    "--clearenv",
    "--setenv",
    "PATH",
    "/usr/bin:/bin",
    "--setenv",
    "HOME",
    "/root",
    "--setenv",
    "USER",
    "root",
  ];
  const apart = [
    "--unshare-all",
    "--uid",
    "0",
    "--gid",
    "0",
    "--hostname",
    "box",
    "--die-with-parent",
    "--new-session",
  ];
  return ["bwrap", ...mounts, ...linked, ...rest, ...env, ...apart, "bash", "-c", `{ ${line}\n} 2>&1`];
}

/** Every file of the tree with a digest of what it holds. As for git, folders count only by the files in them. */
export function snapshot(root: string): Map<string, string> {
  const seen = new Map<string, string>();
  const walk = (dir: string) => {
    for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
      const path = join(dir, entry.name);
      if (dir === "." && [...system, ...links].includes(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isSymbolicLink()) seen.set(path, `-> ${readlinkSync(join(root, path))}`);
      else if (entry.isFile()) {
        seen.set(
          path,
          createHash("sha256")
            .update(readFileSync(join(root, path)))
            .digest("hex"),
        );
      } else seen.set(path, "special");
    }
  };
  walk(".");
  return seen;
}
