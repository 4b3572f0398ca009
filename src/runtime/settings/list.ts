import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ErgoError, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { dropLock, takeLock } from "../../trace/lock.ts";

/**
 * A list that the user keeps in a file of the home; null where there is none. Throws CONFIG_INVALID for one that can't be read, or of which
 * `parse` makes nothing; `what` it is a list of.
 */
export function readList<T>(file: string, what: string, parse: (text: string) => T | undefined): T | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return null;
    throw new ErgoError("CONFIG_INVALID", { file, detail: reason(thrown) }, { cause: thrown });
  }
  const list = parse(text);
  if (list !== undefined) return list;
  throw new ErgoError("CONFIG_INVALID", { file, detail: `it is not a list of ${what}` });
}

/** Writes what is made of a list, read under its lock. Throws HOME_WRITE, and what reading throws. */
export async function changeList(file: string, changed: () => object): Promise<void> {
  await locked(file, () => replace(file, `${JSON.stringify(changed(), null, 2)}\n`));
}

/** Of several processes one at a time changes a list of the user's. Throws HOME_WRITE. */
async function locked(file: string, work: () => void): Promise<void> {
  const lock = `${file}.lock`;
  const until = Date.now() + 10_000;
  try {
    makeFolder(dirname(file));
    while (takeLock(lock) !== undefined) {
      if (Date.now() > until) throw new Error("another process is writing it");
      await setTimeout(5 + Math.random() * 20);
    }
  } catch (thrown) {
    throw new ErgoError("HOME_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
  try {
    work();
  } finally {
    dropLock(lock);
  }
}

/** Written beside its place and renamed: a reader sees the old list or the new one. Throws HOME_WRITE. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw new ErgoError("HOME_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}
