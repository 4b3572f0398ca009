import { posix } from "node:path";
import type { Manifest } from "./stated.ts";

/** What stands behind an import: files of the folder, a package, or what comes with the language. */
export type Target = {
  /** Files that it leads to; what it leads to without doubt where `sure`. */
  to: string[];
  sure: boolean;
  package: string | null;
  builtin?: true;
  /** Why it is open where it leads. */
  because?: string;
};

/** The folder as imports see it. `mentions`: whether a file's text holds a word; null where it can't be read. */
export type Layout = {
  files: ReadonlySet<string>;
  dirs: ReadonlySet<string>;
  manifests: readonly Manifest[];
  aliases: readonly Alias[];
  mentions(path: string, word: string): boolean | null;
};

/** `paths` of a tsconfig: a pattern with at most one `*`, and where it leads, from the folder's root. */
export type Alias = { below: string; pattern: string; targets: string[] };

export const nowhere: Target = { to: [], sure: true, package: null };

export function foldersOf(files: Iterable<string>): Set<string> {
  const dirs = new Set<string>([""]);
  for (const file of files) {
    for (let dir = folderOf(file); dir !== "" && !dirs.has(dir); dir = folderOf(dir)) dirs.add(dir);
  }
  return dirs;
}

export function folderOf(path: string): string {
  const dir = posix.dirname(path);
  return dir === "." ? "" : dir;
}

/** A path below a folder, "" for the root; null where it leads out of it. */
export function joined(folder: string, path: string): string | null {
  const whole = posix.normalize(posix.join(folder, path)).replace(/\/$/, "");
  if (whole.startsWith("..") || whole.startsWith("/")) return null;
  return whole === "." ? "" : whole;
}

/** The manifest of a kind that a file belongs to: that of the nearest folder around it. */
export function manifestFor(path: string, kind: Manifest["kind"], manifests: readonly Manifest[]): Manifest | null {
  const holds = (folder: string) => folder === "" || path.startsWith(`${folder}/`);
  const found = manifests.filter((each) => each.kind === kind && holds(folderOf(each.path)));
  return found.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
}
