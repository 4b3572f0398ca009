import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readRegular } from "./regular.ts";

/** The process that holds a lock. A process id is used again in time; with the process's start it names one process. */
export type Owner = { pid: number; started: string };

/**
 * Takes the lock `file` for this process, and gives the owner if another living process holds it. The lock of a dead
 * one is taken over; who may do that is settled by a lock named after the dead owner, so that of several only one does.
 */
export function takeLock(file: string): Owner | undefined {
  const mine: Owner = { pid: process.pid, started: startOf(process.pid) ?? "" };
  if (create(file, mine)) return undefined;
  const owner = read(file);
  if (owner === "gone") return takeLock(file);
  if (owner !== "unknown" && isAlive(owner)) return owner;
  if (owner === "unknown" && !isOld(file)) return { pid: 0, started: "" };
  return takeOver(file, owner, mine);
}

/** Gives the lock back. */
export function dropLock(file: string): void {
  rmSync(file, { force: true });
}

/** Whether a living process holds the lock. */
export function isLocked(file: string): boolean {
  const owner = read(file);
  return owner === "gone" ? false : owner === "unknown" ? !isOld(file) : isAlive(owner);
}

function takeOver(file: string, dead: Owner | "unknown", mine: Owner): Owner | undefined {
  const name = dead === "unknown" ? "unknown" : `${dead.pid}-${dead.started}`;
  const guard = `${file}.${name}`;
  const other = takeLock(guard);
  if (other !== undefined) return other;
  try {
    const now = read(file);
    const same = now === dead || (typeof now === "object" && `${now.pid}-${now.started}` === name);
    if (!same) return takeLock(file);
    renameSync(draftOf(file, mine), file);
    return undefined;
  } finally {
    dropLock(guard);
  }
}

/**
 * Makes the file with its owner in it, at once: however long this process is held up, nobody sees it without. Where the
 * file system has no hard links the owner comes a moment after the file.
 */
function create(file: string, owner: Owner): boolean {
  if (existsSync(file)) return false;
  const draft = draftOf(file, owner);
  try {
    linkSync(draft, file);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw thrown;
    return createPlainly(file, owner);
  } finally {
    rmSync(draft, { force: true });
  }
}

function createPlainly(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw thrown;
  }
}

function draftOf(file: string, owner: Owner): string {
  const draft = `${file}.${owner.pid}.draft`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  return draft;
}

/** No lock is longer; bytes. */
const longest = 1000;

/** The owner as the file says; "unknown" where its writer got no further than making the file. */
function read(file: string): Owner | "unknown" | "gone" {
  try {
    const { pid, started } = JSON.parse(String(readRegular(file, longest))) as Owner;
    return Number.isSafeInteger(pid) && pid > 0 && typeof started === "string" ? { pid, started } : "unknown";
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : "unknown";
  }
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
  const now = startOf(pid);
  return now === undefined || (now !== dead && (started === "" || now === started));
}

const dead = "dead";

/** When a process started, in clock ticks since boot; undefined where the system has no /proc to tell. */
function startOf(pid: number): string | undefined {
  try {
    // After the name, which stands in parentheses and may hold anything: state is field 3, start field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? dead : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether the file was made longer ago than writing an owner into it can take. */
function isOld(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false });
  return made === undefined || Date.now() - made.mtimeMs > 10_000;
}
