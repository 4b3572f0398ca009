import type { Answer } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import type { Live } from "../host/live.ts";
import { failureOf } from "./failure.ts";

/** How often something is sent where nothing happens; milliseconds. */
const pace = 10_000;

/** A part of a stream: an event with its number, if it has one that a reader can go on from. */
export type Sent = { event: string; data: unknown; id?: number };

/**
 * Server-sent events, each as fast as its reader takes them. Something is sent now and then, so that nobody between takes the
 * stream for dead. When the reader leaves, `signal` of the source is called off.
 */
export function eventStream(source: (signal: AbortSignal) => AsyncIterable<Sent>): Response {
  return textStream("text/event-stream", (signal) => framed(source(signal)));
}

async function* framed(source: AsyncIterable<Sent>): AsyncGenerator<string> {
  for await (const { event, data, id } of source) {
    yield `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

/** A text that is sent piece by piece, with a comment where nothing else is sent for a while. */
export function textStream(type: string, source: (signal: AbortSignal) => AsyncIterable<string>): Response {
  const controller = new AbortController();
  const encoder = new TextEncoder();
  const pieces = source(controller.signal)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> | undefined;
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      next ??= pieces.next();
      const waited = Promise.withResolvers<"idle">();
      const timer = setTimeout(() => waited.resolve("idle"), pace);
      const first = await Promise.race([next, waited.promise]).finally(() => clearTimeout(timer));
      if (first === "idle") return stream.enqueue(encoder.encode(": still here\n\n"));
      next = undefined;
      if (first.done) return stream.close();
      stream.enqueue(encoder.encode(first.value));
    },
    async cancel() {
      controller.abort();
      await pieces.return?.();
    },
  });
  return new Response(body, { headers: { "content-type": type, "x-accel-buffering": "no" } });
}

/** A run as a stream: its events after line `after`, then its answer, or why there is none. */
export async function* runEvents(live: Live, after: number, signal: AbortSignal): AsyncGenerator<Sent> {
  for await (const event of live.follow(after, signal)) yield asSent(event);
  if (signal.aborted) return;
  try {
    yield asAnswer(await live.result);
  } catch (thrown) {
    yield asError(thrown);
  }
}

export function asSent(event: Event): Sent {
  return event.type === "line"
    ? { event: "line", data: event, id: event.line.seq }
    : { event: event.type, data: event };
}

export function asError(thrown: unknown): Sent {
  return { event: "error", data: { error: failureOf(thrown).error } };
}

/** That a run stopped in the middle, as one does whose process was ended, and how it goes on. */
export function asInterrupted(run: string): Sent {
  const { error } = failureOf(new ErgoError("RUN_INTERRUPTED", { run }));
  return { event: "interrupted", data: { type: "interrupted", run, resume: `/api/runs/${run}/resume`, error } };
}

export function asAnswer(answer: Answer): Sent {
  return { event: "answer", data: { type: "answer", answer } };
}
