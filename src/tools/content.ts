import { isUtf8 } from "node:buffer";
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { sha256 } from "../core/digest.ts";
import type { Blind, FileFacts } from "../core/observation.ts";
import { blind, unseen } from "./blind.ts";
import { type Place, statOf } from "./ground.ts";
import { modified, racy, type Stamp, stampOf } from "./stamp.ts";

/** A file read whole: its facts, its text without a BOM (null when binary), the state that they belong to, and whether
 * that state can be told from a later one by its stamp. */
export type Content = { ok: true; facts: FileFacts; text: string | null; stamp: Stamp; lasting: boolean };

/** A file's bytes as they stand. */
export type Bytes = { ok: true; bytes: Uint8Array; hash: string };

/** Reads a file whole. One that changes meanwhile is read once more. */
export function readContent(place: Place, limit: number): Content | Blind {
  return readWhole(place, limit, contentOf);
}

/** The same, without a look at what the bytes say. */
export function readBytes(place: Place, limit: number): Bytes | Blind {
  return readWhole(place, limit, (bytes) => ({ ok: true, bytes, hash: sha256(bytes) }));
}

/** The state of a file when it was read, and whether its stamp would show a later one. */
type State = { stats: BigIntStats; stamp: Stamp; lasting: boolean };

function readWhole<T>(place: Place, limit: number, make: (bytes: Buffer, at: State) => T): T | Blind {
  if (place.stats.size > limit) {
    return blind(
      "too_large",
      `${place.path} has more than ${limit} bytes, so it is not read; split it, or ask about its size.`,
    );
  }
  try {
    return readOnce(place, limit, make) ?? readOnce(place, limit, make) ?? changing(place.path);
  } catch (error) {
    return unseen(error, place.path);
  }
}

/** Null when the file changed while it was read. */
function readOnce<T>(place: Place, limit: number, make: (bytes: Buffer, at: State) => T): T | null {
  const at = Date.now();
  // Non-blocking, because a pipe may have taken the file's place since it was found.
  const file = openSync(place.absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = fstatSync(file, { bigint: true });
    if (!before.isFile() || before.size > limit) return null;
    const bytes = readAll(file, Number(before.size));
    // A change within the same tick of the clock leaves no stamp; a second reading shows it.
    const lasting = !racy(before, at);
    if (!lasting && !bytes.equals(readAll(file, Number(before.size)))) return null;
    const after = fstatSync(file, { bigint: true });
    const named = statOf(place.absolute);
    const stamp = stampOf(before);
    const same = named !== null && stamp === stampOf(after) && stamp === stampOf(named);
    if (!same || bytes.length !== Number(before.size)) return null;
    return make(bytes, { stats: before, stamp, lasting });
  } finally {
    closeSync(file);
  }
}

function contentOf(bytes: Buffer, { stats, stamp, lasting }: State): Content {
  const { encoding, text } = decode(bytes);
  const facts: FileFacts = {
    ok: true,
    bytes: bytes.length,
    modified: modified(stats),
    hash: sha256(bytes),
    encoding,
    lines: text === null ? null : linesOf(bytes, text),
    lf: text === null ? null : count(bytes, 10),
  };
  return { ok: true, facts, text, stamp, lasting };
}

/** Reads to the end, or one byte beyond `size` when the file has grown. */
function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < bytes.length) {
    const got = readSync(file, bytes, length, bytes.length - length, length);
    if (got === 0) break;
    length += got;
  }
  return bytes.subarray(0, length);
}

/** The strict reading of bytes as text. */
function decode(bytes: Buffer): { encoding: FileFacts["encoding"]; text: string | null } {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes.subarray(2), "utf-16le");
  if (first === 0xfe && second === 0xff) return utf16(bytes.subarray(2), "utf-16be");
  if (!isUtf8(bytes)) return { encoding: "binary", text: null };
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  return { encoding: "utf-8", text: (marked ? bytes.subarray(3) : bytes).toString("utf8") };
}

function utf16(
  bytes: Buffer,
  encoding: "utf-16le" | "utf-16be",
): { encoding: FileFacts["encoding"]; text: string | null } {
  if (bytes.length % 2 !== 0) return { encoding: "binary", text: null };
  const text = (encoding === "utf-16le" ? bytes : Buffer.from(bytes).swap16()).toString("utf16le");
  return text.isWellFormed() ? { encoding, text } : { encoding: "binary", text: null };
}

/** Null for a file that is nothing but a BOM: its text has no line, its last byte is no LF, and the two disagree. */
function linesOf(bytes: Buffer, text: string): number | null {
  if (text === "") return bytes.length === 0 ? 0 : null;
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks++;
  return text.endsWith("\n") ? breaks : breaks + 1;
}

function count(bytes: Buffer, byte: number): number {
  let total = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) total++;
  return total;
}

function changing(path: string): Blind {
  return blind("changing", `${path} changed while it was read, twice; ask again when nothing writes to it.`);
}
