import {
  accessSync,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { below, type Place } from "./place.ts";

/**
 * A path as bytes, each a character: a name that is not UTF-8 must not be overlooked. `bytes` and `file` go from text to
 * such a path, and from there to what `node:fs` takes.
 */
export const bytes = (text: string): string => Buffer.from(text).toString("latin1");
export const file = (path: string): Buffer => Buffer.from(path, "latin1");
export const text = (path: string): string => file(path).toString();

/**
 * What configures or records, so that no command may write it: `.git` and `.ergo` anywhere, git folders of any name, and
 * the folder's own `ergo.yaml`. `id` is the entry's, whatever its name. Links can't be mounted over; `target` says what to put
 * back.
 */
export type Kept = { path: string; kind: "folder" | "file" | "link" | "door"; id: string; target?: string };

/** A look at a folder before or after a command. Paths are bytes. */
export type Survey = {
  kept: Kept[];
  /** Sockets and named pipes: ways to programs outside. */
  doors: string[];
  /** Folders that can't be read; whoever owns them could open them. */
  closed: string[];
  /** Files that give whoever runs them the rights of their owner or group; looked for only where it is asked for. */
  raised: Kept[];
};

/** `open` is called for a folder that can't be read and may make it so; `raised`: whether the mode of every file is read. */
type Look = { open?: (dir: string) => boolean; raised?: boolean };

/** Names that are kept wherever they stand. */
const keptNames = [".git", ".ergo"];

/** Looks at every folder below the root but Ergo's own. */
export function survey(place: Place, { open, raised = false }: Look = {}): Survey {
  const root = bytes(place.root);
  const hidden = place.hidden.map(bytes);
  const found: Survey = { kept: [], doors: [], closed: [], raised: [] };
  const ahead: { dir: string; inside: boolean }[] = [{ dir: root, inside: false }];
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    const entries = list(step.dir, open);
    if (entries === undefined) {
      found.closed.push(step.dir);
      continue;
    }
    const inside = step.inside || gitFolder(entries);
    if (inside && !step.inside) found.kept.push(kept(step.dir)!);
    for (const entry of entries) {
      if (raised && !inside && entry.isFile()) found.raised.push(...raisedAt(`${step.dir}/${entry.name}`));
      if (!remarkable(entry)) continue;
      const path = `${step.dir}/${entry.name}`;
      const keep = !inside && (keptNames.includes(entry.name) || path === `${root}/ergo.yaml`);
      if (keep) found.kept.push(...[kept(path)].filter((one) => one !== undefined));
      if (entry.isSocket() || entry.isFIFO()) found.doors.push(path);
      if (entry.isDirectory() && !hidden.includes(path)) ahead.push({ dir: path, inside: inside || keep });
    }
  }
  return found;
}

function raisedAt(path: string): Kept[] {
  const entry = stat(path);
  return entry?.isFile() && (entry.mode & 0o6000) !== 0 ? [kept(path)!] : [];
}

/** Told apart first, for a folder of packages holds very many files that are nothing but that. */
function remarkable(entry: Dirent<string>): boolean {
  return !entry.isFile() || keptNames.includes(entry.name) || entry.name === "ergo.yaml";
}

/** What `.git` entries lead to inside the root: the target of a link, and the folder that a file names. */
export function led(place: Place, { kept }: Survey): string[] {
  const root = bytes(place.root);
  return kept.flatMap(({ path, kind, target }) => {
    const named = kind === "link" ? target : kind === "file" ? gitdir(path) : undefined;
    const real = named === undefined ? undefined : realpath(resolve(dirname(path), named));
    return real !== undefined && real !== root && below(root, real) ? [real] : [];
  });
}

/**
 * Other names of the kept files: a hard link reaches the same bytes by a path that is not
 * kept. The folder is searched for them only when a kept file has several names.
 */
export function aliases(place: Place, { kept, raised }: Survey): string[] {
  const sensitive = [...kept, ...raised].flatMap(({ path, kind }) =>
    kind === "file" ? [path] : kind === "folder" ? settings(path) : [],
  );
  const shared = new Set(
    sensitive
      .map(stat)
      .filter((entry) => entry?.isFile() && entry.nlink > 1)
      .map((entry) => entry!.ino),
  );
  if (shared.size === 0) return [];
  const ahead = [bytes(place.root)];
  const found: string[] = [];
  for (let dir = ahead.pop(); dir !== undefined; dir = ahead.pop()) {
    for (const entry of list(dir) ?? []) {
      const path = join(dir, entry.name);
      if (entry.isDirectory() && !keptNames.includes(entry.name)) ahead.push(path);
      if (entry.isFile() && shared.has(stat(path)?.ino ?? -1)) found.push(path);
    }
  }
  return found;
}

/** What an entry is, not following links; undefined where there is none. */
export function kept(path: string): Kept | undefined {
  const entry = stat(path);
  if (entry === undefined) return undefined;
  const id = `${entry.dev}:${entry.ino}`;
  if (entry.isSymbolicLink()) return { path, kind: "link", id, target: readlinkSync(file(path), "latin1") };
  if (entry.isSocket() || entry.isFIFO()) return { path, kind: "door", id };
  return { path, kind: entry.isDirectory() ? "folder" : "file", id };
}

/** What git itself takes for a repository, whatever its name. */
function gitFolder(entries: Dirent<string>[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

/** The files of a git folder, but for its objects: those are named by their content, and clones share them by links. */
function settings(folder: string): string[] {
  if (basename(folder) === ".ergo") return [];
  const below = (dir: string): string[] =>
    (list(dir) ?? []).flatMap((entry) => {
      const path = join(dir, entry.name);
      return entry.isDirectory() ? (entry.name === "objects" ? [] : below(path)) : [path];
    });
  return below(folder);
}

function gitdir(path: string): string | undefined {
  const entry = stat(path);
  if (!entry?.isFile() || entry.size > 4096) return undefined;
  try {
    return /^gitdir: (.+)$/m.exec(readFileSync(file(path), "latin1"))?.[1];
  } catch {
    return undefined;
  }
}

/** The entries of a folder that can be listed and entered; undefined for another one that `open` doesn't change. */
function list(dir: string, open: (dir: string) => boolean = () => false): Dirent<string>[] | undefined {
  try {
    accessSync(file(dir), constants.R_OK | constants.X_OK);
    return readdirSync(file(dir), { withFileTypes: true, encoding: "latin1" }) as unknown as Dirent<string>[];
  } catch {
    return open(dir) ? list(dir) : undefined;
  }
}

function realpath(path: string): string | undefined {
  try {
    return realpathSync(file(path), "latin1");
  } catch {
    return undefined;
  }
}

function stat(path: string): Stats | undefined {
  try {
    return lstatSync(file(path));
  } catch {
    return undefined;
  }
}
