import { closeSync, openSync, readSync } from "node:fs";
import { ErgoError, reason } from "../core/error.ts";
import type { Line } from "../core/journal.ts";
import { blobsOf, resolved } from "./blobs.ts";
import { decode, hashOf, zeros } from "./line.ts";

/** The bytes of a line with its LF; `torn` marks a last one that has none. Numbers count from 1. */
export type RawLine = { number: number; bytes: Buffer; torn: boolean };

/**
 * The lines of a trace with their payloads, one after the other. A payload that is pruned stays a reference; a torn
 * last line, of a run that is being written or was killed, is left out. Throws TRACE_READ.
 */
export function* readTrace(file: string): Generator<Line> {
  const blobs = blobsOf(file);
  for (const raw of rawLines(file)) {
    if (raw.torn) return;
    const line = decode(raw.bytes);
    if (line === undefined)
      throw new ErgoError("TRACE_READ", { file, detail: `line ${raw.number} is no line of a trace` });
    yield { ...line, data: resolved(blobs, line.data) };
  }
}

/** The lines of a trace as they stand, each with its size and hash. Throws TRACE_READ where one does not follow the other. */
export function* chained(file: string): Generator<{ line: Line; bytes: number; hash: string }> {
  let prev = zeros;
  for (const { number, bytes, torn } of rawLines(file)) {
    if (torn) return;
    const line = decode(bytes);
    if (line === undefined || line.prev !== prev || line.seq !== number - 1) {
      const detail = `line ${number} does not follow the one before; \`ergo verify\` says what was changed`;
      throw new ErgoError("TRACE_READ", { file, detail });
    }
    prev = hashOf(bytes);
    yield { line, bytes: bytes.length, hash: prev };
  }
}

/** The lines of a file as bytes, read in pieces. Throws TRACE_READ. */
export function* rawLines(file: string): Generator<RawLine> {
  let number = 0;
  let begun: Buffer[] = [];
  for (const piece of pieces(file)) {
    let from = 0;
    for (let lf = piece.indexOf(10); lf >= 0; lf = piece.indexOf(10, from)) {
      const end = piece.subarray(from, lf + 1);
      number += 1;
      yield { number, bytes: begun.length === 0 ? end : Buffer.concat([...begun, end]), torn: false };
      begun = [];
      from = lf + 1;
    }
    if (from < piece.length) begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield { number: number + 1, bytes: Buffer.concat(begun), torn: true };
}

function* pieces(file: string): Generator<Buffer> {
  const handle = reading(file, () => openSync(file, "r"));
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(1 << 18);
      const size = reading(file, () => readSync(handle, piece));
      if (size === 0) return;
      yield piece.subarray(0, size);
    }
  } finally {
    closeSync(handle);
  }
}

/** Does `work`; what the system refuses becomes TRACE_READ, naming the file. */
export function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new ErgoError("TRACE_READ", { file, detail: reason(thrown) }, { cause: thrown });
  }
}
