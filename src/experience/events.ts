import { appendFileSync, closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../system/folder.ts";
import { eventIn, type Noted } from "./episode.ts";
import { dropIndex, extendIndex } from "./indexing.ts";
import { readLines } from "./lines.ts";

/** Days for which the events of all folders are kept, and those of one. */
export const kept = { home: 90, folder: 30 } as const;

/** The file of events below `$ERGO_HOME`, or below a folder's state. */
export function eventsFile(place: string): string {
  return join(place, "experience", "events.jsonl");
}

/** Adds an event, for this user's eyes alone. Throws what the file system says. */
export function note(file: string, event: Noted): void {
  makeFolder(dirname(file));
  appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
  extendIndex(file);
}

/** Bytes that are written at once. */
const page = 1 << 20;
/** Bytes of a file that are read of its end. */
const longest = 8 << 20;

/** The last events of a file, oldest first, and how many of its lines can't be read; none where there is no file. */
export function readEvents(file: string): { events: Noted[]; unread: number } {
  const lines = readLines(file);
  if (!lines) return { events: [], unread: 0 };
  try {
    const start = Math.max(0, lines.size - longest);
    const events: Noted[] = [];
    let unread = 0;
    for (const { text, at } of lines.from(start)) {
      // What the cut begins with is the end of a line.
      if (text === "" || (start > 0 && at === start)) continue;
      const event = eventIn(text);
      if (event === null) unread += 1;
      else events.push(event);
    }
    return { events, unread };
  } finally {
    lines.close();
  }
}

/**
 * Drops events that a test picks; a line that can't be read is kept. The file is replaced once the new one is whole, and its index made
 * anew. Gives how many went, or with `dryRun` would.
 */
export function prune(file: string, drops: (event: Noted) => boolean, dryRun = false): number {
  const gone = each(file, drops, () => {});
  if (gone === 0 || dryRun) return gone;
  const draft = `${file}.${process.pid}`;
  try {
    const handle = openSync(draft, "w", 0o600);
    try {
      let texts: string[] = [];
      let length = 0;
      const write = () => writeSync(handle, texts.join(""));
      each(file, drops, (text) => {
        texts.push(text);
        length += text.length;
        if (length < page) return;
        write();
        [texts, length] = [[], 0];
      });
      write();
    } finally {
      closeSync(handle);
    }
    dropIndex(file);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  extendIndex(file, Number.POSITIVE_INFINITY);
  return gone;
}

/** Gives the lines that stay to `stays`, and counts those that don't. */
function each(file: string, drops: (event: Noted) => boolean, stays: (text: string) => void): number {
  const lines = readLines(file);
  if (!lines) return 0;
  try {
    let [gone, end] = [0, 0];
    for (const { text, next } of lines.from(0)) {
      end = next;
      const event = eventIn(text);
      if (event !== null && drops(event)) gone += 1;
      else if (text !== "") stays(`${text}\n`);
    }
    // What another process has only begun to write stays as well.
    if (end < lines.size) stays(lines.one(end));
    return gone;
  } finally {
    lines.close();
  }
}
