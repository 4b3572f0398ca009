import { readFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { makeFolder } from "../../system/folder.ts";
import { writeError } from "../install/disk.ts";
import { abilities, type Measured, readTrial, type Standing, standingOf, trialKey } from "./ability.ts";

/** What a model's results hang on: its weights, or a server's address with the model's id; and what computes it. */
export type Identity = { weights: string; runtime: string };

type Kept = Identity & { name: string; measured: Measured[] };

/**
 * What is known of a model: its own results on this machine, else those that Ergo ships. Results of other prompts or
 * items don't count. Undefined where nothing is left.
 */
export async function knownStanding(identity: Identity, home: string): Promise<Standing | undefined> {
  const kept = (await readKept(identity, home)) ?? shipped().find((each) => isSame(each, identity));
  if (!kept) return undefined;
  const trials = new Map(abilities.map((ability) => [ability, readTrial(ability)]));
  const counting = kept.measured.filter(({ ability, trial: key, language = "en", wording = "en" }) => {
    const trial = trials.get(ability);
    return trial !== undefined && trialKey(trial, { language, wording }) === key;
  });
  return counting.length > 0 ? standingOf(counting) : undefined;
}

/** Keeps a model's results under `$ERGO_HOME/probed`. Throws HOME_WRITE or DISK_FULL. */
export async function keepMeasured(name: string, identity: Identity, measured: Measured[], home: string) {
  const file = fileOf(identity, home);
  const kept: Kept = { name, ...identity, measured };
  try {
    makeFolder(join(home, "probed"), 0o777);
    await writeFile(`${file}.${process.pid}`, `${JSON.stringify(kept, null, 2)}\n`);
    await rename(`${file}.${process.pid}`, file);
  } catch (error) {
    throw writeError(error, file);
  }
}

/** A file that is not there, or not readable, is as good as none: the model can be measured again. */
async function readKept(identity: Identity, home: string): Promise<Kept | undefined> {
  try {
    const kept = JSON.parse(await readFile(fileOf(identity, home), "utf8")) as Kept;
    return Array.isArray(kept.measured) && isSame(kept, identity) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function fileOf({ weights, runtime }: Identity, home: string): string {
  return join(home, "probed", `${sha256(JSON.stringify([weights, runtime]))}.json`);
}

function shipped(): Kept[] {
  const file = new URL("../../../data/models/probed.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { models: Kept[] }).models;
}

function isSame(kept: Kept, { weights, runtime }: Identity): boolean {
  return kept.weights === weights && kept.runtime === runtime;
}
