import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import type { Json } from "../../core/journal.ts";
import { makeFolder } from "../../system/folder.ts";

/** Results by what they are of, kept in a file of lines; one that is there is not made again. */
export type Kept<T> = { get(key: string): T | undefined; put(key: string, value: T): void };

/** The results that are kept below `home` under a name. A line that a crash cut short counts for nothing. */
export function keptIn<T extends { [key: string]: Json }>(home: string, name: string): Kept<T> {
  const folder = join(home, "eval");
  const file = join(folder, `${name}.jsonl`);
  const known = new Map<string, T>();
  for (const line of linesIn(file)) {
    try {
      const { key, value } = JSON.parse(line) as { key: string; value: T };
      known.set(key, value);
    } catch {
      // It is measured again.
    }
  }
  return {
    get: (key) => known.get(key),
    put(key, value) {
      known.set(key, value);
      try {
        makeFolder(folder);
        // A line of its own, even behind one that was cut short.
        appendFileSync(file, `\n${JSON.stringify({ key, value })}`, { mode: 0o600 });
      } catch (thrown) {
        throw new ErgoError("FILE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
      }
    },
  };
}

function linesIn(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}
