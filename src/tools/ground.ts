import { isUtf8 } from "node:buffer";
import { type BigIntStats, lstatSync, readFileSync } from "node:fs";
import { sha256 } from "../core/digest.ts";
import { ErgoError } from "../core/error.ts";
import type { Blind } from "../core/observation.ts";
import { blind, errno, unseen } from "./blind.ts";
import { isIgnored, parseRules, type Rules } from "./ignore.ts";
import { racy, type Stamp, stampOf } from "./stamp.ts";

/** Bounds of what is looked at: entries in a listing, bytes of a file that is read, bytes of a file that is parsed. */
export type Limits = { entries: number; bytes: number; source: number };

/** The folder asked about. `root` is its real path. */
export type Ground = { root: string; limits: Limits };

/** A regular file of the universe. */
export type Place = { ok: true; path: string; absolute: string; stats: BigIntStats; stamp: Stamp };

/** The ignore files in force in a folder, from the root down, and the state of its own. */
export type Folder = { ok: true; chain: readonly Rules[]; own: IgnoreFile[] };

/** `lasting`: whether a later change would show in the stamp. */
type IgnoreFile = { name: string; stamp: Stamp; lasting: boolean; hash: string };

/** The ignore files of a folder; a later one wins over an earlier one. */
export const ignoreFiles = [".gitignore", ".ergoignore"] as const;

/** Bytes of an ignore file beyond which its folder is skipped. */
const longest = 1 << 20;

/** Parts of a path that are never part of what is asked about. */
export function isReserved(part: string): boolean {
  return part === ".git" || part === ".ergo";
}

/** The parts of a path below the root; "." is the root itself. A path that could lead out of it is an error of the caller. */
export function partsOf(path: string): string[] {
  if (path === ".") return [];
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new ErgoError("OUTSIDE_FOLDER", { path: JSON.stringify(path) });
  }
  return parts;
}

/** Whether a path can name anything: names hold no NUL, and a surrogate without its pair stands in no name. */
export function isNameable(path: string): boolean {
  return !path.includes("\0") && path.isWellFormed();
}

export function absoluteOf(ground: Ground, path: string): string {
  return path === "." || path === "" ? ground.root : `${ground.root}/${path}`;
}

/** What stands at an absolute path, links not followed; null when nothing does. */
export function statOf(absolute: string): BigIntStats | null {
  return lstatSync(absolute, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Reads the ignore files of a folder. `path` is "" for the root; `names` are those of `ignoreFiles` that are there. */
export function readFolder(
  ground: Ground,
  path: string,
  names: readonly string[],
  above: readonly Rules[],
): Folder | Blind {
  const rules: Rules = { folder: path, rules: [] };
  const own: Folder["own"] = [];
  for (const name of names) {
    const shown = path === "" ? name : `${path}/${name}`;
    const file = readIgnoreFile(`${absoluteOf(ground, path)}/${name}`, shown);
    if (file === null) continue;
    if (!file.ok) return file;
    rules.rules.push(...parseRules(file.bytes));
    own.push({ name, stamp: file.stamp, lasting: file.lasting, hash: sha256(file.bytes) });
  }
  return { ok: true, chain: rules.rules.length === 0 ? above : [...above, rules], own };
}

/** Remembers, for one look of limited length, what the folders on the way to files are. */
export type Way = Map<string, { at: number; folder: Folder | Blind }>;

/** Milliseconds for which a folder on the way is believed to stay what it is. */
const believed = 20;

/** Finds a file by the rules of the universe: below real folders, not ignored, a regular file. */
export function locate(ground: Ground, path: string, way: Way): Place | Blind {
  const parts = partsOf(path);
  if (!isNameable(path)) return blind("missing", `No file can be called ${JSON.stringify(path)}.`);
  if (parts.some(isReserved)) {
    return blind("ignored", `${path} lies inside .git or .ergo, which are not among the files asked about.`);
  }
  const parent = enter(ground, parts.slice(0, -1).join("/"), way);
  if (!parent.ok) return parent;
  try {
    const absolute = absoluteOf(ground, path);
    const stats = statOf(absolute);
    if (stats === null)
      return blind("missing", `There is no ${path} in the folder; \`files("**")\` lists what there is.`);
    if (isIgnored(parent.chain, path, stats.isDirectory())) return ignored(path);
    if (stats.isSymbolicLink()) {
      return blind("link", `${path} is a symbolic link, and links are not followed; name the file that it leads to.`);
    }
    if (stats.isDirectory()) return blind("not_a_file", `${path} is a folder; name a file in it.`);
    if (!stats.isFile())
      return blind("not_a_file", `${path} is not a regular file (a pipe, socket or device); name a file.`);
    return { ok: true, path, absolute, stats, stamp: stampOf(stats) };
  } catch (error) {
    return unseen(error, path);
  }
}

/** The folder at `path` ("" is the root) with the ignore rules in force in it. */
function enter(ground: Ground, path: string, way: Way): Folder | Blind {
  const known = way.get(path);
  if (known !== undefined && performance.now() - known.at < believed) return known.folder;
  const folder = enterAnew(ground, path, way);
  way.set(path, { at: performance.now(), folder });
  return folder;
}

function enterAnew(ground: Ground, path: string, way: Way): Folder | Blind {
  if (path === "") return readFolder(ground, "", ignoreFiles, []);
  const above = enter(ground, path.slice(0, Math.max(0, path.lastIndexOf("/"))), way);
  if (!above.ok) return above;
  try {
    const stats = statOf(absoluteOf(ground, path));
    if (stats === null) return blind("missing", `There is no folder ${path}; \`dirs("**")\` lists the folders.`);
    if (stats.isSymbolicLink()) {
      return blind(
        "link",
        `The folder ${path} is a symbolic link, and links are not followed; name the folder that it leads to.`,
      );
    }
    if (!stats.isDirectory()) return blind("missing", `${path} is not a folder, so nothing lies below it.`);
  } catch (error) {
    return unseen(error, path);
  }
  return isIgnored(above.chain, path, true) ? ignored(path) : readFolder(ground, path, ignoreFiles, above.chain);
}

function ignored(path: string): Blind {
  return blind("ignored", `${path} is ignored by a .gitignore or .ergoignore; change that file to have it read.`);
}

function readIgnoreFile(
  absolute: string,
  shown: string,
): { ok: true; bytes: Buffer; stamp: Stamp; lasting: boolean } | Blind | null {
  const way = "so what it ignores is unknown; make it a readable text file, or remove it.";
  try {
    const at = Date.now();
    const stats = statOf(absolute);
    if (stats === null || stats.isDirectory()) return null;
    if (!stats.isFile()) return blind("unreadable", `${shown} is not a regular file, ${way}`);
    if (stats.size > longest) return blind("too_large", `${shown} is longer than 1 MiB, ${way}`);
    const bytes = readFileSync(absolute);
    if (!isUtf8(bytes)) return blind("unreadable", `${shown} is not UTF-8 text, ${way}`);
    return { ok: true, bytes, stamp: stampOf(stats), lasting: !racy(stats, at) };
  } catch (error) {
    if (errno(error) === "ENOENT") return null;
    return blind("unreadable", `${shown} can't be read, ${way}`);
  }
}
