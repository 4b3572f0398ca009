import { renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";

/**
 * Writes a file that the user named, for the user's eyes alone; one that was there is replaced once the new one is
 * whole. Gives its path. Throws FILE_WRITE.
 */
export function saveAs(name: string, text: string): string {
  const file = resolve(name);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
    return file;
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw new ErgoError("FILE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}
