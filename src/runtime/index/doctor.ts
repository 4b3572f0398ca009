import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ErgoError, reason } from "../../core/error.ts";
import { chooseBuild, seeGpu } from "../../model/install/gpu.ts";
import { findRuntime } from "../../model/install/runtime.ts";
import { openSandbox } from "../../sandbox/open.ts";
import { makeFolder } from "../../system/folder.ts";
import { cacheUse } from "../run/cache.ts";
import type { Folder } from "../session/folder.ts";
import { mapCounts } from "../session/map.ts";
import { modelsOf, unagreed, type Watching } from "../session/models.ts";
import { indexName } from "../session/retriever.ts";
import { loadConfig } from "../settings/config.ts";

/** One thing that Ergo needs or can use. `remedy` is "" where nothing is to be done. */
export type Check = { name: string; ok: boolean; detail: string; remedy: string };

/**
 * Looks at what this machine has; with `speed`, measures how fast its model is too, in a few seconds. `ok` is false when
 * something that every answer needs is missing.
 */
export async function doctor(
  folder: Folder,
  { speed = false, ...watching }: Watching & { speed?: boolean } = {},
): Promise<{ ok: boolean; checks: Check[] }> {
  const needed = [
    node(),
    state(folder),
    disk(folder),
    await library("sqlite", "node:sqlite"),
    await library("syntax trees", "@vscode/tree-sitter-wasm"),
  ];
  const useful = [
    await command("npm", ["--version"], "install npm: the model runtime comes through it"),
    await pip(),
    await sandbox(folder),
    await model(folder),
    await runtime(folder),
    ...(speed ? [await pace(folder, watching)] : []),
    await encoders(folder),
    await graph(folder),
    cache(folder),
  ];
  return { ok: needed.every((check) => check.ok), checks: [...needed, ...useful] };
}

function node(): Check {
  const [major, minor] = process.versions.node.split(".").map(Number) as [number, number];
  const ok = major > 22 || (major === 22 && minor >= 18);
  return { name: "node", ok, detail: process.version, remedy: ok ? "" : "install Node 24" };
}

function state(folder: Folder): Check {
  try {
    makeFolder(folder.state);
    makeFolder(folder.home);
    for (const dir of [folder.state, folder.home]) accessSync(dir, constants.W_OK);
    const where = folder.readOnly ? `${folder.state} (the folder itself is read-only)` : folder.state;
    return { name: "state", ok: true, detail: where, remedy: "" };
  } catch (thrown) {
    return {
      name: "state",
      ok: false,
      detail: reason(thrown),
      remedy: "make it writable, or set ERGO_HOME to a folder that is",
    };
  }
}

/** 1 GB covers the encoders (70 MB), a small model with its runtime, and a large index. */
function disk(folder: Folder): Check {
  let place = folder.home;
  // Where there is no home yet, the disk is that of the folder it would stand in.
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const ok = free > 1e9;
  return { name: "disk", ok, detail: `${(free / 1e9).toFixed(1)} GB free`, remedy: ok ? "" : "free at least 1 GB" };
}

async function library(name: string, specifier: string): Promise<Check> {
  try {
    await import(specifier);
    return { name, ok: true, detail: specifier, remedy: "" };
  } catch (thrown) {
    return { name, ok: false, detail: reason(thrown), remedy: "run `npm ci` in Ergo's folder" };
  }
}

async function command(name: string, args: string[], remedy: string, file = name): Promise<Check> {
  try {
    const { stdout } = await promisify(execFile)(file, args, { timeout: 20_000 });
    return { name, ok: true, detail: stdout.trim().split("\n")[0]!, remedy: "" };
  } catch {
    return { name, ok: false, detail: "not found", remedy };
  }
}

async function pip(): Promise<Check> {
  const remedy = "install Python 3 with pip: where only package registries answer, models come through it";
  const direct = await command("pip", ["--version"], remedy);
  return direct.ok ? direct : command("pip", ["-m", "pip", "--version"], remedy, "python3");
}

