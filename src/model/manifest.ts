import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ErgoError } from "../core/error.ts";
import type { Role } from "../core/model.ts";

/** Weights that Ergo can fetch, as data/models/manifest.json lists them. `bytes` and `sha256` are of the weights. */
export type Weights = {
  name: string;
  role: Role;
  file: string;
  bytes: number;
  sha256: string;
  licence: string;
  runtime: "llama";
  window: number;
  tier: "T1" | "T2" | "T3";
  abilities: Ability[];
  source: Wheel;
};

type Ability = "extract" | "choose" | "judge" | "json" | "write" | "plan";

/** A Python wheel that carries weights: `path` is the entry inside it, `bytes` the size of the wheel. */
type Wheel = { kind: "pip"; package: string; version: string; path: string; bytes: number };

/** A model as `ergo models` shows it. `present` means that a whole file stands in its place. */
export type Listed = Pick<Weights, "name" | "role" | "licence" | "tier" | "abilities"> & {
  size: number;
  present: boolean;
  source: string;
};

/** The models that Ergo ships the addresses of. */
export function readManifest(): Weights[] {
  const file = new URL("../../data/models/manifest.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { models: Weights[] }).models;
}

/** The model called `name`; throws MODEL_UNKNOWN with the names there are. */
export function findWeights(name: string, manifest: Weights[]): Weights {
  const found = manifest.find((model) => model.name === name);
  if (found) return found;
  throw new ErgoError("MODEL_UNKNOWN", { model: name, available: manifest.map((model) => model.name).join(", ") });
}

/** Where a model's weights lie under Ergo's home. */
export function weightsFile(model: Weights, home: string): string {
  return join(home, "models", model.file);
}

/** Whether weights of the right size stand in their place; their checksum is compared when they are opened. */
export async function isPresent(model: Weights, home: string): Promise<boolean> {
  const found = await stat(weightsFile(model, home)).catch(() => undefined);
  return found?.isFile() === true && found.size === model.bytes;
}

/** The error for weights that are not those of the manifest. */
export function checksumError({ name, file, sha256 }: Weights, actual: string): ErgoError {
  return new ErgoError("PULL_CHECKSUM", { model: name, file, actual, expected: sha256 });
}

/** Every model of the manifest, with whether it is here. */
export function listModels({ home, manifest = readManifest() }: { home: string; manifest?: Weights[] }) {
  return Promise.all(
    manifest.map(
      async (model): Promise<Listed> => ({
        name: model.name,
        role: model.role,
        size: model.bytes,
        present: await isPresent(model, home),
        source: `pip ${model.source.package}==${model.source.version}`,
        licence: model.licence,
        tier: model.tier,
        abilities: model.abilities,
      }),
    ),
  );
}
