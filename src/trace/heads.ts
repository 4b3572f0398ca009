import { closeSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
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
  add(file, { ...unsigned, signed: signHead(home, unsigned) } satisfies Head, true);
}

/** That the user began a run: `begun` is the SHA-256 of its first own line. */
export type Begun = { run: string; begun: string; time: number; dir: string };

/** Notes that the user began a run, so that one which a folder brings along is told from it. Throws TRACE_WRITE. */
export function noteBegun(home: string, begun: Begun): void {
  add(begunFile(home), begun, false);
}

/** The folders in which the user began a run with this first own line; none where somebody else did. */
export function begunIn(home: string, { run, begun }: Pick<Begun, "run" | "begun">): string[] {
  return entriesOf<Begun>(begunFile(home), run).flatMap((entry) => (entry.begun === begun ? [entry.dir] : []));
}

function begunFile(home: string): string {
  return join(home, "begun.jsonl");
}

function add(file: string, entry: Head | Begun, durable: boolean): void {
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(file, "a+", 0o600);
    try {
      writeSync(handle, `${endsInside(handle) ? "\n" : ""}${JSON.stringify(entry)}\n`);
      if (durable) fdatasyncSync(handle);
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
  return entriesOf<Head>(file, run).at(-1);
}

/** What is noted of a run, oldest first; nothing where there is no list. */
function entriesOf<T extends { run: string }>(file: string, run: string): T[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  const mark = JSON.stringify(run);
  const lines = text.split("\n").filter((line) => line.includes(mark));
  return lines.flatMap((line) => parse<T>(line) ?? []).filter((entry) => entry.run === run);
}

/** Whether the list ends within a line, as a crash may leave it. */
function endsInside(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function parse<T>(line: string): T | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
