import { ErgoError, type Problem, problem, reason } from "../../core/error.ts";
import type { Model, Result } from "../../core/model.ts";
import { formsBySize, openEmbedded } from "../embedded/embedded.ts";
import { fingerprint, readGguf, requireWriter, windowIn } from "../install/gguf.ts";
import {
  checkParts,
  downloadOf,
  findWeights,
  isPresent,
  readManifest,
  type Weights,
  weightsFile,
} from "../install/manifest.ts";
import { isFileName, nameOfFile, ownFile } from "../install/named.ts";
import type { Progress } from "../install/progress.ts";
import { referred } from "../install/reference.ts";
import { installRuntime } from "../install/runtime.ts";
import { best, detect, type Seen } from "../provider/detect.ts";
import { memoryOf } from "../provider/memory.ts";
import { openServed, type Server, servedBy, usualServers } from "../provider/servers.ts";

export type Choose = {
  /** Ergo's home folder. */
  home: string;
  /** "none", "auto", a name of the manifest, a model of a server, or the path of a GGUF file. */
  name: string;
  /** Refuse every model that does not run on this machine. */
  local: boolean;
  /** Servers whose models may be taken by "auto"; by default none. */
  servers?: Server[];
  /** The weights of the manifest that "auto" takes where no server has a model; by default none. */
  own?: string | undefined;
  /** How to get some, where there are none; by default a word on where they are listed. */
  offer?: string | undefined;
  /** Told what a model that runs here can't make use of. */
  noted?: ((note: Problem) => void) | undefined;
  progress?: Progress | undefined;
  signal?: AbortSignal | undefined;
  manifest?: Weights[];
};

/**
 * A model and why it is used, or why there is none and how to get one. `found` says that it was come upon, not named by
 * the user; `missing` names weights that could be fetched.
 */
export type Choice =
  | { model: Model; why: string; found: boolean }
  | { model: null; problem: Problem; missing?: string };

/**
 * The model of that name. "auto" is the one of a server that was found, else those weights that are `own`. A model of the
 * manifest is opened, and its runtime installed, by its first request, and its weights are checked then too, for
 * damaged ones answer nonsense. A file of the user's own is looked at now, and loaded by its first request. Throws
 * MODEL_UNKNOWN, and MODEL_FILE_MISSING and the other errors of a file that can't be used.
 */
export async function chooseModel(options: Choose): Promise<Choice> {
  const { name } = options;
  if (name === "none") return none("models.worker is none", "set models.worker to a model of `ergo models`");
  if (name === "auto") return await taken(options);
  if (isFileName(name)) return await fromFile(name, options);
  const served = servedBy(name, options.servers?.length ? options.servers : usualServers());
  if (!served) return await listed(options);
  const opened = await openServed(served, options);
  if (!opened.ok) return { model: null, problem: opened.error };
  return { model: opened.value, why: `${name}: as configured`, found: false };
}

/** A model of the manifest, or one of the hub that was fetched before, by its name there. */
async function listed(options: Choose): Promise<Choice> {
  const { name, home, manifest = readManifest(home) } = options;
  const weights = referred(name, manifest) ?? findWeights(name, manifest);
  if (manifest.includes(weights)) return await embedded(weights, options);
  return none(`${name} is not here`, `\`ergo models pull ${name}\` fetches it`);
}

/** A model of a server that was found, else one's own weights; where there are none, what the servers lack is said. */
async function taken(options: Choose): Promise<Choice> {
  const { servers = [], signal, home, own, offer, manifest = readManifest(home) } = options;
  const found = await detect(servers, { signal });
  const tried = new Set<string>();
  for (let choice = best(found, { tried }); choice; choice = best(found, { tried })) {
    const { name } = choice.seen;
    const opened = await openServed(servedBy(name, servers)!, options);
    if (opened.ok) return { model: opened.value, why: `${name}: ${choice.why}`, found: true };
    tried.add(name);
  }
  if (own !== undefined) return await embedded(findWeights(own, manifest), options);
  const lacking = found.map(({ server, models }) => `; ${server.title} runs here, but ${lackOf(models)}`).join("");
  const remedy = offer || "`ergo models` lists those that could be fetched";
  return none(`none is here that reads texts${lacking}`, found.length === 0 ? remedy : `${remedy}; or load one there`);
}

/** Why none of a server's models was taken. */
function lackOf(models: Seen[]): string {
  if (models.length === 0) return "has no model";
  if (!models.some(({ writes }) => writes)) return "has no model that writes";
  if (models.every(({ writes, remote }) => remote || !writes)) return "has its models computed elsewhere";
  return "has none that suits this machine and can be opened";
}

