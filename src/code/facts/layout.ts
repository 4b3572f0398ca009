import { posix } from "node:path";
import type { Manifest } from "./stated.ts";
import type { Tsconfig } from "./tsconfig.ts";

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

/** The folder as imports see it. `text`: that of a file; null where it can't be read. */
export type Layout = {
  files: ReadonlySet<string>;
  dirs: ReadonlySet<string>;
  manifests: readonly Manifest[];
  tsconfigs: readonly Tsconfig[];
  text(path: string): string | null;
};

/** Why an import of a file of the folder leads nowhere. */
export const unlisted = "leads to no file that is listed";

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

/** The files of a layout by the folder that they stand in, and by their own name. */
type Listed = { byFolder: ReadonlyMap<string, readonly string[]>; byName: ReadonlyMap<string, readonly string[]> };

const listed = new WeakMap<ReadonlySet<string>, Listed>();

function listedIn({ files }: Pick<Layout, "files">): Listed {
  const known = listed.get(files);
  if (known) return known;
  const [byFolder, byName] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (map: Map<string, string[]>, key: string, file: string) => {
    const all = map.get(key);
    if (all) all.push(file);
    else map.set(key, [file]);
  };
  for (const file of files) {
    add(byFolder, folderOf(file), file);
    add(byName, posix.basename(file), file);
  }
  const made = { byFolder, byName };
  listed.set(files, made);
  return made;
}

/** The files that stand in a folder itself. */
export function filesIn(folder: string, layout: Pick<Layout, "files">): readonly string[] {
  return listedIn(layout).byFolder.get(folder) ?? [];
}

/** The files whose paths are some parts, or end in them. */
export function filesEndingIn(tail: string, layout: Pick<Layout, "files">): string[] {
  const named = listedIn(layout).byName.get(posix.basename(tail)) ?? [];
  return named.filter((file) => file === tail || file.endsWith(`/${tail}`));
}

/** The folders that files stand in whose paths are some parts, or end in them. */
export function foldersEndingIn(tail: string, layout: Pick<Layout, "files">): string[] {
  return [...listedIn(layout).byFolder.keys()].filter((folder) => folder === tail || folder.endsWith(`/${tail}`));
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
