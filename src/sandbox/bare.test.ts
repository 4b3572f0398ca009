import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBare } from "./bare.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-bare-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const run = (root: string, line: string, limits = {}, cwd?: string) =>
  openBare(root, limits).run({ argv: ["sh", "-c", line], stdin: "given", ...(cwd ? { cwd } : {}) }, { writable: true });

test("an agreed command runs where it is told to, with its input, and nothing that was given in secret", async () => {
  const root = folder();
  mkdirSync(join(root, "sub"));
  process.env.ERGO_TEST_TOKEN = "swordfish";
  onTestFinished(() => {
    delete process.env.ERGO_TEST_TOKEN;
  });
  const ran = await run(root, 'basename "$PWD"; cat; echo "[$ERGO_TEST_TOKEN]" >&2; exit 3', {}, "sub");
  expect(ran).toMatchObject({ exit: 3, stdout: "sub\ngiven", stderr: "[]\n", limit: null, cut: false });
});

test("one that runs or writes without end is ended, and what it left running goes with it", async () => {
  const root = folder();
  expect(await run(root, "sleep 60", { time: 200 })).toMatchObject({ exit: null, signal: "SIGKILL", limit: "time" });
  expect(await run(root, "yes", { output: 1000 })).toMatchObject({ limit: "output", cut: true });
  const left = await run(root, "sleep 60 & echo $!");
  expect(left.exit).toBe(0);
  await expect.poll(() => isRunning(Number(left.stdout))).toBe(false);
});

/** A process that was killed may run until the system gets to it, and stand in the list until somebody takes note of it. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

test("a program that is not there is an error", async () => {
  const missing = openBare(folder()).run({ argv: ["no-such-program"] }, { writable: false });
  await expect(missing).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
});
