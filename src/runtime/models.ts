import type { Problem } from "../core/error.ts";
import { problem } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import type { Model } from "../core/model.ts";
import { chooseModel } from "../model/choose.ts";
import { findWeights, type Listed, listModels, readManifest } from "../model/manifest.ts";
import { pull, removeModel } from "../model/pull.ts";
import { installRuntime } from "../model/runtime.ts";
import { type Config, defaults } from "./settings.ts";

type Watch = (event: Event) => void;
export type Watching = { watch?: Watch; signal?: AbortSignal };

/** The model that phrases answers, or why there is none and how to get one. */
export type Worker = { model: Model } | { model: null; problem: Problem };

/**
 * The worker of the configuration. Missing weights are fetched once, where the configuration lets them be; what stops
 * that is the reason for going on without a model.
 */
export async function openWorker(config: Config, home: string, { watch, signal }: Watching): Promise<Worker> {
  const progress = telling(watch);
  const options = { home, config: { worker: config.models.worker }, progress };

  const choice = await chooseModel(options);
  if (choice.model !== null || config.models.pull === "never" || config.models.worker === "none") return choice;
  try {
    await pull(config.models.worker, { home, progress, signal });
    await installRuntime("llama", { home, progress, signal });
  } catch (thrown) {
    return { model: null, problem: problem(thrown) };
  }
  return await chooseModel(options);
}

/** Every model that Ergo knows, with whether it is here. */
export function modelsOf(home: string): Promise<Listed[]> {
  return listModels({ home });
}

/** Fetches a model and the runtime that it needs. Throws MODEL_UNKNOWN and what stops a pull. */
export async function fetchModel(home: string, name = defaults.models.worker, { watch, signal }: Watching = {}) {
  const progress = telling(watch);
  await pull(name, { home, progress, signal });
  await installRuntime(findWeights(name, readManifest()).runtime, { home, progress, signal });
}

/** Removes a model's weights. Throws MODEL_UNKNOWN. */
export async function dropModel(name: string, home: string): Promise<void> {
  await removeModel(name, { home });
}

function telling(watch: Watch | undefined) {
  return (step: { text: string; done?: number; total?: number }) =>
    watch?.({ type: "progress", path: "model", ...step });
}
