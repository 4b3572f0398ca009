import { problem } from "../core/error.ts";
import type { Line } from "../core/journal.ts";
import { blobsOf, fetchBlob } from "./blobs.ts";
import { knownHead } from "./heads.ts";
import {
  decode,
  encode,
  hashOf,
  identityIn,
  isEnding,
  isSealed,
  lockFile,
  originIn,
  referenceIn,
  zeros,
} from "./line.ts";
import { isLocked } from "./lock.ts";
import { besides, type RawLine, rawLines, runNamed } from "./read.ts";

/**
 * Something found in a trace, at a line of the file; `where` names it: `line 12 (seq 11, tool.end)`. Line 0 is a line of
 * another file, that of the run which this one was forked from; `where` names it then.
 */
export type Finding = { line: number; where: string; code: FindingCode; message: string };
export type FindingCode =
  | "RUN_OTHER"
  | "LINE_INVALID"
  | "LINE_CHANGED"
  | "LINE_ORDER"
  | "LINE_TORN"
  | "AFTER_END"
  | "UNFINISHED"
  | "SEAL_BROKEN"
  | "HEAD_MISMATCH"
  | "ORIGIN_MISSING"
  | "ORIGIN_CHANGED"
  | "BLOB_CHANGED"
  | "BLOB_UNREADABLE"
  | "BLOB_PRUNED"
  | "BLOB_FORGOTTEN";

/** `intact` when there are no problems. `pruned` are payloads that were removed, or forgotten: that is not to tamper. */
export type Chain = { intact: boolean; events: number; head: string; problems: Finding[]; pruned: Finding[] };

/**
 * Checks a trace by its bytes alone: it begins the run that its file is named after, each line is written as Ergo writes
 * it and holds the hash of the one before, none is missing, the last one is sealed, payloads are those that were written, and the whole ends in the head that is known for it: `head`, or what
 * the list of heads in the file `heads` says of the run. The lines that a fork shares are checked where they stand.
 * Throws TRACE_READ.
 */
export function verifyChain(file: string, { head, heads }: { head?: string; heads?: string } = {}): Chain {
  const check = examine(file);
  const { last, events, problems, pruned } = check;
  const ended = isEnding(last.line?.type);
  if (!ended) {
    const why = isLocked(lockFile(file)) ? "it is being written" : "it was interrupted, or its end was cut off";
    const message = `nothing follows ${last.where}, and the run has not ended there: ${why}`;
    problems.push(finding(last, "UNFINISHED", message));
  }
  const known = head ?? (heads === undefined ? undefined : knownHead(heads, runNamed(file)));
  // A run that paused and goes on is unfinished; that its head is that of the pause is as it should be.
  if (known !== undefined && known !== last.hash && (ended || !check.sealed.has(known))) {
    problems.push(finding(last, "HEAD_MISMATCH", `the trace ends in ${last.hash}; the head known for it is ${known}`));
  }
  problems.sort((a, b) => a.line - b.line);
  return { intact: problems.length === 0, events, head: last.hash, problems, pruned };
}

/** Looks at the lines of a file with a number below `until`, and at those before them that it shares. */
function examine(file: string, until = Number.POSITIVE_INFINITY): Check {
  const check: Check = {
    blobs: blobsOf(file),
    run: runNamed(file),
    last: { number: 0, where: "the beginning", hash: zeros, blamed: false },
    due: 0,
    sealed: new Set(),
    events: 0,
    problems: [],
    pruned: [],
  };
  for (const raw of rawLines(file)) {
    if (check.due >= until) break;
    if (raw.number === 1) share(check, raw, file, until);
    look(check, raw);
  }
  settle(check, false);
  return check;
}

/** Lets the lines of a fork follow those that it shares. */
function share(check: Check, raw: RawLine, file: string, until: number): void {
  const origin = originIn(raw.torn ? undefined : decode(raw.bytes));
  if (origin === undefined) return;
  const fork: Seen = { number: 1, where: nameOf(1, undefined), hash: "", blamed: false };
  Object.assign(check, { due: origin.seq, last: { ...check.last, hash: origin.hash } });
  let before: Check;
  try {
    if (origin.seq >= until) throw new Error("it comes after what it is the origin of");
    before = examine(besides(file, origin.run), origin.seq);
  } catch (thrown) {
    const message = `the lines of ${origin.run} that it goes on from can't be read: ${problem(thrown).message}`;
    check.problems.push(finding(fork, "ORIGIN_MISSING", message));
    return;
  }
  const named = (found: Finding) => ({ ...found, line: 0, where: `${origin.run}, ${found.where}` });
  check.events += before.events;
  check.problems.push(...before.problems.map(named));
  check.pruned.push(...before.pruned.map(named));
  if (before.last.hash !== origin.hash || before.due !== origin.seq) {
    const message = `the lines of ${origin.run} up to seq ${origin.seq} are not those that it was forked from`;
    check.problems.push(finding(fork, "ORIGIN_CHANGED", message));
  }
}

/** A line that was looked at. `line` is missing where the bytes are no line of a trace. */
type Seen = { number: number; where: string; hash: string; line?: Line; blamed: boolean };

type Check = {
  blobs: string;
  /** The run that the file must hold. */
  run: string;
  last: Seen;
  /** The seq that belongs at this place of the file. */
  due: number;
  /** Hashes of the lines that a run may end with. */
  sealed: Set<string>;
  /** Two lines that don't fit together: either the first was changed, or the hash that the second holds. */
  doubt?: { before: Seen; after: Seen };
  events: number;
  problems: Finding[];
  pruned: Finding[];
};

