import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { statfs } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ErgoError, reason } from "../../core/error.ts";

/** Throws DISK_FULL when the disk of `dir` has less than `bytes` free for writing `file`. */
export async function ensureSpace(dir: string, bytes: number, file: string) {
  const { bavail, bsize } = await statfs(dir);
  const free = bavail * bsize;
  if (free < bytes) throw new ErgoError("DISK_FULL", { file: `${file} (needs ${size(bytes)}, ${size(free)} free)` });
}

/** SHA-256 of a file in lower-case hexadecimal; undefined when there is none. */
export async function hashFile(file: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
    return hash.digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** An error met while writing below Ergo's home, as one of the table; what is none of the file system's stays itself. */
export function writeError(error: unknown, file: string): unknown {
  if (isFull(error)) return new ErgoError("DISK_FULL", { file }, { cause: error });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code && unwritable.has(code))
    return new ErgoError("HOME_WRITE", { file, detail: reason(error) }, { cause: error });
  return error;
}

/** Whether a write found no room. */
export function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOSPC" || code === "EDQUOT";
}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "EISDIR", "ENOENT", "EIO"]);

/** Bytes as people read them, for instance "93 MB". */
function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
