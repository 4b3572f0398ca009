import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

/** Where an entry's bytes stand in the archive. `method` is 0 (stored) or 8 (deflate). */
type ZipEntry = { method: number; offset: number; compressed: number; size: number };

/** An archive that can't be read as one: cut short, damaged, or of a kind that is not handled. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

/**
 * Writes one entry of a ZIP archive (a Python wheel is one) to `target` and returns the SHA-256 of what was written.
 * `progress` is told the bytes written so far. Throws ZipError where the archive is at fault.
 */
export async function extractEntry(
  archive: string,
  path: string,
  target: string,
  { progress, signal }: { progress?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<{ bytes: number; sha256: string }> {
  const { method, offset, compressed, size } = await locate(archive, path);
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      progress?.(bytes);
      done(bytes > size ? new ZipError(`${path} is larger than its directory says`) : null, chunk);
    },
  });
  const from = createReadStream(archive, { start: offset, end: offset + compressed - 1, highWaterMark: 1 << 18 });
  const to = createWriteStream(target, { flush: true });
  const parts = method === 8 ? [from, createInflateRaw({ chunkSize: 1 << 18 }), measure, to] : [from, measure, to];
  await pipeline(parts, { signal }).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith("Z_") ? new ZipError(`${path}: ${error.message}`) : error;
  });
  if (bytes !== size) throw new ZipError(`${path} has ${bytes} bytes, expected ${size}`);
  return { bytes, sha256: hash.digest("hex") };
}

// Layout of the three records: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16. All numbers little-endian.
const endSignature = 0x06054b50;
const endLength = 22;
const directorySignature = 0x02014b50;
const directoryLength = 46;
const localSignature = 0x04034b50;
const localLength = 30;
const maxComment = 0xffff;

async function locate(archive: string, path: string): Promise<ZipEntry> {
  const handle = await open(archive);
  try {
    const { at, length } = await findDirectory(handle);
    const found = findInDirectory(await readAt(handle, at, length), path);
    if (!found) throw new ZipError(`it holds no ${path}`);
    const local = await readAt(handle, found.offset, localLength);
    if (local.readUInt32LE(0) !== localSignature) throw new ZipError(`${path} has no local header`);
    const offset = found.offset + localLength + local.readUInt16LE(26) + local.readUInt16LE(28);
    return { ...found, offset };
  } finally {
    await handle.close();
  }
}

async function findDirectory(handle: FileHandle): Promise<{ at: number; length: number }> {
  const { size } = await handle.stat();
  const length = Math.min(size, endLength + maxComment);
  const tail = await readAt(handle, size - length, length);
  for (let i = length - endLength; i >= 0; i--) {
    if (tail.readUInt32LE(i) !== endSignature) continue;
    const directory = { length: tail.readUInt32LE(i + 12), at: tail.readUInt32LE(i + 16) };
    if (directory.at + directory.length > size) throw new ZipError("its directory lies beyond its end");
    return directory;
  }
  throw new ZipError("it has no end record: it was cut short or is no ZIP archive");
}

function findInDirectory(directory: Buffer, path: string): ZipEntry | undefined {
  for (let i = 0; i + directoryLength <= directory.length; ) {
    if (directory.readUInt32LE(i) !== directorySignature) throw new ZipError("its directory is damaged");
    const nameLength = directory.readUInt16LE(i + 28);
    const next = i + directoryLength + nameLength + directory.readUInt16LE(i + 30) + directory.readUInt16LE(i + 32);
    if (directory.toString("utf8", i + directoryLength, i + directoryLength + nameLength) === path) {
      return readEntry(directory.subarray(i, i + directoryLength), path);
    }
    i = next;
  }
}

function readEntry(record: Buffer, path: string): ZipEntry {
  const method = record.readUInt16LE(10);
  const [compressed, size, offset] = [record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42)];
  if (record.readUInt16LE(8) & 1) throw new ZipError(`${path} is encrypted`);
  if (method !== 0 && method !== 8) throw new ZipError(`${path} is compressed by method ${method}`);
  if (compressed === 0) throw new ZipError(`${path} is empty`);
  if (Math.max(compressed, size, offset) === 0xffffffff) throw new ZipError(`${path} needs ZIP64`);
  return { method, compressed, size, offset };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead < length) throw new ZipError("it was cut short");
  return buffer;
}
