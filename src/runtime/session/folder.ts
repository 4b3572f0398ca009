import { accessSync, chmodSync, constants, lstatSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";

/** The folder asked about and where Ergo keeps what it records of it. All paths are absolute. */
export type Folder = {
  root: string;
  /** `.ergo` inside the root, or a folder of its own below the home where the root can't be written. */
  state: string;
  home: string;
  readOnly: boolean;
};

/** Where Ergo keeps what belongs to the user: `$ERGO_HOME`, by default `~/.ergo`. */
export function ergoHome(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.ERGO_HOME || join(homedir(), ".ergo"));
}

/**
 * Resolves the folder asked about. Throws FOLDER_MISSING, and FOLDER_TOO_WIDE for the home folder or `/` unless the
 * folder was named or `yes` given.
 */
export function openFolder(dir: string | undefined, yes = false): Folder {
  const root = readable(resolve(dir ?? "."));
  if (dir === undefined && !yes && (root === "/" || root === realpathSync(homedir()))) {
    throw new ErgoError("FOLDER_TOO_WIDE", { dir: root });
  }
  const home = ergoHome();
  const readOnly = !writable(root);
  const [inside, apart] = statesOf(root, home);
  return { root, state: readOnly ? apart : inside, home, readOnly };
}

/** Where Ergo keeps what it records of a folder: while it may write there, and while it may not. */
export function statesOf(root: string, home: string): [inside: string, apart: string] {
  return [join(root, ".ergo"), join(home, "projects", sha256(root).slice(0, 16))];
}

/**
 * Makes the folder's state directory, with a `.gitignore` that keeps it out of version control, as the home where that lies in the folder. Throws DISK_FULL and
 * HOME_WRITE, with the file.
 */
export function prepareState(folder: Folder): void {
  made(folder.home, makeFolder);
  made(folder.state, makeFolder);
  for (const place of ["", "traces", "blobs"]) made(join(folder.state, place), close);
  // What Ergo keeps is none of the user's documents, though its home lie among them.
  const own = [folder.state, ...(folder.home.startsWith(`${folder.root}${sep}`) ? [folder.home] : [])];
  for (const place of own)
    made(join(place, ".gitignore"), (file) => writeFileSync(file, "*\n", { flag: "wx", mode: 0o600 }));
}

/** A folder of Ergo's own that is there already may have come along with the files, open to all. */
function close(folder: string): void {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function made(file: string, make: (file: string) => void): void {
  try {
    make(file);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code === "ENOSPC" || code === "EDQUOT") throw new ErgoError("DISK_FULL", { file }, { cause: thrown });
    throw new ErgoError("HOME_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}

function readable(dir: string): string {
  try {
    const root = realpathSync(dir);
    if (!statSync(root).isDirectory()) throw new ErgoError("FOLDER_MISSING", { dir, detail: "not a folder" });
    accessSync(root, constants.R_OK | constants.X_OK);
    return root;
  } catch (thrown) {
    if (thrown instanceof ErgoError) throw thrown;
    const code = (thrown as NodeJS.ErrnoException).code;
    const detail = code === "ENOENT" ? "no such folder" : code === "EACCES" ? "not readable by you" : reason(thrown);
    throw new ErgoError("FOLDER_MISSING", { dir, detail }, { cause: thrown });
  }
}

/** What Ergo writes below `.ergo`. */
const written = [
  "",
  "traces",
  "blobs",
  "answers.json",
  ...["", "-wal", "-shm", "-lock", "-vectors-lock"].map((end) => `index.sqlite${end}`),
];

/**
 * Whether `.ergo` can be made, or written where it stands. One that leads elsewhere by a symbolic link is left alone: the
 * folder does not say where Ergo writes.
 */
function writable(root: string): boolean {
  const state = join(root, ".ergo");
  if (written.some((name) => lstatSync(join(state, name), { throwIfNoEntry: false })?.isSymbolicLink())) return false;
  for (const place of [state, root]) {
    try {
      accessSync(place, constants.W_OK | constants.X_OK);
      return true;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") return false;
    }
  }
  return false;
}
