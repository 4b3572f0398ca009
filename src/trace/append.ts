import { existsSync, fstatSync, ftruncateSync, rmSync } from "node:fs";
import type { Stop } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Asked, Journal, Json, Line, Watch } from "../core/journal.ts";
import { redactJson } from "../secrets/redact.ts";
import { type Active, activeTime } from "./active.ts";
import { fetchBlob, resolved } from "./blobs.ts";
import { originAt } from "./fork.ts";
import { appendHead, begunIn, headsFile, knownHead, noteBegun } from "./heads.ts";
import {
  type encode,
  encodeEnd,
  encodeFork,
  encodeStart,
  folderMark,
  hashOf,
  isEnding,
  type Place,
  referenceIn,
  traceFile,
} from "./line.ts";
import { type Apart, grasp, type Pen, release, sync, write, writing } from "./pen.ts";
import { chained, rawLines } from "./read.ts";

/** What the first line says of a run; more may stand beside it. `parent` is the run that this one goes on from. */
export type Start = { session: string; parent: string | null; question: string; [key: string]: Json | undefined };

/** How a run ended or paused; more may stand beside it. `ms` is how long it was active. */
export type Ending = { stop: Stop; ms?: number; [key: string]: Json | undefined };

/** The record of a run on disk: a line an event, each holding the hash of the one before. */
export type Trace = Journal & {
  readonly run: string;
  readonly file: string;
  /** Bytes of a last line that a crash had left unfinished. They are cut off when the run goes on. */
  readonly torn: number;
  /** Milliseconds for which the run was active until the trace was opened. */
  readonly active: number;
  /** The questions that the run paused for, when that was the last that it did. */
  readonly asked: Asked[];
  /** The head of that pause, as long as nothing is written after it. */
  rest(): string | undefined;
  /** Records the answer to a question, so that it counts as recorded before. */
  reply(asked: Asked, answer: Json): void;
  /** Writes `run.end`, adds the head to the user's list, and closes. Gives the head: the SHA-256 of that last line. */
  finish(ending: Ending): string;
  /** The same with `run.pause`, for a run that can be gone on with. */
  pause(ending: Ending & { asked: Asked[] }): string;
  /** Closes a trace that is not finished; it can be opened again. */
  close(): void;
};

/** `watch` is told of every line as it is written; one that throws is told no more. `apart` says whose data lies in a file of
 * its own however short it is. */
export type TraceOptions = { run: string; watch?: Watch; apart?: Apart };

/** Begins the trace of a new run. Throws TRACE_WRITE, and RUN_LOCKED while another process writes that run. */
export function createTrace(place: Place, { run, watch, apart, start }: TraceOptions & { start: Start }): Trace {
  const pen = graspNew(place, run, watch, apart);
  return orRelease(pen, () => {
    const identity = identityOf(place, run);
    const shape: typeof encode = (line, data) => encodeStart(line, data, identity);
    first(pen, () =>
      write(pen, "run.start", "", { run, ...start, folder: identity.folder }, { shape, announce: begins(place, run) }),
    );
    return traceOf(place, pen, held());
  });
}

/**
 * Begins a run that shares the lines of the run `of` up to a node's start: the last one not after line `at` (or else
 * the first) at which no command is under way. Nothing is copied, and the other trace is only read. Throws RUN_UNKNOWN,
 * RUN_FOREIGN, USAGE where no node has begun, and what `createTrace` and `openTrace` throw.
 */
export function forkTrace(
  place: Place,
  { run, watch, apart, of, at, start }: TraceOptions & { of: string; at: number; start: Start },
): Trace {
  const parent = existing(place, of);
  requireOwn(place, of, parent);
  const origin = originAt(parent, at);
  if (origin === undefined) throw new ErgoError("USAGE", { detail: `run ${of} has no node to fork at` });
  const pen = graspNew(place, run, watch, apart);
  return orRelease(pen, () => {
    const recorded = held();
    for (const { line } of chained(parent)) {
      if (line.seq === origin.seq) break;
      hold(recorded, line, pen.blobs);
    }
    Object.assign(pen, { seq: origin.seq, prev: origin.hash });
    const identity = identityOf(place, run);
    const shape: typeof encode = (line, data) => encodeFork(line, data, identity, origin);
    first(pen, () =>
      write(pen, "run.fork", "", { run, ...start, folder: identity.folder }, { shape, announce: begins(place, run) }),
    );
    return traceOf(place, pen, { ...recorded, asked: [] });
  });
}

/**
 * Opens the trace of a run that has not ended, to go on with it: what it holds is recorded. Nothing is changed before
 * the first line is added; `run.resume` with the data `resume` goes before it. Throws RUN_UNKNOWN, RUN_LOCKED,
 * RUN_FINISHED, RUN_FOREIGN for one that the user did not begin or pause, and TRACE_READ if a line was changed.
 */
export function openTrace(place: Place, { run, watch, apart, resume = {} }: TraceOptions & { resume?: Resume }): Trace {
  const file = existing(place, run);
  requireOwn(place, run, file);
  const pen = grasp(run, file, watch, apart);
  return orRelease(pen, () => {
    const recorded = held();
    let whole = 0;
    let rest: string | undefined;
    for (const { line, bytes, hash, file: from } of chained(file)) {
      if (line.type === "run.end") throw new ErgoError("RUN_FINISHED", { run });
      hold(recorded, line, pen.blobs);
      if (from === file) whole += bytes.length;
      Object.assign(pen, { seq: line.seq + 1, prev: hash });
      rest = isEnding(line.type) ? hash : undefined;
    }
    const noted = rest === undefined ? undefined : knownHead(headsFile(place.home), run);
    if (noted !== rest) throw new ErgoError("RUN_FOREIGN", { run });
    if (whole === 0) throw new ErgoError("TRACE_READ", { file, detail: "it holds no whole line" });
    const torn = fstatSync(pen.handle).size - whole;
    const takeUp = () => {
      if (torn > 0) writing(file, () => ftruncateSync(pen.handle, whole));
      write(pen, "run.resume", "", { torn, ...resume });
    };
    return traceOf(place, pen, { ...recorded, rest, torn, takeUp });
  });
}

