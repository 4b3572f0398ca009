import { isUtf8 } from "node:buffer";
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Symbols } from "./source.ts";

/** Something in the folder. `text` is null for what is not text; `leads` is where a link leads inside the folder. */
export type Thing = {
  kind: "file" | "directory" | "link" | "other";
  listed: boolean;
  bytes: Buffer;
  text: string | null;
  encoding: string;
  modified: number;
  /** Whether it is small enough to be read. */
  readable: boolean;
  leads: "file" | "directory" | null;
};

/** All that is true of a folder, read the plain way. `gaps`: places that can't be listed. */
export type Survey = {
  things: Map<string, Thing>;
  files: string[];
  dirs: string[];
  gaps: string[];
  symbols: Map<string, Symbols | null>;
};

/** `limit`: bytes beyond which files are not to be read. */
export function survey(root: string, symbols: Map<string, Symbols | null>, limit: number): Survey {
  const things = new Map<string, Thing>();
  const gaps: string[] = [];
  collect(root, "", things, gaps);
  for (const thing of things.values()) thing.readable = thing.bytes.length <= limit;
  const { files, dirs, ignored } = listedByGit(things, gaps);
  for (const path of [...files, ...dirs]) things.get(path)!.listed = true;
  return { things, files, dirs, gaps: gaps.filter((gap) => !lineage(gap).some((path) => ignored.has(path))), symbols };
}

function collect(root: string, folder: string, things: Map<string, Thing>, gaps: string[]): void {
  for (const name of readdirSync(join(root, folder), { encoding: "buffer" })) {
    const path = folder === "" ? name.toString() : `${folder}/${name}`;
    if (!isUtf8(name)) {
      gaps.push(path);
      continue;
    }
    const stats = lstatSync(join(root, path));
    const kind = stats.isFile()
      ? "file"
      : stats.isDirectory()
        ? "directory"
        : stats.isSymbolicLink()
          ? "link"
          : "other";
    const bytes = kind === "file" ? readFileSync(join(root, path)) : Buffer.alloc(0);
    const { text, encoding } = textOf(bytes);
    const leads = kind === "link" ? leadsTo(root, path) : null;
    things.set(path, { kind, listed: false, bytes, text, encoding, modified: stats.mtimeMs, readable: true, leads });
    if (kind === "directory") collect(root, path, things, gaps);
    const isIgnoreFile = name.toString() === ".gitignore" || name.toString() === ".ergoignore";
    if (isIgnoreFile && (kind === "link" || (kind === "file" && encoding === "binary"))) gaps.push(folder);
  }
}

/** By the decoders of the platform, which take a BOM off. */
function textOf(bytes: Buffer): { text: string | null; encoding: string } {
  const start = bytes.subarray(0, 2).toString("hex");
  const encoding = start === "fffe" ? "utf-16le" : start === "feff" ? "utf-16be" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return { text: null, encoding: "binary" };
  }
}

function leadsTo(root: string, path: string): Thing["leads"] {
  try {
    const real = realpathSync(join(root, path));
    if (!`${real}/`.startsWith(`${realpathSync(root)}/`)) return null;
    return statSync(real).isDirectory() ? "directory" : "file";
  } catch {
    return null;
  }
}

/** Asks git about a copy of the folder's names, in which both kinds of ignore files are joined into one. */
function listedByGit(
  things: Map<string, Thing>,
  gaps: string[],
): { files: string[]; dirs: string[]; ignored: Set<string> } {
  const isAsked = (path: string) =>
    !path.split("/").some((part) => part === ".git" || part === ".ergo") &&
    !gaps.some((gap) => path === gap || path.startsWith(`${gap}/`));
  const copy = mkdtempSync(join(tmpdir(), "ergo-git-"));
  const git = (args: string[], input = "") =>
    execFileSync("git", ["-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=false", ...args], {
      cwd: copy,
      input,
      stdio: ["pipe", "pipe", "ignore"],
    }).toString();
  git(["init", "-q"]);
  for (const [path, { kind }] of things) {
    if (gaps.includes(path)) mkdirSync(join(copy, path), { recursive: true });
    if (!isAsked(path)) continue;
    if (kind === "directory") mkdirSync(join(copy, path), { recursive: true });
    if (kind === "file") writeFileSync(join(copy, path), "");
    if (kind === "link") symlinkSync("/nowhere", join(copy, path));
  }
  for (const folder of [
    "",
    ...[...things].filter(([path, { kind }]) => kind === "directory" && isAsked(path)).map(([path]) => path),
  ]) {
    const read = (name: string) => things.get(join(folder, name))?.bytes.toString() ?? "";
    const joined = `${read(".gitignore")}\n${read(".ergoignore")}`;
    if (joined !== "\n") writeFileSync(join(copy, folder, ".gitignore"), joined);
  }
  const untracked = git(["ls-files", "-co", "--exclude-standard", "-z"]).split("\0");
  const files = untracked.filter((path) => things.get(path)?.kind === "file");
  const directories = [...things]
    .filter(([path, { kind }]) => kind === "directory" && isAsked(path))
    .map(([path]) => path);
  const ignored = new Set(ignoredAmong(git, [...directories, ...gaps]));
  const dirs = directories.filter((path) => !lineage(path).some((one) => ignored.has(one)));
  rmSync(copy, { recursive: true });
  return { files, dirs, ignored };
}

function ignoredAmong(git: (args: string[], input?: string) => string, paths: string[]): string[] {
  if (paths.length === 0) return [];
  try {
    return git(["check-ignore", "-z", "--no-index", "--stdin"], paths.map((path) => `./${path}`).join("\0"))
      .split("\0")
      .map((path) => path.slice(2));
  } catch {
    return []; // its exit code when none is ignored
  }
}

/** A path and all folders above it. */
function lineage(path: string): string[] {
  return path === "." || path === "" ? [] : [path, ...lineage(dirname(path))];
}
