import { type Journal, type Json, type Line, shielded, type Watch } from "../core/journal.ts";

/** A journal that is kept in memory, for runs that need no record. Its lines have no chain: `prev` is "". */
export type MemoryJournal = Journal & { readonly lines: readonly Line[] };

/** Makes an empty journal. A graph that is run again over it does no effect twice. */
export function memoryJournal(options: { watch?: Watch } = {}): MemoryJournal {
  const watch = shielded(options.watch);
  const lines: Line[] = [];
  const found = new Map<string, Json>();
  return {
    lines,
    recorded(type, path) {
      const data = found.get(`${path} ${type}`);
      return data === undefined ? undefined : copy(data);
    },
    entries: () => lines,
    append(type, path, data) {
      const line: Line = { v: 1, seq: lines.length, time: Date.now(), path, type, data: copy(data), prev: "" };
      lines.push(line);
      found.set(`${path} ${type}`, line.data);
      watch?.({ type: "line", line });
    },
  };
}

/** As a file would give it back: what is recorded can't be changed through the value that was passed in. */
function copy(data: Json): Json {
  return JSON.parse(JSON.stringify(data ?? null));
}
