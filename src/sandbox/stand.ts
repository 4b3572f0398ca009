import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../system/folder.ts";
import { bytes, file } from "./survey.ts";

/** Names at the top of a folder that a command must not make: an empty entry of ours stands there while it runs. */
const stood = { ".git": "folder", ".ergo": "folder", "ergo.yaml": "file" } as const;
type Kind = (typeof stood)[keyof typeof stood];

/** Modes that nobody gives to such entries, made with them at once: by these an empty one is known to be ours. */
const marks = { folder: 0o1700, file: 0o1600 };

/** What is noted on disk before the entries are made, so that they can be removed for a process that was killed. */
type Note = { root: string; pid: number; started: string };

/**
 * Puts entries into the places of those that don't exist below `root`, and gives what removes them again. Where the note
 * of them can't be kept in `home`, or the disk keeps no modes, nothing is made: then the look afterwards is what remains.
 */
export function stand(root: string, home: string): () => void {
  removeStale(home);
  const wanted = Object.entries(stood).filter(
    ([name]) => lstatSync(join(root, name), { throwIfNoEntry: false }) === undefined,
  );
  const note = wanted.length > 0 ? noted(root, home) : undefined;
  if (note === undefined) return () => {};
  const made = wanted.filter(([name, kind]) => make(bytes(join(root, name)), kind));
  return () => {
    for (const [name, kind] of made) remove(bytes(join(root, name)), kind);
    rmSync(note, { force: true });
  };
}

/** Removes what processes that were killed have left standing, in any folder. */
export function removeStale(home: string): void {
  for (const note of notesIn(home)) {
    const { root, pid, started } = read(note) ?? {};
    if (typeof root !== "string" || typeof pid !== "number" || startOf(pid) === started) continue;
    // A disk that is not there now may come back with what stands on it.
    if (!existsSync(file(root))) continue;
    for (const [entry, kind] of Object.entries(stood)) remove(`${root}/${entry}`, kind);
    rmSync(note, { force: true });
  }
}

function notes(home: string): string {
  return join(home, "stand-ins");
}

function notesIn(home: string): string[] {
  try {
    return readdirSync(notes(home)).map((name) => join(notes(home), name));
  } catch {
    return [];
  }
}

function noted(root: string, home: string): string | undefined {
  const note: Note = { root: bytes(root), pid: process.pid, started: startOf(process.pid) ?? "" };
  const name = join(notes(home), `${process.pid}-${process.hrtime.bigint().toString(36)}.json`);
  try {
    makeFolder(notes(home));
    writeFileSync(name, JSON.stringify(note), { flag: "wx", mode: 0o600, flush: true });
    const dir = openSync(notes(home), "r");
    fsyncSync(dir);
    closeSync(dir);
    return name;
  } catch {
    return undefined;
  }
}

function read(note: string): Partial<Note> | undefined {
  try {
    return JSON.parse(readFileSync(note, "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether it could be made so that it is known again. */
function make(path: string, kind: Kind): boolean {
  try {
    if (kind === "folder") mkdirSync(file(path), { mode: marks.folder });
    else writeFileSync(file(path), "", { flag: "wx", mode: marks.file });
  } catch {
    // It was made meanwhile, or nothing can be made here.
    return false;
  }
  if (isMarked(path, kind)) return true;
  if (kind === "folder") rmdirSync(file(path));
  else unlinkSync(file(path));
  return false;
}

/** Removes an entry that is marked and empty. One that someone outside has filled is theirs, and loses the mark. */
function remove(path: string, kind: Kind): void {
  try {
    if (!isMarked(path, kind)) return;
    const empty = kind === "folder" ? readdirSync(file(path)).length === 0 : lstatSync(file(path)).size === 0;
    if (!empty) chmodSync(file(path), marks[kind] & 0o777);
    else if (kind === "folder") rmdirSync(file(path));
    else unlinkSync(file(path));
  } catch {
    // Someone outside made use of it at this very moment: it is theirs.
  }
}

function isMarked(path: string, kind: Kind): boolean {
  const entry = lstatSync(file(path), { throwIfNoEntry: false });
  const fits = kind === "folder" ? entry?.isDirectory() : entry?.isFile() && entry.nlink === 1;
  return fits === true && (entry!.mode & 0o7777) === marks[kind] && entry!.uid === process.getuid?.();
}

/** When a living process started, in clock ticks since boot: with its id it names one process. */
function startOf(pid: number): string | undefined {
  try {
    // After the name, which stands in parentheses and may hold anything: state is field 3, start field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
