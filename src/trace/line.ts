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

/** Which run a trace holds, and the folder that was asked about: the SHA-256 of its absolute path. */
export type Identity = { run: string; folder: string | undefined };

/** What stands for a folder in a trace. `root` is an absolute path. */
export function folderMark(root: string): string {
  return sha256(root);
}

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

/** Levels of arrays and objects in a line or payload; what is nested deeper could not be shown or written again. */
const deepest = 1000;

/** Whether JSON is nested too deep to be recorded. */
export function isDeep(json: string | Uint8Array): boolean {
  if (json.length <= deepest) return false;
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  let [level, quoted] = [0, false];
  for (let at = 0; at < bytes.length && level <= deepest; at++) {
    const byte = bytes[at];
    if (quoted && byte === 0x5c) at += 1;
    else if (byte === 0x22) quoted = !quoted;
    else if (!quoted && (byte === 0x5b || byte === 0x7b)) level += 1;
    else if (!quoted && (byte === 0x5d || byte === 0x7d)) level -= 1;
  }
  return level > deepest;
}

/** A line from its bytes; undefined when they are not a whole line of a trace. */
export function decode(bytes: Uint8Array): Line | undefined {
  if (isDeep(bytes)) return undefined;
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

/** A `run.start` line: where its data is put away, the run and its folder stand beside the reference. */
export function encodeStart(line: Head, data: string, { run, folder }: Identity): string {
  if (referenceIn(JSON.parse(data)) === undefined) return encode(line, data);
  return encode(line, beside(data, { run, folder }));
}

/** A `run.fork` line: the same, and beside its data stands its origin. */
export function encodeFork(line: Head, data: string, identity: Identity, origin: Origin): string {
  return encodeStart(line, beside(data, { at: origin }), identity);
}

/** The JSON of an object that is not empty, with more keys at its end. */
function beside(data: string, keys: object): string {
  return `${data.slice(0, -1)},${JSON.stringify(keys).slice(1)}`;
}

/** Which run a first own line says that it begins; undefined where it says none. */
export function identityIn({ type, data }: Line): Identity | undefined {
  if ((type !== "run.start" && type !== "run.fork") || data === null || typeof data !== "object") return undefined;
  const { run, folder } = data as { run?: Json; folder?: Json };
  if (typeof run !== "string" || !isRunId(run)) return undefined;
  return { run, folder: typeof folder === "string" ? folder : undefined };
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
  const from = bytes.length - afterSeal - zeros.length;
  if (bytes.lastIndexOf(sealMark) !== from - sealMark.length) return false;
  const seal = bytes.toString("latin1", from, from + zeros.length);
  bytes.write(zeros, from, "latin1");
  return sha256(bytes) === seal;
}

const sealMark = '"seal":"';
/** The seal is the last of the data; after it stands `prev` alone. */
const afterSeal = `"},"prev":"${zeros}"}\n`.length;

/**
 * The reference in a line's data; beside it stand run and folder of a beginning, the origin of a fork, and head and seal
 * of an end.
 */
export function referenceIn(data: Json): Reference | undefined {
  if (data === null || typeof data !== "object" || Array.isArray(data)) return undefined;
  const { blob, size, run: _, folder: __, at: ___, head: ____, seal: _____, ...rest } = data;
  if (Object.keys(rest).length > 0 || typeof blob !== "string" || typeof size !== "number") return undefined;
  return { blob, size };
}
