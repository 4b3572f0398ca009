/** JSON as it stands in a trace; a property that is undefined is left out there. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/**
 * What a crash between intent and result means for an effect: a `read` is done again, a `write` compares hashes and
 * is finished, a `command` is in doubt and said to be.
 */
export type EffectClass = "read" | "write" | "command";

/** An effect: something whose outcome the program can't derive, so it is recorded once. `type` is a noun such as
 * "model" or "tool"; the journal writes `type.start` with the request and `type.end` with the result. */
export type Effect<T extends Json = Json> = {
  type: string;
  effect: EffectClass;
  request: Json;
  run(signal: AbortSignal): Promise<T>;
  /** The result of a command whose outcome a crash took, when the user says that it was done; null if not given. */
  presumed?: T;
};

/** What a person is asked: a yes or no, or a text; `choices` are the only texts that answer it. */
export type Question = { kind: "question" | "approval"; text: string; choices?: string[] };

/** A question without an answer yet. `doubt` asks what became of a command; the answer is the result of `type` at `path`. */
export type Asked = { type: "question" | "approval" | "doubt"; path: string; text: string; choices?: string[] };

/**
 * Where a run is recorded: lines that are only ever added, each the only one of its type at its path. Two
 * implementations: the trace file, and memory for runs that need no record.
 */
export type Journal = {
  /** The data of the line of this type at this path, if an earlier execution of the run has written it. */
  recorded(type: string, path: string): Json | undefined;
  /** Every line that the graph and its nodes have written so far, in order; those of the run itself have no path. */
  entries(): Iterable<{ type: string; path: string }>;
  /** Records an event; throws TRACE_WRITE when that fails. `durable` waits until it is on disk. */
  append(type: string, path: string, data: Json, durable?: boolean): void;
  /** What is left of data when it is recorded, without secrets: a run goes on with that, as a later execution will. */
  keep?<T extends Json>(data: T): T;
};

/** One recorded line. `time` is in milliseconds since 1970; `prev` the SHA-256 of the line before, as raw bytes. */
export type Line = { v: 1; seq: number; time: number; path: string; type: string; data: Json; prev: string };

/** What a watcher of a run sees: every recorded line as it is written, and what is only worth watching. */
export type Event =
  | { type: "line"; line: Line }
  | { type: "model.delta"; path: string; text: string }
  /** An answer as far as it stands already; the run goes on and may end with another. */
  | { type: "draft"; path: string; text: string }
  | { type: "progress"; path: string; text: string; done?: number; total?: number }
  /** What the user should know although nothing is wrong, such as which model is used. */
  | { type: "notice"; text: string };

export type Watch = (event: Event) => void;

/** A watcher that can't disturb what it watches: when it throws it is told no more. */
export function shielded(watch: Watch | undefined): Watch | undefined {
  if (watch === undefined) return undefined;
  let listening = true;
  return (event) => {
    if (!listening) return;
    try {
      watch(event);
    } catch {
      listening = false;
    }
  };
}
