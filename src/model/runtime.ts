import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ErgoError, reason } from "../core/error.ts";
import { complaint, runChild } from "./child.ts";
import { ensureSpace, writeError } from "./disk.ts";
import { withLock } from "./lock.ts";
import type { Progress } from "./progress.ts";

export type Install = { home: string; progress?: Progress; signal?: AbortSignal };

/** What llama.cpp's package for Node calls the CPU build of a platform. */
const builds: Record<string, string> = {
  "linux-x64": "@node-llama-cpp/linux-x64",
  "linux-arm64": "@node-llama-cpp/linux-arm64",
  "darwin-arm64": "@node-llama-cpp/mac-arm64-metal",
  "darwin-x64": "@node-llama-cpp/mac-x64",
  "win32-x64": "@node-llama-cpp/win-x64",
  "win32-arm64": "@node-llama-cpp/win-arm64",
};

const parts = new URL("../../data/runtimes/llama/", import.meta.url);
const bytesNeeded = 120_000_000;

type Parts = { name: string; version: string; dependencies: Versions; optionalDependencies: Versions };
type Versions = Record<string, string>;
type Lock = { packages: Record<string, object> };

/**
 * Puts llama.cpp's CPU build for this platform under `$ERGO_HOME/runtimes`, by npm from a locked list and without
 * running any script, and returns its folder. Throws RUNTIME_INSTALL, DISK_FULL, HOME_WRITE, or the signal's reason.
 */
export async function installRuntime({ home, progress, signal }: Install): Promise<string> {
  const { version } = await readParts();
  const all = join(home, "runtimes");
  const dir = join(all, `llama-${version}`);
  if (await isInstalled(dir)) return dir;
  const waiting = (owner: string) => progress?.({ text: `waiting for process ${owner}, which installs llama.cpp` });
  try {
    await mkdir(all, { recursive: true });
    await withLock(`${dir}.lock`, () => install(all, dir, { home, progress, signal }), {
      waiting,
      signal,
    });
    return dir;
  } catch (error) {
    throw signal?.aborted ? signal.reason : writeError(error, dir);
  }
}

/** The runtime's folder when it is installed. */
export async function findRuntime(home: string): Promise<string | undefined> {
  const { version } = await readParts();
  const dir = join(home, "runtimes", `llama-${version}`);
  return (await isInstalled(dir)) ? dir : undefined;
}

/** The module of an installed runtime. It has no entry that `require` could resolve, hence the path. */
export function importRuntime(dir: string): Promise<unknown> {
  return import(pathToFileURL(entry(dir)).href);
}

async function install(all: string, dir: string, { progress, signal }: Install) {
  if (await isInstalled(dir)) return;
  await sweep(all);
  await ensureSpace(all, bytesNeeded, dir);
  progress?.({ text: "installing llama.cpp" });
  const work = await mkdtemp(join(all, ".llama-"));
  try {
    await copyParts(work);
    await npmInstall(work, signal);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * The locked list with this platform's build as a plain dependency. The library names every build, GPUs included, as
 * optional: so npm can be told to leave out all optional packages (600 MB) and still installs the one that is needed.
 */
async function copyParts(work: string) {
  const { name, version, dependencies, optionalDependencies } = await readParts();
  const platform = `${process.platform}-${process.arch}`;
  const build = builds[platform] ?? "";
  const buildVersion = optionalDependencies[build];
  if (!buildVersion) throw failed(`there is no build for ${platform}`);
  const chosen = { name, version, private: true, dependencies: { ...dependencies, [build]: buildVersion } };
  const lock = JSON.parse(await readFile(new URL("package-lock.json", parts), "utf8")) as Lock;
  lock.packages[""] = chosen;
  await writeFile(join(work, "package.json"), JSON.stringify(chosen));
  await writeFile(join(work, "package-lock.json"), JSON.stringify(lock));
}

async function npmInstall(work: string, signal?: AbortSignal) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  const args = ["ci", "--omit=optional", "--ignore-scripts", ...quiet];
  const [command, ...before] = process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c", "npm"] : ["npm"];
  const ended = await runChild(command ?? "npm", [...before, ...args], { cwd: work, signal });
  if (!ended.ran) throw failed(`npm did not start: ${ended.tail}`);
  if (/ENOSPC/.test(ended.tail)) throw new ErgoError("DISK_FULL", { file: work });
  if (ended.exit !== 0) throw failed(`npm: ${complaint(ended.tail)}`);
  await access(entry(work)).catch((error) => {
    throw failed(`npm left it incomplete: ${reason(error)}`);
  });
}

/** Clears what interrupted installations left. */
async function sweep(all: string) {
  for (const name of await readdir(all)) {
    if (name.startsWith(".llama-")) await rm(join(all, name), { recursive: true, force: true });
  }
}

function entry(dir: string): string {
  return join(dir, "node_modules/node-llama-cpp/dist/index.js");
}

function isInstalled(dir: string): Promise<boolean> {
  return access(entry(dir)).then(
    () => true,
    () => false,
  );
}

async function readParts(): Promise<Parts> {
  return JSON.parse(await readFile(new URL("package.json", parts), "utf8")) as Parts;
}

function failed(detail: string): ErgoError {
  return new ErgoError("RUNTIME_INSTALL", { runtime: "llama.cpp", detail });
}
