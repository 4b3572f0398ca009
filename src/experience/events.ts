import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../system/folder.ts";
import { eventIn, type Noted } from "./episode.ts";

/** Days for which the events of all folders are kept, and those of one. */
export const kept = { home: 90, folder: 30 } as const;

/** The events are read from the end, up to so many bytes. */
const longest = 8 << 20;

/** The file of events below `$ERGO_HOME`, or below a folder's state. */
export function eventsFile(place: string): string {
  return join(place, "experience", "events.jsonl");
}

/** Adds an event, for this user's eyes alone. Throws what the file system says. */
export function note(file: string, event: Noted): void {
  makeFolder(dirname(file));
  appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
}

/** The last events of a file, oldest first, and how many of its lines can't be read; none where there is no file. */
export function readEvents(file: string): { events: Noted[]; unread: number } {
  const lines = tailOf(file)
    .split("\n")
    .filter((line) => line !== "");
  const events = lines.flatMap((line) => eventIn(line) ?? []);
  return { events, unread: lines.length - events.length };
}

function tailOf(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw thrown;
  }
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, longest));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString("utf8");
    // What the cut begins with is the end of a line.
    return size > bytes.length ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    closeSync(handle);
  }
}

/**
 * Drops events that a test picks; a line that can't be read is kept. The file is replaced once the new one is whole. Gives how many went,
 * or with `dryRun` would.
 */
export function prune(file: string, drops: (event: Noted) => boolean, dryRun = false): number {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw thrown;
  }
  const lines = text.split("\n").filter((line) => line !== "");
  const staying = lines.filter((line) => {
    const event = eventIn(line);
    return event === null || !drops(event);
  });
  const gone = lines.length - staying.length;
  if (gone === 0 || dryRun) return gone;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, staying.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return gone;
}
