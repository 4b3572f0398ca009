import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../core/digest.ts";
import { ErgoError, reason } from "../core/error.ts";
import { type Applied, type Change, type Patch, patched, type Splice } from "../core/patch.ts";
import { isNameable, isReserved, partsOf } from "./ground.ts";

/** Bytes of a file beyond which it is not edited. */
const longest = 16 * 2 ** 20;

/**
 * The patch that makes a change; nothing is written. Throws OUTSIDE_FOLDER and EDIT_REFUSED for a path that may not be
 * written, EDIT_MISMATCH where the old text doesn't stand exactly once (or at all, with `every`).
 */
export function planPatch(root: string, path: string, change: Change): Patch {
  const found = read(place(root, path), path);
  const text = found?.text ?? "";
  const splices = splicesFor(path, found && text, change);
  const after = "remove" in change ? null : sha256(patched(text, splices)!);
  return { path, before: found && sha256(found.text), after, splices };
}

/**
 * Makes a planned change, whole or not at all: beside the file, on disk, then in its place. Done a second time it finds
 * that it is done. Throws EDIT_CONFLICT when the file is neither as before nor as after, DISK_FULL and FILE_WRITE.
 */
export function applyPatch(root: string, { path, before, after, splices }: Patch): Applied {
  const target = place(root, path);
  const draft = join(dirname(target), `.${basename(target).slice(0, 100)}.${(after ?? "none").slice(0, 12)}.ergo`);
  rmSync(draft, { force: true });
  const found = read(target, path);
  const now = found && sha256(found.text);
  if (now === after) return { path, before, after, already: true };
  if (now !== before) throw new ErgoError("EDIT_CONFLICT", { path });
  const text = patched(found?.text ?? "", splices);
  if (text === null || (after !== null && sha256(text) !== after)) throw new ErgoError("EDIT_CONFLICT", { path });
  try {
    if (after !== null) writeDraft(draft, text, found?.stats);
    // The folder may have been exchanged for a link since it was looked at.
    if (place(root, path) !== target) throw new ErgoError("EDIT_CONFLICT", { path });
    if (after === null) rmSync(target);
    else renameSync(draft, target);
    settle(dirname(target));
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw failed(thrown, path);
  }
  return { path, before, after, already: false };
}

/** The absolute path of a file that may be written: below real folders of the root, and nothing that steers Ergo or git. */
function place(root: string, path: string): string {
  const parts = partsOf(path);
  const refused = (detail: string) => new ErgoError("EDIT_REFUSED", { path, detail });
  if (parts.length === 0 || !isNameable(path)) throw refused("it names no file");
  if (parts.some((part) => isReserved(part.toLowerCase())))
    throw refused("what lies in .git and .ergo is never edited");
  if (path.toLowerCase() === "ergo.yaml") throw refused("it says what Ergo may do");
  const folder = join(root, ...parts.slice(0, -1));
  let real: string;
  try {
    real = realpathSync.native(folder);
  } catch (thrown) {
    throw refused(reason(thrown));
  }
  if (real !== folder) throw refused("its folder is reached through a symbolic link");
  return join(folder, parts.at(-1)!);
}

/** The text of a file, with its BOM if there is one; null where there is no file. */
function read(target: string, path: string): { text: string; stats: Stats } | null {
  const refused = (detail: string) => new ErgoError("EDIT_REFUSED", { path, detail });
  const named = lstatSync(target, { throwIfNoEntry: false });
  if (named === undefined) return null;
  if (!named.isFile()) throw refused("it is not a regular file");
  if (named.size > longest) throw refused(`it is longer than ${longest} bytes`);
  let file: number;
  try {
    file = openSync(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    throw refused(reason(thrown));
  }
  try {
    const bytes = readFileSync(file);
    if (!isUtf8(bytes) || bytes.includes(0)) throw refused("it is not UTF-8 text");
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), stats: fstatSync(file) };
  } finally {
    closeSync(file);
  }
}

function splicesFor(path: string, text: string | null, change: Change): Splice[] {
  const mismatch = (detail: string) => new ErgoError("EDIT_MISMATCH", { path, detail });
  if ("text" in change) {
    if (!change.text.isWellFormed()) throw mismatch("the new text is not well-formed Unicode");
    if (change.fresh && text !== null) throw mismatch("there is a file of this name already");
    return [{ at: 0, old: text ?? "", new: change.text }];
  }
  if (text === null) throw mismatch("there is no such file");
  if ("remove" in change) return [{ at: 0, old: text, new: "" }];
  if (change.old === "" || !change.new.isWellFormed())
    throw mismatch("the text to replace is empty or not well-formed");
  const places: number[] = [];
  for (let at = text.indexOf(change.old); at >= 0; at = text.indexOf(change.old, at + change.old.length))
    places.push(at);
  if (places.length === 0) throw mismatch("the text to replace does not stand in it");
  if (places.length > 1 && !change.every) throw mismatch(`the text to replace stands in it ${places.length} times`);
  return places.map((at) => ({ at, old: change.old, new: change.new }));
}

/** Writes the new text beside the file, with the file's own mode, and waits until it is on disk. */
function writeDraft(draft: string, text: string, stats: Stats | undefined): void {
  const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666);
  try {
    writeFileSync(file, text);
    if (stats) fchmodSync(file, stats.mode & 0o777);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until a folder's own entries are on disk; not every system can. */
function settle(folder: string): void {
  try {
    const handle = openSync(folder, constants.O_RDONLY);
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // The rename is whole either way; it may only be lost by a power cut.
  }
}

function failed(thrown: unknown, path: string): ErgoError {
  if (thrown instanceof ErgoError) return thrown;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes((thrown as NodeJS.ErrnoException).code ?? "");
  if (isFull) return new ErgoError("DISK_FULL", { file: path }, { cause: thrown });
  return new ErgoError("FILE_WRITE", { file: path, detail: reason(thrown) }, { cause: thrown });
}
