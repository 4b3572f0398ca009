import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A second reading of `docs/trace.md`, which shares nothing with the program: what a whole trace is, and how one is forged. */

const zeros = "0".repeat(64);
const keys = ["v", "seq", "time", "path", "type", "data", "prev"];

function hash(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Whether a trace that no fork stands in is whole by its bytes alone: run, chain, seals and payloads. */
export function isWhole(file: string): boolean {
  if (!isFile(file)) return false;
  const bytes = readFileSync(file);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes) || !text.endsWith("\n")) return false;
  const lines = text.split("\n").slice(0, -1);
  let [prev, before] = [zeros, ""];
  for (const [index, line] of lines.entries()) {
    const { seq, type, data, ...rest } = parsed(line) ?? {};
    const mayFollow = before !== "run.end" && (before !== "run.pause" || type === "run.resume");
    if (seq !== index || rest.prev !== prev || !mayFollow || (index === 0) !== (type === "run.start")) return false;
    if (index === 0 && data?.run !== basename(file, ".jsonl")) return false;
    if ((type === "run.end" || type === "run.pause") && !isSealed(line, data, prev)) return false;
    if (isReference(data) && !holds(join(dirname(file), "..", "blobs"), data)) return false;
    [prev, before] = [hash(`${line}\n`), type];
  }
  return before === "run.end" || before === "run.pause";
}

/** A line whose text is the only one for what it says; undefined for another. */
// biome-ignore lint/suspicious/noExplicitAny: it may be anything.
function parsed(line: string): any {
  try {
    const value = JSON.parse(line);
    const { v, time, path, type } = value;
    const plain = JSON.stringify(value) === line && Object.keys(value).join() === keys.join();
    const right = v === 1 && Number.isSafeInteger(time) && [path, type].every((each) => typeof each === "string");
    return plain && right ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSealed(line: string, data: { head?: unknown; seal?: unknown }, prev: string): boolean {
  const from = line.lastIndexOf(`"seal":"${data.seal}"}`) + '"seal":"'.length;
  return data.head === prev && hash(`${line.slice(0, from)}${zeros}${line.slice(from + 64)}\n`) === data.seal;
}

/** What stands beside a reference is not of the payload. */
const besides = new Set(["run", "folder", "at", "head", "seal"]);

function isReference(data: unknown): data is { blob: string; size: number } {
  if (typeof data !== "object" || data === null) return false;
  const { blob, size } = data as { blob?: unknown; size?: unknown };
  const own = Object.keys(data).filter((key) => !besides.has(key));
  return own.length === 2 && typeof blob === "string" && typeof size === "number";
}

function holds(blobs: string, { blob, size }: { blob: string; size: number }): boolean {
  const place = join(blobs, blob);
  if (!/^\w{64}$/.test(blob) || !isFile(place)) return false;
  const bytes = readFileSync(place);
  return hash(bytes) === blob && bytes.length === size;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Numbers and chains lines anew, and seals them again: the forgery of someone who can write the trace. Lines end in LF. */
export function resealed(lines: string[]): string[] {
  let prev = zeros;
  return lines.map((text, seq) => {
    const line = JSON.parse(text);
    Object.assign(line, { seq, prev });
    if (line.data?.seal !== undefined) {
      Object.assign(line.data, { head: prev, seal: zeros });
      line.data.seal = hash(`${JSON.stringify(line)}\n`);
    }
    const whole = `${JSON.stringify(line)}\n`;
    prev = hash(whole);
    return whole;
  });
}
