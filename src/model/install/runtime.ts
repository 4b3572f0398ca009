import { access, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ErgoError, type Problem, problem, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { complaint, runChild } from "./child.ts";
import { ensureSpace, writeError } from "./disk.ts";
import { chooseBuild, type GpuBuild, type GpuFacts, seeGpu } from "./gpu.ts";
import { withLock } from "./lock.ts";
import { type RuntimeName, readLock, readParts, runtimes } from "./platform.ts";
import type { Progress } from "./progress.ts";

export type Install = {
  home: string;
  /** Told why the build for the graphics card is not used. */
  noted?: ((note: Problem) => void) | undefined;
  /** What was seen of graphics cards; by default this machine is looked at. */
  facts?: GpuFacts | undefined;
  progress?: Progress;
  signal?: AbortSignal;
};

/** A build of a runtime with the folder where it stands, or will. */
type Target = { name: RuntimeName; dir: string; build?: GpuBuild };

/**
 * Puts a runtime's build for this platform under `$ERGO_HOME/runtimes`, by npm from a locked list and without running
 * any script, and returns its folder. llama.cpp is the build for the graphics card where there is one that is of use; where
 * that can't be had, which is told, the processor's, and the other is tried again a day later. Throws RUNTIME_INSTALL,
 * DISK_FULL, HOME_WRITE, or the signal's reason.
 */
export async function installRuntime(name: RuntimeName, options: Install): Promise<string> {
  const { home, noted, facts } = options;
  const usual = await targetOf(name, home);
  const build = name === "llama" ? chooseBuild(facts ?? seeGpu()) : undefined;
  if (build?.package === undefined) return await installed(usual, options);
  const target = await targetOf(name, home, build);
  const told = (detail: string) => noted?.(problem(new ErgoError("MODEL_GPU", { model: "llama.cpp", detail })));
  const before = await recentFailure(target.dir);
  if (before !== undefined) told(before);
  else {
    try {
      return await installed(target, options);
    } catch (error) {
      if (!(error instanceof ErgoError)) throw error;
      await writeFile(`${target.dir}.failed`, error.message).catch(() => undefined);
      told(error.message);
    }
  }
  return await installed(usual, options);
}

async function installed(target: Target, { home, progress, signal }: Install): Promise<string> {
  const { name, dir } = target;
  if (await isInstalled(name, dir)) return dir;
  const { title } = runtimes[name];
  const waiting = (owner: string) => progress?.({ text: `waiting for process ${owner}, which installs ${title}` });
  try {
    makeFolder(join(home, "runtimes"), 0o777);
    await withLock(`${dir}.lock`, () => install(target, { home, progress, signal }), { waiting, signal });
    return dir;
  } catch (error) {
    throw signal?.aborted ? signal.reason : writeError(error, dir);
  }
}

const againMs = 24 * 3600 * 1000;

/** Why a build could not be had, within the last day. */
async function recentFailure(dir: string): Promise<string | undefined> {
  const file = `${dir}.failed`;
  const found = await stat(file).catch(() => undefined);
  return found && Date.now() - found.mtimeMs < againMs ? await readFile(file, "utf8") : undefined;
}

/** The runtime's folder when it is installed, that of the build for the graphics card first. */
export async function findRuntime(name: RuntimeName, home: string, facts?: GpuFacts): Promise<string | undefined> {
  const build = name === "llama" ? chooseBuild(facts ?? seeGpu()) : undefined;
  const targets = [...(build?.package ? [await targetOf(name, home, build)] : []), await targetOf(name, home)];
  for (const { dir } of targets) if (await isInstalled(name, dir)) return dir;
  return undefined;
}

/** The module of installed llama.cpp. It has no entry that `require` could resolve, hence the path. */
export function importRuntime(dir: string): Promise<unknown> {
  return import(pathToFileURL(join(dir, runtimes.llama.entry)).href);
}

async function install({ name, dir, build }: Target, { home, progress, signal }: Install) {
  if (await isInstalled(name, dir)) return;
  const { title, bytes, trim } = runtimes[name];
  const all = join(home, "runtimes");
  await sweep(all, name);
  await ensureSpace(all, bytes + (build?.disk ?? 0), dir);
  if (build) {
    const text = `fetching ${title} for ${build.gpu} (${Math.ceil(build.download / 1e6)} MB more): ${build.why}`;
    progress?.({ text, notice: true });
  } else progress?.({ text: `installing ${title}` });
  const work = await mkdtemp(join(all, `.${name}-`));
  try {
    await copyParts(name, work, build?.package);
    await npmInstall(name, work, signal);
    await trim?.(work);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The locked list, with the packages of this platform as plain dependencies. */
async function copyParts(runtime: RuntimeName, work: string, build?: string) {
  const parts = await readParts(runtime);
  const { name, version } = parts;
  const chosen = { name, version, private: true, dependencies: runtimes[runtime].choose(parts, build) };
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

async function targetOf(name: RuntimeName, home: string, build?: GpuBuild): Promise<Target> {
  const { version } = await readParts(name);
  const folder = [name, version, ...(build ? [build.gpu] : [])].join("-");
  return { name, dir: join(home, "runtimes", folder), ...(build ? { build } : {}) };
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
