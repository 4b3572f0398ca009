import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file of lines as it stood when it was opened: `size` bytes, of the file `ino`. A line that is being written is left out. */
export type Lines = {
  ino: number;
  size: number;
  /** The lines from a byte on, each with its place and that of the next. */
  from(at: number): Generator<{ text: string; at: number; next: number }>;
  /** The line that begins at a byte. */
  one(at: number): string;
  close(): void;
};

const chunk = 1 << 20;
/** What most lines are no longer than. */
const usual = 1024;
const lf = 10;

/** Opens a file of lines; null where there is none. Throws what the file system says. */
export function readLines(file: string): Lines | null {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw thrown;
  }
  const { ino, size } = fstatSync(handle);
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, at));
  };
  return {
    ino,
    size,
    *from(start) {
      let at = start;
      let rest: Buffer = Buffer.alloc(0);
      for (let end = start; end < size; ) {
        const more = read(end, chunk);
        if (more.length === 0) return;
        end += more.length;
        rest = Buffer.concat([rest, more]);
        let begin = 0;
        for (let stop = rest.indexOf(lf, begin); stop >= 0; stop = rest.indexOf(lf, begin)) {
          const next = at + stop - begin + 1;
          yield { text: rest.toString("utf8", begin, stop), at, next };
          at = next;
          begin = stop + 1;
        }
        rest = rest.subarray(begin);
      }
    },
    one(at) {
      for (let length = usual; ; length *= 8) {
        const bytes = read(at, length);
        const stop = bytes.indexOf(lf);
        if (stop >= 0 || bytes.length < length) return bytes.toString("utf8", 0, stop < 0 ? bytes.length : stop);
      }
    },
    close: () => closeSync(handle),
  };
}
