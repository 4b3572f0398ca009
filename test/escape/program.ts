import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const dir = mkdtempSync(join(tmpdir(), "ergo-attempt-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const source = new URL("attempt.c", import.meta.url).pathname;
const built = spawnSync("cc", ["-o", join(dir, "attempt"), source], { encoding: "utf8" });

/** Why the program of attempts could not be built; "" where it was. */
export const noCompiler = built.error ? "there is no C compiler" : built.status === 0 ? "" : built.stderr;

/** Puts the program into a folder as `attempt`. */
export function place(root: string): void {
  copyFileSync(join(dir, "attempt"), join(root, "attempt"));
}
