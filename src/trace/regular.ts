import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * Opens a regular file. Whatever else stands under its name, put there by whoever can write in the folder, is refused
 * and not waited for: a link, a pipe, a device, a folder. Throws the system's error, or one that says what stands there.
 */
export function openRegular(file: string, flags: number = constants.O_RDONLY): number {
  const { O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = opened(() => openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, 0o600));
  try {
    if (!fstatSync(handle).isFile()) throw new Error("it is no regular file");
    return handle;
  } catch (thrown) {
    closeSync(handle);
    throw thrown;
  }
}

/** The bytes of a regular file; undefined where it is longer than `most` bytes. Throws as `openRegular` does. */
export function readRegular(file: string, most: number): Buffer | undefined {
  const handle = openRegular(file);
  try {
    const { size } = fstatSync(handle);
    if (size > most) return undefined;
    const bytes = Buffer.alloc(size);
    let done = 0;
    for (let got = -1; got !== 0 && done < size; done += got) got = readSync(handle, bytes, done, size - done, done);
    return bytes.subarray(0, done);
  } finally {
    closeSync(handle);
  }
}

function opened(open: () => number): number {
  try {
    return open();
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "EMLINK") throw new Error("a link stands in its place", { cause: thrown });
    if (code === "ENXIO" || code === "EISDIR") throw new Error("it is no regular file", { cause: thrown });
    throw thrown;
  }
}
