import { appendFileSync, closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../system/folder.ts";
import { type Episode, eventIn, type Label } from "./episode.ts";
import { dropIndex, extendIndex } from "./indexing.ts";
import { readLines } from "./lines.ts";

/** Days for which the events of all folders are kept, and those of one. */
export const kept = { home: 90, folder: 30 } as const;

/** The file of events below `$ERGO_HOME`, or below a folder's state. */
export function eventsFile(place: string): string {
  return join(place, "experience", "events.jsonl");
}

/** Adds an event, for this user's eyes alone. Throws what the file system says. */
export function note(file: string, event: Episode | Label): void {
  makeFolder(dirname(file));
  appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
  extendIndex(file);
}

/** Bytes that are written at once. */
const page = 1 << 20;

/**
 * Drops events that a test picks; a line that can't be read is kept. The file is replaced once the new one is whole, and its index made
 * anew. Gives how many went, or with `dryRun` would.
 */
export function prune(file: string, drops: (event: Episode | Label) => boolean, dryRun = false): number {
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
function each(file: string, drops: (event: Episode | Label) => boolean, stays: (text: string) => void): number {
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