async function embedded(weights: Weights, options: Choose): Promise<Choice> {
  if (!(await isPresent(weights, options.home))) {
    const megabytes = Math.ceil(downloadOf(weights) / 1e6);
    const remedy = `\`ergo models pull ${weights.name}\` fetches it (${megabytes} MB)`;
    return { ...none(`${weights.name} is not here`, remedy), missing: weights.name };
  }
  const { name } = weights;
  const file = weightsFile(weights, options.home);
  // What can't be read is found out, and removed, where its checksum is compared.
  const head = await readGguf(file).catch(() => undefined);
  const window = head ? windowIn(head, memoryOf()) : weights.window;
  const forms = formsBySize(weights.bytes);
  const check = () => checkParts(weights, options.home);
  const model = deferred({ name, window, forms }, (signal) => open({ name, file, window, check }, options, signal));
  return { model, why: `${name}: embedded, on this machine`, found: false };
}

/** A file of the user's own. One that was pinned must be the same still. */
async function fromFile(given: string, options: Choose): Promise<Choice> {
  const { file, pin } = ownFile(given);
  const head = requireWriter(file, await readGguf(file));
  const print = await fingerprint(file);
  if (pin !== undefined && pin !== print)
    throw new ErgoError("MODEL_FILE_CHANGED", { file, actual: print, expected: pin });
  const name = nameOfFile(file, print);
  const window = windowIn(head, memoryOf());
  const forms = formsBySize(head.bytes);
  const check = () => Promise.resolve();
  const model = deferred({ name, window, forms }, (signal) => open({ name, file, window, check }, options, signal));
  return { model, why: `${name}: your own file, on this machine`, found: false };
}

/**
 * A model that is opened by its first request, whose signal ends the opening too. That it could not be opened is
 * remembered, unless it was for that signal. What it will be able to is said before.
 */
export function deferred(
  { name, window, forms }: Pick<Model, "name" | "window" | "forms">,
  openModel: (signal?: AbortSignal) => Promise<Result<Model>>,
): Model {
  let opening: Promise<Result<Model>> | undefined;
  let pace: Model["pace"];
  const use = async <T>(
    work: (model: Model) => Promise<Result<T>> | undefined,
    aborted: Result<T>,
    signal?: AbortSignal,
  ): Promise<Result<T>> => {
    if (signal?.aborted) return aborted;
    opening ??= openModel(signal);
    const opened = await opening;
    if (opened.ok) {
      pace = opened.value.pace;
      return (await work(opened.value)) ?? lacking(name);
    }
    if (!signal?.aborted) return opened;
    opening = undefined;
    return aborted;
  };
  return {
    name,
    window,
    ...(forms ? { forms } : {}),
    schemas: true,
    pace: () => pace?.(),
    open: (signal) => use(async () => ({ ok: true, value: null }), cancelled, signal),
    generate: (request, signal, told) => use((model) => model.generate(request, signal, told), nothing, signal),
    sample: (request, k, signal) => use((model) => model.sample?.(request, k, signal), cancelled, signal),
    score: (prompt, texts, signal) => use((model) => model.score?.(prompt, texts, signal), cancelled, signal),
    async close() {
      const opened = await opening;
      opening = undefined;
      if (opened?.ok) await opened.value.close?.();
    },
  };
}

const nothing = { ok: true, value: { text: "", finish: "abort", tokensIn: 0, tokensOut: 0 } } as const;
const cancelled: Result<never> = { ok: false, error: problem(new ErgoError("CANCELLED")) };

function lacking(name: string): Result<never> {
  return { ok: false, error: problem(failure(name, new Error("it can't do that"))) };
}

/** A file to be loaded: `check` throws where it is not what it should be. */
type Loading = { name: string; file: string; window: number; check(): Promise<void> };

async function open(
  { name, file, window, check }: Loading,
  { home, progress, noted }: Choose,
  signal?: AbortSignal,
): Promise<Result<Model>> {
  try {
    await check();
    const runtime = await installRuntime("llama", { home, noted, progress, signal });
    progress?.({ text: `loading ${name}` });
    return await openEmbedded({ file, runtime, name, window, noted, signal });
  } catch (error) {
    const known = error instanceof ErgoError ? error : failure(name, error);
    return { ok: false, error: problem(known) };
  }
}

function failure(model: string, error: unknown): ErgoError {
  return new ErgoError("MODEL_FAILED", { model, detail: reason(error) });
}

function none(detail: string, remedy: string) {
  return { model: null, problem: problem(new ErgoError("MODEL_NONE", { detail, remedy })) } as const;
}
