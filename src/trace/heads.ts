import { closeSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { writing } from "./pen.ts";
import { type Signature, signHead } from "./sign.ts";

/** The head of a run that ended or paused: the SHA-256 of its trace's last line. `dir` is the folder asked about. */
export type Head = { run: string; head: string; time: number; dir: string; signed?: Signature };

/** The user's list of heads: what a trace is compared with, kept apart from it. */
export function headsFile(home: string): string {
  return join(home, "heads.jsonl");
}

/** Adds a head to the list, signed where the user has a key. Throws TRACE_WRITE and KEY_UNUSABLE. */
export function appendHead(home: string, unsigned: Omit<Head, "signed">): void {
  const file = headsFile(home);
  const head: Head = { ...unsigned, signed: signHead(home, unsigned) };
  writing(file, () => {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const handle = openSync(file, "a+", 0o600);
    try {
      writeSync(handle, `${endsInside(handle) ? "\n" : ""}${JSON.stringify(head)}\n`);
      fdatasyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });
}

/** The head last noted for a run; undefined when there is none, or no list. */
export function knownHead(file: string, run: string): string | undefined {
  return notedHead(file, run)?.head;
}

/** What was last noted for a run, its signature included. */
export function notedHead(file: string, run: string): Head | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  const mark = JSON.stringify(run);
  return text
    .split("\n")
    .filter((line) => line.includes(mark))
    .map(parse)
    .findLast((head) => head?.run === run);
}

/** Whether the list ends within a line, as a crash may leave it. */
function endsInside(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function parse(line: string): Head | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