/** Runs a command in the sandbox: that alone shows whether it can. */
async function sandbox(folder: Folder): Promise<Check> {
  const opened = await openSandbox(folder);
  return opened instanceof ErgoError
    ? { name: "sandbox", ok: false, detail: opened.message, remedy: opened.remedy }
    : { name: "sandbox", ok: true, detail: "commands run confined", remedy: "" };
}

async function model(folder: Folder): Promise<Check> {
  const configured = await loadConfig(folder.home, folder.root).catch(() => undefined);
  const models = await modelsOf(folder.home, configured?.config);
  const usable = models.filter(
    ({ present, role, source }) => present && role === "worker" && !source.endsWith(unagreed),
  );
  const here = usable.map(({ name }) => name);
  if (here.length > 0) return { name: "model", ok: true, detail: here.join(", "), remedy: "" };
  return { name: "model", ok: false, detail: "none: answers are by rules alone", remedy: "`ergo models pull`" };
}

/** What llama.cpp computes with here. */
async function runtime({ home }: Folder): Promise<Check> {
  const { gpu, why, download } = chooseBuild(seeGpu());
  const dir = await findRuntime("llama", home);
  const cores = `${availableParallelism()} cores`;
  const on = gpu === "none" ? `the processor (${cores})` : `${gpu}, else the processor (${cores})`;
  const size = download > 0 ? `, ${Math.ceil(download / 1e6)} MB more than for the processor` : "";
  const state = dir === undefined ? `comes with the first model${size}` : "installed";
  const detail = `${state}; computes on ${on}: ${why}`;
  const missed = gpu !== "none" && gpu !== "metal" && dir !== undefined && !dir.endsWith(gpu);
  const remedy = missed ? "a day after it failed the build for the card is fetched again with the next question" : "";
  return {
    name: "llama.cpp",
    ok: !missed,
    detail: missed ? `${detail}; only the processor's build is here` : detail,
    remedy,
  };
}

async function pace(folder: Folder, watching: Watching): Promise<Check> {
  const { measureSpeed } = await import("./speed.ts");
  const measured = await measureSpeed(folder, watching);
  if (!measured.ok) return { name: "speed", ok: false, detail: measured.error.message, remedy: measured.error.remedy };
  const { model, ready, reads, writes } = measured.value;
  const shown = (rate: number) => (rate < 10 ? rate.toFixed(1) : Math.round(rate).toString());
  const detail = `${model}: ready in ${ready.toFixed(1)} s, reads ${shown(reads)} and writes ${shown(writes)} tokens a second now`;
  return { name: "speed", ok: true, detail, remedy: "" };
}

function cache(folder: Folder): Check {
  const { kept, hits, asked } = cacheUse(folder);
  const detail = `answers kept: ${kept}; given again: ${hits} of ${asked}`;
  return { name: "cache", ok: true, detail, remedy: "" };
}

/** What the graph of the folder holds. An index of another version is made anew when it is opened. */
async function graph(folder: Folder): Promise<Check> {
  const none = { name: "graph", ok: true, detail: "no index yet: the first question makes it", remedy: "" };
  if (!existsSync(join(folder.state, indexName))) return none;
  const { entities, mentions, edges, passages } = await mapCounts(folder);
  if (passages === 0) return none;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0);
  const held = `${sum(entities)} entities, ${mentions} mentions, ${sum(edges)} relations in ${passages} passages`;
  if (sum(entities) > 0) return { ...none, detail: held };
  const remedy = "`ergo ingest --rebuild`; where files name nothing, there is none";
  return { ...none, ok: false, detail: `empty: ${held}`, remedy };
}

async function encoders(folder: Folder): Promise<Check> {
  const models = (await modelsOf(folder.home)).filter(({ role }) => role === "embedder" || role === "reranker");
  const missing = models.filter(({ present }) => !present);
  const detail = models.map(({ name, present }) => (present ? name : `${name} is not here`)).join(", ");
  const remedy = missing[0] ? `\`ergo models pull ${missing[0].name}\`` : "";
  return { name: "encoders", ok: missing.length === 0, detail, remedy };
}
