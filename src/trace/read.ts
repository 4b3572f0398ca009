import { closeSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ErgoError, reason } from "../core/error.ts";
import type { Line } from "../core/journal.ts";
import { blobsOf, resolved } from "./blobs.ts";
import { decode, hashOf, identityIn, originIn, zeros } from "./line.ts";
import { openRegular } from "./regular.ts";

/** The bytes of a line with its LF; `torn` marks a last one that has none. Numbers count from 1. */
export type RawLine = { number: number; bytes: Buffer; torn: boolean };

/** A line of a run with the file that it stands in: that of the run itself, or of one that it was forked from. */
export type Followed = RawLine & { file: string; line: Line | undefined };

/**
 * The lines of a trace with their payloads, one after the other; a fork's begin with those that it shares. A payload
 * that is pruned stays a reference; a torn last line, of a run that is being written or was killed, is left out. Throws
 * TRACE_READ.
 */
export function* readTrace(file: string): Generator<Line> {
  const blobs = blobsOf(file);
  for (const { torn, line, number, file: place } of followed(file)) {
    if (torn) return;
    if (line === undefined) {
      throw new ErgoError("TRACE_READ", { file: place, detail: `line ${number} is no line of a trace` });
    }
    yield { ...line, data: resolved(blobs, line.data) };
  }
}

/** The lines of a run as they stand, each with its hash. Throws TRACE_READ where one does not follow the other. */
export function* chained(file: string): Generator<Followed & { line: Line; hash: string }> {
  let prev = zeros;
  let due = 0;
  for (const step of followed(file)) {
    const { line, number, bytes, torn, file: place } = step;
    if (torn) return;
    if (line === undefined || line.prev !== prev || line.seq !== due) {
      const detail = `line ${number} does not follow the one before; \`ergo verify\` says what was changed`;
      throw new ErgoError("TRACE_READ", { file: place, detail });
    }
    prev = hashOf(bytes);
    due += 1;
    yield { ...step, line, hash: prev };
  }
}

/**
 * The lines of a run up to number `until`, those first that it shares with the run that it was forked from. Throws
 * TRACE_READ, also where a file holds another run than the one that it is named after.
 */
export function* followed(file: string, until = Number.POSITIVE_INFINITY): Generator<Followed> {
  for (const raw of rawLines(file)) {
    const line = raw.torn ? undefined : decode(raw.bytes);
    if (raw.number === 1 && line !== undefined) requireNamed(file, line);
    const origin = raw.number === 1 ? originIn(line) : undefined;
    if (origin && origin.seq >= until) {
      throw new ErgoError("TRACE_READ", { file, detail: "it is said to be forked from what comes after it" });
    }
    if (origin) yield* followed(besides(file, origin.run), origin.seq);
    if (line !== undefined && line.seq >= until) return;
    yield { ...raw, file, line };
  }
}

/** The run that a trace must hold: the one that its file is named after. */
export function runNamed(file: string): string {
  return basename(file, ".jsonl");
}

function requireNamed(file: string, line: Line): void {
  const run = identityIn(line)?.run;
  if (run === runNamed(file)) return;
  const detail = run === undefined ? "it does not say which run it is" : `it holds the run ${run}`;
  throw new ErgoError("TRACE_READ", { file, detail });
}

/** The trace of another run of the same folder. */
export function besides(file: string, run: string): string {
  return join(dirname(file), `${run}.jsonl`);
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
  const handle = reading(file, () => openRegular(file));
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
