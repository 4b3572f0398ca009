import { join } from "node:path";
import { sha256 } from "../core/digest.ts";
import { ErgoError } from "../core/error.ts";
import type { Json, Line } from "../core/journal.ts";

/** Where a run is kept: the folder asked about, its `.ergo`, and what belongs to the user. Absolute paths. */
export type Place = { root: string; state: string; home: string };

/** What a line holds instead of a payload that lies in a file of its own, named by its SHA-256. `size` is in bytes. */
export type Reference = { blob: string; size: number };

/**
 * Where a fork goes on from: the lines of `run` before its line `seq`, the last of which has this hash. They are its
 * first lines, read where they stand; its own continue their numbers and their chain.
 */
export type Origin = { run: string; seq: number; hash: string };

/** `prev` of a first line, and what stands in the place of a seal while it is computed. */
export const zeros = "0".repeat(64);

/** The trace of a run. Throws RUN_UNKNOWN for what can't be the id of a run. */
export function traceFile(state: string, run: string): string {
  if (!isRunId(run)) throw new ErgoError("RUN_UNKNOWN", { run, dir: state });
  return join(state, "traces", `${run}.jsonl`);
}

export function isRunId(run: string): boolean {
  return /^[A-Za-z0-9][\w-]{0,99}$/.test(run);
}

/** The lock of a trace. */
export function lockFile(file: string): string {
  return file.replace(/\.jsonl$/, ".lock");
}

type Head = Omit<Line, "v" | "data">;

/** A line as it stands in the file, its LF included. `data` is JSON already. */
export function encode(line: Head, data: string): string {
  const { seq, time, path, type, prev } = line;
  return `{"v":1,"seq":${seq},"time":${time},"path":${JSON.stringify(path)},"type":${JSON.stringify(type)},"data":${data},"prev":"${prev}"}\n`;
}

/** A line from its bytes; undefined when they are not a whole line of a trace. */
export function decode(bytes: Uint8Array): Line | undefined {
  let line: Partial<Line> | null;
  try {
    line = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  } catch {
    return undefined;
  }
  const whole =
    line?.v === 1 &&
    Number.isSafeInteger(line.seq) &&
    Number.isSafeInteger(line.time) &&
    typeof line.path === "string" &&
    typeof line.type === "string" &&
    typeof line.prev === "string" &&
    line.data !== undefined;
  return whole ? (line as Line) : undefined;
}

/** What `prev` of the next line holds: SHA-256 over all bytes of a line, its LF included. */
export function hashOf(line: string | Uint8Array): string {
  return sha256(line);
}

/** A `run.fork` line: beside its data stands its origin. */
export function encodeFork(line: Head, data: string, origin: Origin): string {
  return encode(line, `${data.slice(0, -1)},"at":${JSON.stringify(origin)}}`);
}

/** The origin in the first line of a fork. */
export function originIn(line: Line | undefined): Origin | undefined {
  if (line?.type !== "run.fork") return undefined;
  const { run, seq, hash } = ((line.data as { at?: Json } | null)?.at ?? {}) as Partial<Origin>;
  const whole = typeof run === "string" && isRunId(run) && Number.isSafeInteger(seq) && typeof hash === "string";
  return whole ? ({ run, seq, hash } as Origin) : undefined;
}

/**
 * A `run.end` or `run.pause` line. Beside its data stand the head, which is its own `prev`, and a seal: SHA-256 over
 * this very line with zeros where the seal stands. So a change of the last line shows too, where no later line holds
 * its hash.
 */
export function encodeEnd(line: Head, data: string): string {
  const blank = encode(line, `${data.slice(0, -1)},"head":"${line.prev}","seal":"${zeros}"}`);
  const from = blank.lastIndexOf(sealMark) + sealMark.length;
  return blank.slice(0, from) + sha256(blank) + blank.slice(from + zeros.length);
}

/** Whether lines of this type are sealed: those that a trace may end with. */
export function isEnding(type: string | undefined): boolean {
  return type === "run.end" || type === "run.pause";
}

/** Whether a `run.end` or `run.pause` line is as it was sealed. */
export function isSealed(line: Uint8Array): boolean {
  const bytes = Buffer.from(line);
  const from = bytes.lastIndexOf(sealMark) + sealMark.length;
  if (from < sealMark.length || from + zeros.length > bytes.length) return false;
  const seal = bytes.toString("latin1", from, from + zeros.length);
  bytes.write(zeros, from, "latin1");
  return sha256(bytes) === seal;
}

const sealMark = '"seal":"';

/** The reference in a line's data; beside it stand head and seal of an end, and the origin of a fork. */
export function referenceIn(data: Json): Reference | undefined {
  if (data === null || typeof data !== "object" || Array.isArray(data)) return undefined;
  const { head: _, seal: __, at: ___, ...rest } = data;
  const { blob, size } = rest;
  if (Object.keys(rest).length !== 2 || typeof blob !== "string" || typeof size !== "number") return undefined;
  return { blob, size };
}