export type Resume = { [key: string]: Json | undefined };

/** What a trace held when it was opened. */
type Held = {
  found: Map<string, string>;
  active: Active;
  asked: Asked[];
  rest?: string;
  torn?: number;
  takeUp?: () => void;
};

function held(): Held {
  return { found: new Map(), active: activeTime(), asked: [] };
}

function hold(into: Held, line: Line, blobs: string): void {
  const own = line.path === "";
  const data = own ? resolved(blobs, line.data) : line.data;
  into.active.tell(line, data);
  into.asked = line.type === "run.pause" ? ((data as { asked?: Asked[] }).asked ?? []) : [];
  if (!own) into.found.set(key(line.type, line.path), JSON.stringify(line.data));
}

function traceOf({ root, home }: Place, pen: Pen, { found, active, asked, rest, torn = 0, takeUp }: Held): Trace {
  let pending = takeUp;
  const begin = () => {
    const work = pending;
    pending = undefined;
    work?.();
  };
  const seal = (type: string, data: Ending) => {
    begin();
    try {
      // The head is known before the line stands, so that no crash leaves an end that the list does not know.
      const announce = (head: string) => appendHead(home, { run: pen.run, head, time: Date.now(), dir: root });
      const head = write(pen, type, "", data, { shape: encodeEnd, announce });
      sync(pen);
      return head;
    } finally {
      release(pen);
    }
  };
  const append: Journal["append"] = (type, path, data, durable) => {
    begin();
    write(pen, type, path, data);
    if (durable) sync(pen);
  };
  return {
    run: pen.run,
    file: pen.file,
    torn,
    active: active.ms(),
    asked,
    rest: () => (pending === undefined ? undefined : rest),
    recorded(type, path) {
      const text = found.get(key(type, path));
      return text === undefined ? undefined : payload(pen, JSON.parse(text));
    },
    entries: () => found.keys().map(unkey),
    append,
    keep: (data) => redactJson(data),
    reply({ type, path }, answer) {
      const data = redactJson({ result: answer });
      append(`${type}.end`, path, data, true);
      found.set(key(`${type}.end`, path), JSON.stringify(data));
    },
    finish: (ending) => seal("run.end", ending),
    pause: (ending) => seal("run.pause", ending),
    close: () => release(pen),
  };
}

/** No path holds a space. */
function key(type: string, path: string): string {
  return `${path} ${type}`;
}

function unkey(key: string): { type: string; path: string } {
  const at = key.indexOf(" ");
  return { path: key.slice(0, at), type: key.slice(at + 1) };
}

function payload(pen: Pen, data: Json): Json {
  const reference = referenceIn(data);
  if (reference === undefined) return data;
  const fetched = fetchBlob(pen.blobs, reference);
  if ("data" in fetched) return fetched.data;
  throw new ErgoError("TRACE_READ", { file: pen.file, detail: fetched.message });
}

function existing(place: Place, run: string): string {
  const file = traceFile(place.state, run);
  if (!existsSync(file)) throw new ErgoError("RUN_UNKNOWN", { run, dir: place.root });
  return file;
}

function graspNew(place: Place, run: string, watch: Watch | undefined, apart: Apart | undefined): Pen {
  const pen = grasp(run, traceFile(place.state, run), watch, apart);
  return orRelease(pen, () => {
    if (fstatSync(pen.handle).size === 0) return pen;
    throw new ErgoError("TRACE_WRITE", { file: pen.file, detail: "it holds another run" });
  });
}

function identityOf({ root }: Place, run: string): { run: string; folder: string } {
  return { run, folder: folderMark(root) };
}

/** Notes for the user that a run begins, before its first line stands. */
function begins({ home, root }: Place, run: string): (begun: string) => void {
  return (begun) => noteBegun(home, { run, begun, time: Date.now(), dir: root });
}

/** Whether the user began a run, rather than a folder having brought it along. */
export function isOwn(place: Place, run: string): boolean {
  try {
    requireOwn(place, run, existing(place, run));
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a run that the user did not begin, or began in another folder that this one is a copy of: what it holds,
 * approvals too, would count as recorded.
 */
function requireOwn({ home, root }: Place, run: string, file: string): void {
  for (const { bytes, torn } of rawLines(file)) {
    if (torn) continue;
    const [dir, ...more] = begunIn(home, { run, begun: hashOf(bytes) });
    if (dir === undefined) throw new ErgoError("RUN_FOREIGN", { run });
    if (![dir, ...more].includes(root)) throw new ErgoError("RUN_ELSEWHERE", { run, dir, here: root });
    return;
  }
}

/** Writes the first line of a run. Without it there is no run, so where it can't be written the file goes. */
function first(pen: Pen, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    rmSync(pen.file, { force: true });
    throw thrown;
  }
}

function orRelease<T>(pen: Pen, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    release(pen);
    throw thrown;
  }
}