function look(check: Check, raw: RawLine): void {
  const line = raw.torn ? undefined : decode(raw.bytes);
  const seen: Seen = {
    number: raw.number,
    where: nameOf(raw.number, line),
    hash: hashOf(raw.bytes),
    line,
    blamed: false,
  };
  const follows = line !== undefined && line.prev === check.last.hash;
  settle(check, line !== undefined && !follows);
  const { last } = check;
  if (last.line?.type === "run.end") blame(check, seen, "AFTER_END", "it stands after the end of the run");
  if (last.line?.type === "run.pause" && line !== undefined && line.type !== "run.resume") {
    blame(check, seen, "AFTER_END", "the run paused before it, and nobody went on with it");
  }
  if (line === undefined) {
    if (raw.torn) blame(check, seen, "LINE_TORN", "the last line has no end");
    else blame(check, seen, "LINE_INVALID", "it is no line of a trace");
    check.due += 1;
  } else {
    check.events += 1;
    place(check, seen, line, follows);
    begins(check, seen, line);
    if (!isPlain(raw.bytes, line)) blame(check, seen, "LINE_INVALID", "it is not written as a line of a trace is");
    if (isEnding(line.type)) seal(check, seen, line, raw);
    payload(check, seen, line);
  }
  check.last = seen;
}

/** Whether the first line, and no other, begins the run that was asked for. */
function begins(check: Check, seen: Seen, line: Line): void {
  const begun = line.type === "run.start" || originIn(line) !== undefined;
  if (seen.number > 1) {
    if (begun) blame(check, seen, "LINE_ORDER", "a run begins but once");
    return;
  }
  const run = begun ? identityIn(line)?.run : undefined;
  if (run === check.run) return;
  const holds = run === undefined ? "does not say which run it begins" : `begins the run ${run}`;
  blame(check, seen, "RUN_OTHER", `it ${holds}; this should be the run ${check.run}`);
}

/** Whether a line is written in the one way to write it, so that nobody reads it otherwise: no key twice, no space. */
function isPlain(bytes: Buffer, line: Line): boolean {
  return bytes.equals(Buffer.from(encode(line, JSON.stringify(line.data))));
}

/** Whether the line belongs where it stands. */
function place(check: Check, seen: Seen, line: Line, follows: boolean): void {
  const { last, due } = check;
  // After a line that can't be read its number is not known; after one that was changed or moved, two may be due.
  const unread = last.number > 0 && last.line === undefined;
  const fits = unread || line.seq === due || (last.line !== undefined && line.seq === last.line.seq + 1);
  if (!fits) {
    const message = line.seq > due ? `the lines from seq ${due} on are missing here` : `seq ${due} is due here`;
    blame(check, seen, follows ? "LINE_CHANGED" : "LINE_ORDER", message);
  } else if (!follows && !last.blamed) {
    if (last.number === 0 || alike(line.prev, last.hash)) blame(check, seen, "LINE_CHANGED", "its prev was changed");
    else check.doubt = { before: last, after: seen };
  }
  check.due = (fits ? line.seq : due) + 1;
}

/** Settles which of two lines that don't fit together was changed: the second, if what comes after it does not fit either. */
function settle(check: Check, broken: boolean): void {
  if (check.doubt === undefined) return;
  blame(
    check,
    broken ? check.doubt.after : check.doubt.before,
    "LINE_CHANGED",
    "its bytes are not those that were written",
  );
  check.doubt = undefined;
}

function seal(check: Check, seen: Seen, line: Line, raw: RawLine): void {
  check.sealed.add(seen.hash);
  if (!isSealed(raw.bytes)) {
    settle(check, true);
    blame(check, seen, "SEAL_BROKEN", "its bytes are not those that were sealed");
  } else if ((line.data as { head?: string }).head !== line.prev) {
    blame(check, seen, "HEAD_MISMATCH", "the head that it holds is not that of the line before");
  }
}

function payload(check: Check, seen: Seen, line: Line): void {
  const reference = referenceIn(line.data);
  const fetched = reference && fetchBlob(check.blobs, reference);
  if (fetched === undefined || "data" in fetched) return;
  const found = finding(seen, fetched.code, fetched.message);
  const gone = fetched.code === "BLOB_PRUNED" || fetched.code === "BLOB_FORGOTTEN";
  (gone ? check.pruned : check.problems).push(found);
}

/** Reports a line once, for what was found first explains the rest. */
function blame(check: Check, seen: Seen, code: FindingCode, message: string): void {
  if (!seen.blamed) check.problems.push(finding(seen, code, message));
  seen.blamed = true;
}

function finding({ number, where }: Seen, code: FindingCode, message: string): Finding {
  return { line: number, where, code, message };
}

function nameOf(number: number, line: Line | undefined): string {
  if (line === undefined) return `line ${number}`;
  return `line ${number} (seq ${line.seq}, ${/^[\w.-]+$/.test(line.type) ? line.type : "unknown type"})`;
}

/** Whether two hashes are one, but for some damage; two of different bytes agree in 4 of 64 digits. */
function alike(one: string, other: string): boolean {
  let same = 0;
  for (let i = 0; i < other.length; i++) if (one[i] === other[i]) same += 1;
  return same >= other.length / 2;
}
