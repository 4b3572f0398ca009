import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { below, real } from "./place.ts";

/** Where programs are found inside, and the folders outside of the system's that hold them. */
export type Programs = { path: string[]; folders: string[] };

const system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];
const standard = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"];

/**
 * What belongs to an installation, beside its folder of programs. Everything else there stays out: `.cargo` keeps
 * credentials beside `bin`, `.local` keeps keyrings below `share`.
 */
const parts = [
  ...[
    "bin",
    "sbin",
    "shims",
    "lib",
    "lib64",
    "libexec",
    "include",
    "src",
    "pkg",
    "conf",
    "jmods",
    "plugins",
    "versions",
  ],
  ...["version", "VERSION", "go.env", "pyvenv.cfg", "Cellar", "opt"],
];

/** Folders of the system that exist here, to be mounted read-only; those that are links are given as such. */
export function systemFolders(): string[] {
  return system.filter((folder) => existsSync(folder));
}

/**
 * The folders of `PATH` that are seen inside, with what their programs need. Left out are relative entries, those below
 * the folder asked about or any folder in `hidden`, folders that someone else may write to, and `bin` directly in the
 * home folder: the folder asked about supplies no programs, and nothing of the home comes along with one.
 */
export function programs(path: string, hidden: string[]): Programs {
  const home = real(homedir());
  const found: Programs = { path: [], folders: [] };
  for (const entry of path.split(":")) {
    if (!isAbsolute(entry)) continue;
    const folder = real(entry);
    if (!existsSync(folder) || hidden.some((dir) => below(dir, folder))) continue;
    if (!system.some((dir) => below(dir, folder))) {
      const prefix = dirname(folder);
      const wide = prefix === "/" || below(prefix, home) || hidden.some((dir) => below(prefix, dir));
      if (wide || !["bin", "sbin", "shims"].includes(basename(folder)) || !trusted(folder)) continue;
      found.folders.push(...installed(prefix));
    }
    found.path.push(folder);
  }
  const unique = (list: string[]) => [...new Set(list)];
  return { path: unique([...found.path, ...standard]), folders: unique(found.folders) };
}

function installed(prefix: string): string[] {
  return readdirSync(prefix)
    .filter((name) => parts.includes(name))
    .map((name) => join(prefix, name))
    .filter((place) => trusted(place));
}

/** A folder or file that only root or this user may change. */
function trusted(place: string): boolean {
  const entry = statSync(place, { throwIfNoEntry: false });
  const owner = entry?.uid === 0 || entry?.uid === process.getuid?.();
  return entry !== undefined && owner && (entry.mode & 0o002) === 0;
}
