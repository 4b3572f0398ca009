import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { ErgoError } from "../core/error.ts";

/** The folder that commands work on, and Ergo's own folders, which no command sees. All are real, absolute paths. */
export type Place = { root: string; hidden: string[] };

/** The home folder inside: empty and temporary. */
export const homeInside = "/home/user";

/** Folders that are made anew inside; a root that holds one of them would undo that. */
const made = ["/tmp", "/dev", "/proc", homeInside];
/** Folders of the kernel; they are no place for files. */
const kernel = ["/dev", "/proc", "/sys"];

/** Whether `path` is `dir` or lies below it. Both are absolute and normalised. */
export function below(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Throws SANDBOX_FOLDER for a folder that can't be given to commands: one that holds the home folder or the temporary
 * one, the kernel's, or Ergo's own.
 */
export function placeOf(root: string, own: string[]): Place {
  const dir = realpathSync(root);
  const held = [...made, real(homedir())].find((path) => below(dir, path));
  if (held !== undefined) throw new ErgoError("SANDBOX_FOLDER", { dir, detail: `it holds ${held}` });
  if (kernel.some((path) => below(path, dir))) {
    throw new ErgoError("SANDBOX_FOLDER", { dir, detail: "it belongs to the kernel" });
  }
  const hidden = own.map(real);
  if (hidden.some((path) => below(path, dir)))
    throw new ErgoError("SANDBOX_FOLDER", { dir, detail: "it is Ergo's own" });
  return { root: dir, hidden };
}

/** The real path of a command's folder. Throws OUTSIDE_FOLDER, and FILE_UNREADABLE where there is none. */
export function standing({ root, hidden }: Place, cwd = "."): string {
  const wanted = resolve(root, cwd);
  if (!below(root, wanted)) throw new ErgoError("OUTSIDE_FOLDER", { path: cwd });
  let dir: string;
  try {
    dir = realpathSync(wanted);
  } catch (thrown) {
    throw new ErgoError("FILE_UNREADABLE", { path: cwd, detail: "no such folder" }, { cause: thrown });
  }
  if (!below(root, dir) || hidden.some((own) => below(own, dir))) throw new ErgoError("OUTSIDE_FOLDER", { path: cwd });
  return dir;
}

/** The real path of what may not exist yet: that of its nearest folder that does, and the rest. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, "..");
    return parent === path ? path : join(real(parent), relative(parent, path));
  }
}
