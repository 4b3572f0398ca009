import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { blobsOf } from "../../trace/blobs.ts";
import { headsFile, ownHead } from "../../trace/heads.ts";
import { decode, identityIn, isRunId, referenceIn, traceFile } from "../../trace/line.ts";
import { followed, rawLines, reading, runNamed } from "../../trace/read.ts";
import { type Signature, signHead } from "../../trace/sign.ts";
import { verifyChain } from "../../trace/verify.ts";
import type { Folder } from "../session/folder.ts";
import { traceOf } from "./runs.ts";
import { saveAs } from "./save.ts";

/**
 * An export is JSON Lines: this, then the lines of the trace as they stand, then the payloads that they refer to, each
 * `{"blob": SHA-256, "text": JSON}`. The signature is over run and head, and so over all that follows.
 */
type Cover = { export: 1; run: string; head: string; lines: number; signed: Signature | null };

/** `own`: whether the user's list of heads knows the run as one of this folder. */
export type Exported = { run: string; file: string; head: string; own: boolean; signed: string | null; bytes: number };

/**
 * Writes a run into one file that `ergo verify` checks anywhere, signed where the user has a key and the run is the user's
 * own: what a folder brought along gets no signature. Throws what `traceOf` throws, EXPORT_FAILED for a run that is not
 * whole, KEY_UNUSABLE and FILE_WRITE.
 */
export function exportRun(folder: Folder, target: string, name: string): Exported {
  const trace = traceOf(folder, target);
  const chain = verifyChain(trace, { heads: headsFile(folder.home) });
  const [problem] = chain.problems;
  if (problem) throw new ErgoError("EXPORT_FAILED", { run: target, detail: `${problem.where}: ${problem.message}` });
  const lines: Buffer[] = [];
  const payloads = new Set<string>();
  // Those of a fork begin with the lines that it shares, so that the export needs no other.
  for (const { bytes } of followed(trace)) {
    const blob = referenceIn(decode(bytes)!.data)?.blob;
    if (blob !== undefined) payloads.add(blob);
    lines.push(bytes);
  }
  const blobs = blobsOf(trace);
  const run = runNamed(trace);
  const own = ownHead(folder, run) === chain.head;
  const signed = (own && signHead(folder.home, { run, head: chain.head })) || null;
  const cover: Cover = { export: 1, run, head: chain.head, lines: lines.length, signed };
  const text = [JSON.stringify(cover), "\n", ...lines.map(String), ...packed(blobs, payloads)].join("");
  const file = saveAs(name, text);
  return { run, file, head: chain.head, own, signed: signed?.by ?? null, bytes: Buffer.byteLength(text) };
}

/** Pruned payloads are not there to be packed; `verify` tells them from changed ones. */
function packed(blobs: string, payloads: Set<string>): string[] {
  return [...payloads]
    .filter((blob) => existsSync(join(blobs, blob)))
    .map((blob) => `${JSON.stringify({ blob, text: readFileSync(join(blobs, blob), "utf8") })}\n`);
}

/** Whether a file that the user named is an export. */
export function isExport(name: string): boolean {
  if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return false;
  return reading(name, () => {
    const handle = openSync(name, "r");
    const start = Buffer.alloc(mark.length);
    try {
      readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
    return start.toString() === mark;
  });
}

const mark = '{"export":1,';

/** An export laid out as a state folder; `faults` says what kept it from being laid out whole. */
export type Unpacked = { run: string; head: string; signed: Signature | null; file: string; faults: string[] };

/**
 * Lays an export out below the empty folder `dir`; nothing that it holds can lead out of there. Undefined where its
 * first line does not say what follows. Throws TRACE_READ.
 */
export function unpack(name: string, dir: string): Unpacked | undefined {
  const entries = rawLines(name);
  const cover = coverOf(entries.next().value?.bytes);
  if (cover === undefined) return undefined;
  const { run, head, lines, signed } = cover;
  const file = traceFile(dir, run);
  const blobs = blobsOf(file);
  for (const folder of [join(dir, "traces"), blobs]) makeFolder(folder);
  const trace: Buffer[] = [];
  const faults: string[] = [];
  for (const { number, bytes, torn } of entries) {
    if (number <= lines + 1) trace.push(bytes);
    else if (torn || !unpackBlob(blobs, bytes))
      faults.push(`line ${number} of the export is no payload as it was packed`);
  }
  if (trace.length < lines) faults.push(`it holds ${trace.length} lines of the trace; there were ${lines}`);
  for (const [lines, name] of partsOf(trace, run)) {
    const place = isRunId(name) ? traceFile(dir, name) : undefined;
    if (place === undefined || existsSync(place)) faults.push(`it holds lines of ${name} that can't be laid out`);
    else writeFileSync(place, Buffer.concat(lines));
  }
  return { run, head, signed, file, faults };
}

/** The lines of each run with its name: before those of a fork stand those that it shares, each below the run that it is of. */
function partsOf(trace: Buffer[], run: string): [lines: Buffer[], run: string][] {
  const decoded = trace.map(decode);
  const starts = [0, ...decoded.flatMap((line, index) => (index > 0 && line?.type === "run.fork" ? [index] : []))];
  return starts.map((from, part) => {
    const first = decoded[from];
    const last = part === starts.length - 1;
    return [trace.slice(from, starts[part + 1]), last ? run : ((first && identityIn(first)?.run) ?? "no run")];
  });
}

function coverOf(bytes: Buffer | undefined): Cover | undefined {
  const cover = parse(bytes) as Partial<Cover> | undefined;
  const { run, head, lines, signed } = cover ?? {};
  const whole = typeof run === "string" && isRunId(run) && typeof head === "string" && Number.isSafeInteger(lines);
  const bare = signed === null || (typeof signed?.by === "string" && typeof signed.signature === "string");
  return whole && bare ? (cover as Cover) : undefined;
}

function unpackBlob(blobs: string, bytes: Buffer): boolean {
  const { blob, text } = (parse(bytes) ?? {}) as { blob?: unknown; text?: unknown };
  if (typeof blob !== "string" || typeof text !== "string" || sha256(text) !== blob) return false;
  writeFileSync(join(blobs, blob), text);
  return true;
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
