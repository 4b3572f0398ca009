import { ErgoError, type Problem, problem, reason } from "../core/error.ts";
import type { Model, Result } from "../core/model.ts";
import { openEmbedded } from "./embedded.ts";
import { checkParts, findWeights, isPresent, readManifest, type Weights, weightsFile } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import { installRuntime } from "./runtime.ts";

export type Choose = {
  /** Ergo's home folder. */
  home: string;
  /** The configured model of each role; "none" for no model. */
  config: { worker: string };
  progress?: Progress;
  manifest?: Weights[];
};

/** The model that serves a role and why, or why there is none and how to get one. */
export type Choice = { model: Model; why: string } | { model: null; problem: Problem };

/**
 * Which model phrases answers. It is opened, and its runtime installed, by the first request, so that choosing costs
 * nothing and a replay needs no model. Its weights are checked then too, for damaged ones answer nonsense. Throws
 * MODEL_UNKNOWN for a name that is not in the manifest.
 */
export async function chooseModel(options: Choose): Promise<Choice> {
  const { home, config, manifest = readManifest() } = options;
  if (config.worker === "none") {
    return none("models.worker is none", "set models.worker to a model of `ergo models`");
  }
  const weights = findWeights(config.worker, manifest);
  if (!(await isPresent(weights, home))) {
    const megabytes = Math.ceil(weights.source.bytes / 1e6);
    return none(`${weights.name} is not here`, `\`ergo models pull ${weights.name}\` fetches it (${megabytes} MB)`);
  }
  const model = deferred(weights.name, weights.window, (signal) => open(weights, options, signal));
  return { model, why: `${weights.name}: embedded, on this machine` };
}

/**
 * A model that is opened by its first request, whose signal ends the opening too. That it could not be opened is
 * remembered, unless it was for that signal.
 */
export function deferred(
  name: string,
  window: number,
  openModel: (signal?: AbortSignal) => Promise<Result<Model>>,
): Model {
  let opening: Promise<Result<Model>> | undefined;
  return {
    name,
    window,
    async generate(request, signal) {
      if (signal?.aborted) return aborted;
      opening ??= openModel(signal);
      const opened = await opening;
      if (opened.ok) return opened.value.generate(request, signal);
      if (!signal?.aborted) return opened;
      opening = undefined;
      return aborted;
    },
    async close() {
      const opened = await opening;
      opening = undefined;
      if (opened?.ok) await opened.value.close?.();
    },
  };
}

const aborted = { ok: true, value: { text: "", finish: "abort", tokensIn: 0, tokensOut: 0 } } as const;

async function open(weights: Weights, { home, progress }: Choose, signal?: AbortSignal): Promise<Result<Model>> {
  const file = weightsFile(weights, home);
  try {
    await checkParts(weights, home);
    const runtime = await installRuntime("llama", { home, progress, signal });
    progress?.({ text: `loading ${weights.name}` });
    const { name, window } = weights;
    return await openEmbedded({ file, runtime, name, window, signal });
  } catch (error) {
    const known = error instanceof ErgoError ? error : failure(weights.name, error);
    return { ok: false, error: problem(known) };
  }
}

function failure(model: string, error: unknown): ErgoError {
  return new ErgoError("MODEL_FAILED", { model, detail: reason(error) });
}

function none(detail: string, remedy: string): Choice {
  return { model: null, problem: problem(new ErgoError("MODEL_NONE", { detail, remedy })) };
}
