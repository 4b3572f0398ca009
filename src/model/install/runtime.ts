import { access, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ErgoError, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { complaint, runChild } from "./child.ts";
import { ensureSpace, writeError } from "./disk.ts";
import { withLock } from "./lock.ts";
import { type RuntimeName, readLock, readParts, runtimes } from "./platform.ts";
import type { Progress } from "./progress.ts";

export type Install = { home: string; progress?: Progress; signal?: AbortSignal };

/**
 * Puts a runtime's build for this platform under `$ERGO_HOME/runtimes`, by npm from a locked list and without running
 * any script, and returns its folder. Throws RUNTIME_INSTALL, DISK_FULL, HOME_WRITE, or the signal's reason.
 */
export async function installRuntime(name: RuntimeName, { home, progress, signal }: Install): Promise<string> {
  const dir = await folderOf(name, home);
  if (await isInstalled(name, dir)) return dir;
  const { title } = runtimes[name];
  const waiting = (owner: string) => progress?.({ text: `waiting for process ${owner}, which installs ${title}` });
  try {
    makeFolder(join(home, "runtimes"), 0o777);
    await withLock(`${dir}.lock`, () => install(name, dir, { home, progress, signal }), { waiting, signal });
    return dir;
  } catch (error) {
    throw signal?.aborted ? signal.reason : writeError(error, dir);
  }
}

/** The runtime's folder when it is installed. */
export async function findRuntime(name: RuntimeName, home: string): Promise<string | undefined> {
  const dir = await folderOf(name, home);
  return (await isInstalled(name, dir)) ? dir : undefined;
}

/** The module of installed llama.cpp. It has no entry that `require` could resolve, hence the path. */
export function importRuntime(dir: string): Promise<unknown> {
  return import(pathToFileURL(join(dir, runtimes.llama.entry)).href);
}

async function install(name: RuntimeName, dir: string, { home, progress, signal }: Install) {
  if (await isInstalled(name, dir)) return;
  const { title, bytes, trim } = runtimes[name];
  const all = join(home, "runtimes");
  await sweep(all, name);
  await ensureSpace(all, bytes, dir);
  progress?.({ text: `installing ${title}` });
  const work = await mkdtemp(join(all, `.${name}-`));
  try {
    await copyParts(name, work);
    await npmInstall(name, work, signal);
    await trim?.(work);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The locked list, with the packages of this platform as plain dependencies. */
async function copyParts(runtime: RuntimeName, work: string) {
  const parts = await readParts(runtime);
  const { name, version } = parts;
  const chosen = { name, version, private: true, dependencies: runtimes[runtime].choose(parts) };
  const lock = await readLock(runtime);
  lock.packages[""] = chosen;
  await writeFile(join(work, "package.json"), JSON.stringify(chosen));
  await writeFile(join(work, "package-lock.json"), JSON.stringify(lock));
}

async function npmInstall(name: RuntimeName, work: string, signal?: AbortSignal) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  const args = ["ci", "--omit=optional", "--ignore-scripts", ...quiet];
  const [command, ...before] = process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c", "npm"] : ["npm"];
  const ended = await runChild(command ?? "npm", [...before, ...args], { cwd: work, signal });
  if (!ended.ran) throw failed(name, `npm did not start: ${ended.tail}`);
  if (/ENOSPC/.test(ended.tail)) throw new ErgoError("DISK_FULL", { file: work });
  if (ended.exit !== 0) throw failed(name, `npm: ${complaint(ended.tail)}`);
  await access(join(work, runtimes[name].entry)).catch((error) => {
    throw failed(name, `npm left it incomplete: ${reason(error)}`);
  });
}

/** Clears what interrupted installations left. */
async function sweep(all: string, runtime: RuntimeName) {
  for (const name of await readdir(all)) {
    if (name.startsWith(`.${runtime}-`)) await rm(join(all, name), { recursive: true, force: true });
  }
}

async function folderOf(name: RuntimeName, home: string): Promise<string> {
  const { version } = await readParts(name);
  return join(home, "runtimes", `${name}-${version}`);
}

function isInstalled(name: RuntimeName, dir: string): Promise<boolean> {
  return access(join(dir, runtimes[name].entry)).then(
    () => true,
    () => false,
  );
}

function failed(name: RuntimeName, detail: string): ErgoError {
  return new ErgoError("RUNTIME_INSTALL", { runtime: runtimes[name].title, detail });
}
