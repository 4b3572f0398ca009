import { existsSync, fstatSync, ftruncateSync } from "node:fs";
import type { Stop } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Journal, Json, Watch } from "../core/journal.ts";
import { fetchBlob } from "./blobs.ts";
import { appendHead } from "./heads.ts";
import { encodeEnd, type Place, referenceIn, traceFile } from "./line.ts";
import { grasp, type Pen, release, sync, write, writing } from "./pen.ts";
import { chained } from "./read.ts";

/** What the first line says of a run; more may stand beside it. `parent` is the run that this one goes on from. */
export type Start = { session: string; parent: string | null; question: string; [key: string]: Json | undefined };

/** The record of a run on disk: a line an event, each holding the hash of the one before. */
export type Trace = Journal & {
  readonly run: string;
  readonly file: string;
  /** Bytes of a last line that a crash had left unfinished; they were cut off when the trace was opened. */
  readonly torn: number;
  /** Writes `run.end`, adds the head to the user's list, and closes. Gives the head: the SHA-256 of that last line. */
  finish(data: { stop: Stop; [key: string]: Json | undefined }): string;
  /** Closes a trace that is not finished; it can be opened again. */
  close(): void;
};

/** `watch` is told of every line as it is written; one that throws is told no more. */
export type TraceOptions = { run: string; watch?: Watch };

/** Begins the trace of a new run. Throws TRACE_WRITE, and RUN_LOCKED while another process writes that run. */
export function createTrace(place: Place, { run, watch, start }: TraceOptions & { start: Start }): Trace {
  const pen = grasp(run, traceFile(place.state, run), watch);
  return orRelease(pen, () => {
    if (fstatSync(pen.handle).size > 0) {
      throw new ErgoError("TRACE_WRITE", { file: pen.file, detail: "it holds another run" });
    }
    write(pen, "run.start", "", { run, ...start });
    return traceOf(place, pen, new Map(), 0);
  });
}

/**
 * Opens the trace of a run that has not ended, to go on with it: what it holds is recorded, a torn last line is cut off.
 * Throws RUN_UNKNOWN, RUN_LOCKED, RUN_FINISHED, and TRACE_READ if a line was changed.
 */
export function openTrace(place: Place, { run, watch }: TraceOptions): Trace {
  const file = traceFile(place.state, run);
  if (!existsSync(file)) throw new ErgoError("RUN_UNKNOWN", { run, dir: place.root });
  const pen = grasp(run, file, watch);
  return orRelease(pen, () => {
    const recorded = new Map<string, string>();
    let whole = 0;
    for (const { line, bytes, hash } of chained(file)) {
      if (line.type === "run.end") throw new ErgoError("RUN_FINISHED", { run });
      recorded.set(key(line.type, line.path), JSON.stringify(line.data));
      whole += bytes;
      pen.seq = line.seq + 1;
      pen.prev = hash;
    }
    if (whole === 0) throw new ErgoError("TRACE_READ", { file, detail: "it holds no whole line" });
    const torn = fstatSync(pen.handle).size - whole;
    if (torn > 0) writing(file, () => ftruncateSync(pen.handle, whole));
    return traceOf(place, pen, recorded, torn);
  });
}

function traceOf({ root, home }: Place, pen: Pen, found: Map<string, string>, torn: number): Trace {
  return {
    run: pen.run,
    file: pen.file,
    torn,
    recorded(type, path) {
      const text = found.get(key(type, path));
      return text === undefined ? undefined : payload(pen, JSON.parse(text));
    },
    append(type, path, data, durable) {
      write(pen, type, path, data);
      if (durable) sync(pen);
    },
    finish(data) {
      try {
        const head = write(pen, "run.end", "", data, encodeEnd);
        sync(pen);
        appendHead(home, { run: pen.run, head, time: Date.now(), dir: root });
        return head;
      } finally {
        release(pen);
      }
    },
    close: () => release(pen),
  };
}

function key(type: string, path: string): string {
  return `${path} ${type}`;
}

function payload(pen: Pen, data: Json): Json {
  const reference = referenceIn(data);
  if (reference === undefined) return data;
  const fetched = fetchBlob(pen.blobs, reference);
  if ("data" in fetched) return fetched.data;
  throw new ErgoError("TRACE_READ", { file: pen.file, detail: fetched.message });
}

function orRelease(pen: Pen, work: () => Trace): Trace {
  try {
    return work();
  } catch (thrown) {
    release(pen);
    throw thrown;
  }
}
