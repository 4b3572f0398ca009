import { closeSync, constants, fdatasyncSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ErgoError, reason } from "../core/error.ts";
import { type Json, shielded, type Watch } from "../core/journal.ts";
import { redactJson } from "../secrets/redact.ts";
import { makeFolder } from "../system/folder.ts";
import { blobsOf, putAway, syncAll } from "./blobs.ts";
import { encode, hashOf, isDeep, lockFile, referenceIn, zeros } from "./line.ts";
import { dropLock, takeLock } from "./lock.ts";
import { openRegular } from "./regular.ts";

/** The end of a trace file that is being written: the open file, its lock, and where the chain stands. */
export type Pen = {
  readonly run: string;
  readonly file: string;
  readonly blobs: string;
  readonly handle: number;
  /** Payload files that are not synced yet. */
  readonly unsynced: string[];
  readonly watch: Watch | undefined;
  readonly apart: Apart;
  seq: number;
  prev: string;
  /** Set when a write has failed or the file was closed: no line may follow. */
  closed?: ErgoError;
  released?: boolean;
};

/** Whether the data of a line lies in a file of its own however short it is, so that it can be removed by itself. */
export type Apart = (type: string, data: Json) => boolean;

/** Takes the run's lock and opens its file. Throws RUN_LOCKED and TRACE_WRITE. */
export function grasp(run: string, file: string, watch?: Watch, apart: Apart = () => false): Pen {
  const lock = lockFile(file);
  const owner = writing(lock, () => {
    makeFolder(dirname(file));
    return takeLock(lock);
  });
  if (owner !== undefined) throw new ErgoError("RUN_LOCKED", { run, owner: owner.pid || "unknown" });
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  try {
    const handle = writing(file, () => openRegular(file, O_RDWR | O_APPEND | O_CREAT));
    return {
      run,
      file,
      blobs: blobsOf(file),
      handle,
      unsynced: [],
      watch: shielded(watch),
      apart,
      seq: 0,
      prev: zeros,
    };
  } catch (thrown) {
    dropLock(lock);
    throw thrown;
  }
}

/**
 * Adds a line to the file and gives its hash; secrets in its data are replaced. `shape` makes its text, `announce` is told
 * its hash before it is there.
 */
export function write(
  pen: Pen,
  type: string,
  path: string,
  given: Json,
  { shape = encode, announce }: { shape?: typeof encode; announce?: (hash: string) => void } = {},
): string {
  if (pen.closed) throw pen.closed;
  const whole = JSON.stringify(given ?? null);
  if (isDeep(whole))
    throw new ErgoError("TRACE_WRITE", { file: pen.file, detail: "what is recorded is nested too deep" });
  const data = redactJson(given, whole);
  const apart = referenceIn(data) !== undefined || pen.apart(type, data);
  const text = putAway(pen.blobs, data === given ? whole : JSON.stringify(data), apart, pen.unsynced);
  const line = { seq: pen.seq, time: Date.now(), path, type, prev: pen.prev };
  const bytes = shape(line, text);
  const hash = hashOf(bytes);
  announce?.(hash);
  try {
    writing(pen.file, () => writeWhole(pen.handle, bytes));
  } catch (thrown) {
    // The file may now end within a line: one that came after it would be lost with it.
    pen.closed = thrown as ErgoError;
    throw thrown;
  }
  pen.seq += 1;
  pen.prev = hash;
  pen.watch?.({ type: "line", line: { v: 1, ...line, data } });
  return pen.prev;
}

/** Waits until all that was written is on disk. */
export function sync(pen: Pen): void {
  writing(pen.file, () => {
    syncAll(pen.unsynced);
    fdatasyncSync(pen.handle);
  });
}

/** Closes the file and gives the lock back. */
export function release(pen: Pen): void {
  if (pen.released) return;
  pen.released = true;
  pen.closed ??= new ErgoError("TRACE_WRITE", { file: pen.file, detail: "it is closed" });
  closeSync(pen.handle);
  dropLock(lockFile(pen.file));
}

/** Does `work`; what the system refuses becomes TRACE_WRITE, naming the file. */
export function writing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof ErgoError) throw thrown;
    throw new ErgoError("TRACE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}

/** A write may take fewer bytes than it is given, on a disk that is filling up. */
function writeWhole(handle: number, text: string): void {
  const size = Buffer.byteLength(text);
  let done = writeSync(handle, text);
  if (done === size) return;
  const bytes = Buffer.from(text);
  while (done < size) done += writeSync(handle, bytes, done);
}
