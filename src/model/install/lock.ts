import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const beatMs = 5_000;
const staleMs = 30_000;

/**
 * Runs `work` while no other process holds `file`, waiting for one that does; `waiting` is told its process id. A lock
 * whose owner died, or that was not touched for half a minute, is taken over. The lock only saves doing work twice:
 * in the instant of a take-over two processes may hold it, so what it guards must be put in place by renaming.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  { waiting, signal }: { waiting?: (owner: string) => void; signal?: AbortSignal } = {},
): Promise<T> {
  const mine = `${process.pid} ${hostname()} ${randomUUID()}`;
  let told = false;
  while (!(await take(file, mine))) {
    const owner = await ownerOf(file);
    if (await isStale(file, owner)) {
      await discard(file);
      continue;
    }
    if (!told && owner) waiting?.(owner.split(" ")[0] ?? "");
    told ||= owner !== "";
    await wait(200, undefined, { signal });
  }
  const beat = setInterval(() => void touch(file), beatMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await ownerOf(file)) === mine) await rm(file, { force: true });
  }
}

async function take(file: string, mine: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(mine);
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** What stands in the lock file; "" when it is gone, or made and not yet written. */
async function ownerOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

async function isStale(file: string, owner: string): Promise<boolean> {
  const [pid, host] = owner.split(" ");
  if (pid && host === hostname() && !isAlive(Number(pid))) return true;
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Moved aside before it is removed, so that of several waiters only one takes a given file away. */
async function discard(file: string) {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rm(aside, { force: true });
}

async function touch(file: string) {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
