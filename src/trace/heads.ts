import { closeSync, fdatasyncSync, fstatSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { reason } from "../core/error.ts";
import { makeFolder } from "../system/folder.ts";
import type { Place } from "./line.ts";
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
  const entries = entriesOf<Begun>(begunFile(home), run).filter((entry) => entry.run === run);
  return entries.flatMap((entry) => (entry.begun === begun ? [entry.dir] : []));
}

function begunFile(home: string): string {
  return join(home, "begun.jsonl");
}

/** That a run was removed on purpose, and by what, so that it is told from one that is missing. `dir` is its folder. */
export type Removed = { run: string; removed: "clean" | "forget"; time: number; dir: string };

/** Notes that a run is removed, before it is. Throws TRACE_WRITE. */
export function noteRemoved(home: string, removed: Removed): void {
  add(removedFile(home), removed, true);
}

/** The runs of a folder that were removed on purpose. */
export function listRemoved(home: string, dir: string): Map<string, Removed> {
  const entries = entriesOf<Removed>(removedFile(home), dir).filter((entry) => entry.dir === dir);
  return new Map(entries.map((entry) => [entry.run, entry]));
}

function removedFile(home: string): string {
  return join(home, "removed.jsonl");
}

function add(file: string, entry: Head | Begun | Removed, durable: boolean): void {
  writing(file, () => {
    makeFolder(dirname(file));
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
  return entriesOf<Head>(file, run).findLast((entry) => entry.run === run)?.head;
}

/**
 * The user's list of heads as it can be read, oldest first. `unread` says why it can't be, or not as a whole: the place in
 * `heads` before which a line is broken that may hold a head, or 0 for a list that can't be read at all.
 */
export type Heads = { heads: Head[]; unread: { before: number; why: string }[] };

export function listHeads(home: string): Heads {
  const file = headsFile(home);
  let text: string;
  try {
    text = textOf(file);
  } catch (thrown) {
    const none = (thrown as NodeJS.ErrnoException).code === "ENOENT";
    return { heads: [], unread: none ? [] : [{ before: 0, why: `${file} can't be read: ${reason(thrown)}` }] };
  }
  const heads: Head[] = [];
  const unread: Heads["unread"] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const entry = line === "" ? undefined : parse<Partial<Head>>(line);
    if (isHead(entry)) heads.push(entry);
    else if (line !== "") unread.push({ before: heads.length, why: `line ${index + 1} of ${file} can't be read` });
  }
  return { heads, unread };
}

function isHead(entry: Partial<Head> | null | undefined): entry is Head {
  const { run, head, time, dir, signed } = entry ?? {};
  const named = typeof run === "string" && typeof head === "string" && /^[0-9a-f]{64}$/.test(head);
  const bare = signed === undefined || (typeof signed?.by === "string" && typeof signed.signature === "string");
  return named && bare && typeof time === "number" && typeof dir === "string";
}

/**
 * The head last noted of a run of the folder `dir`; `doubt` says why there is none, or may be a later one. Where several
 * folders noted the same run, as a copy that was gone on with does, that of this folder counts.
 */
export function headOf({ heads, unread }: Heads, run: string, dir: string): { noted?: Head; doubt?: string } {
  const ofRun = (head: Head) => head.run === run;
  const noted = heads.findLast((head) => ofRun(head) && head.dir === dir) ?? heads.findLast(ofRun);
  const since = noted === undefined ? 0 : heads.indexOf(noted) + 1;
  const broken = unread.find(({ before }) => before >= since);
  if (broken) return { noted, doubt: `${broken.why}; it may have held the head of this run` };
  return noted ? { noted } : { doubt: "your list of heads holds none of this run" };
}

/** The head that a run of this very folder ended in, where the user's list says so beyond doubt. */
export function ownHead({ home, root }: Pick<Place, "home" | "root">, run: string): string | undefined {
  const { noted, doubt } = headOf(listHeads(home), run, root);
  return doubt === undefined && noted?.dir === root ? noted.head : undefined;
}

/** The text of a list. It is the user's own, so a link is followed; a pipe in its place is not waited for. */
function textOf(file: string): string {
  if (!statSync(file).isFile()) throw new Error("it is no regular file");
  return readFileSync(file, "utf8");
}

/** The entries of a list that hold a text as one of their words, oldest first; nothing where there is no list. */
function entriesOf<T extends object>(file: string, word: string): T[] {
  let text: string;
  try {
    text = textOf(file);
  } catch {
    return [];
  }
  const mark = JSON.stringify(word);
  const lines = text.split("\n").filter((line) => line.includes(mark));
  return lines.flatMap((line) => parse<T>(line) ?? []);
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
