import { type BigIntStats, realpathSync, statSync } from "node:fs";
import type { Blind, Entry } from "../core/observation.ts";
import { blind, errno, unseen } from "./blind.ts";
import { absoluteOf, type Ground, isNameable, partsOf, statOf } from "./ground.ts";
import { modified } from "./stamp.ts";

const none: Entry = { ok: true, kind: "none", bytes: 0, modified: 0 };

/** Looks at one path of the raw file system below the root, ignored or not. */
export function seeEntry(ground: Ground, path: string): Entry | Blind {
  const parts = partsOf(path);
  if (!isNameable(path)) return none;
  try {
    for (let length = 1; length < parts.length; length++) {
      const parent = parts.slice(0, length).join("/");
      const stats = statOf(absoluteOf(ground, parent));
      if (stats === null || !(stats.isDirectory() || stats.isSymbolicLink())) return none;
      if (stats.isSymbolicLink()) {
        return blind("link", `${parent} on the way to ${path} is a symbolic link, and links are not followed.`);
      }
    }
    const stats = statOf(absoluteOf(ground, path));
    return stats === null ? none : entryOf(ground, path, stats);
  } catch (error) {
    return errno(error) === "ENOTDIR" ? none : unseen(error, path);
  }
}

function entryOf(ground: Ground, path: string, stats: BigIntStats): Entry {
  const entry = { ok: true, kind: kindOf(stats), bytes: Number(stats.size), modified: modified(stats) } as const;
  return entry.kind === "link" ? { ...entry, target: targetOf(ground, path) } : entry;
}

function kindOf(stats: BigIntStats): Exclude<Entry["kind"], "none"> {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : "other";
}

/** What a link leads to inside the folder; null when that is nothing, or lies outside, or can't be seen. */
function targetOf(ground: Ground, path: string): Entry["target"] {
  try {
    const real = realpathSync.native(absoluteOf(ground, path));
    const below = ground.root === "/" ? "/" : `${ground.root}/`;
    if (real !== ground.root && !real.startsWith(below)) return null;
    const kind = kindOf(statSync(real, { bigint: true }));
    return kind === "link" ? null : kind;
  } catch (error) {
    if (errno(error) === undefined) throw error;
    return null;
  }
}
