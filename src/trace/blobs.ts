import { closeSync, existsSync, fdatasyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sha256 } from "../core/digest.ts";
import { ErgoError, reason } from "../core/error.ts";
import type { Json } from "../core/journal.ts";
import { makeFolder } from "../system/folder.ts";
import { isDeep, type Reference, referenceIn } from "./line.ts";
import { readRegular } from "./regular.ts";

/** Payloads above this many bytes of JSON leave their line, so that a line stays short. */
const inlineBytes = 4096;

/** The folder of the payloads that the lines of a trace refer to. */
export function blobsOf(file: string): string {
  return resolve(dirname(file), "..", "blobs");
}

/**
 * The JSON of a payload, `text`, if it is short and need not lie `apart`, else a reference to the file that now holds it.
 * What looks like a reference is always put away, so that a reader can tell the two apart. `written` takes the files that
 * are not synced yet.
 */
export function putAway(blobs: string, text: string, apart: boolean, written: string[]): string {
  const short =
    text.length <= inlineBytes && (text.length * 3 <= inlineBytes || Buffer.byteLength(text) <= inlineBytes);
  if (short && !apart) return text;
  const bytes = Buffer.from(text);
  const blob = sha256(bytes);
  const file = join(blobs, blob);
  if (!existsSync(file)) {
    write(blobs, file, bytes);
    written.push(file);
  }
  return JSON.stringify({ blob, size: bytes.length } satisfies Reference);
}

/** A payload, or why there is none. A pruned one was removed to save space, a forgotten one for what it held. */
export type Fetched =
  | { data: Json }
  | { code: "BLOB_PRUNED" | "BLOB_FORGOTTEN" | "BLOB_CHANGED" | "BLOB_UNREADABLE"; message: string };

/** Ends the name of an empty file beside the place of a payload that was forgotten. */
export const forgottenMark = ".forgotten";

export function fetchBlob(blobs: string, { blob, size }: Reference): Fetched {
  const changed = { code: "BLOB_CHANGED", message: `the payload ${blob} is not what was written` } as const;
  if (!/^[0-9a-f]{64}$/.test(blob)) return changed;
  let bytes: Buffer | undefined;
  try {
    bytes = readRegular(join(blobs, blob), size);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT")
      return { code: "BLOB_UNREADABLE", message: reason(thrown) };
    if (existsSync(join(blobs, blob + forgottenMark))) {
      return { code: "BLOB_FORGOTTEN", message: `the payload ${blob} (${size} bytes) was forgotten` };
    }
    return { code: "BLOB_PRUNED", message: `the payload ${blob} (${size} bytes) is not kept any more` };
  }
  if (bytes?.length !== size || sha256(bytes) !== blob || isDeep(bytes)) return changed;
  try {
    return { data: JSON.parse(bytes.toString()) };
  } catch {
    return changed;
  }
}

/** Puts the payload in the place of a reference; one that can't be had leaves the reference as it is. */
export function resolved(blobs: string, data: Json): Json {
  const reference = referenceIn(data);
  if (reference === undefined) return data;
  const fetched = fetchBlob(blobs, reference);
  if (!("data" in fetched)) return data;
  const { blob: _, size: __, ...rest } = data as { [key: string]: Json };
  return Object.keys(rest).length === 0 ? fetched.data : { ...(fetched.data as { [key: string]: Json }), ...rest };
}

/** Waits until the files are on disk. */
export function syncAll(files: string[]): void {
  for (const file of files.splice(0)) {
    const handle = openSync(file, "r+");
    try {
      fdatasyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}

/** Written beside its place and renamed, so that a payload is whole or not there. */
function write(blobs: string, file: string, bytes: Uint8Array): void {
  const draft = `${file}.${process.pid}`;
  try {
    makeFolder(blobs);
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, file);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw new ErgoError("TRACE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}
