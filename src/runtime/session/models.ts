import type { Problem } from "../../core/error.ts";
import { ErgoError, problem } from "../../core/error.ts";
import type { Event } from "../../core/journal.ts";
import type { Model, TextRole } from "../../core/model.ts";
import type { Ability, Tier } from "../../model/ability/ability.ts";
import { chooseModel } from "../../model/ability/choose.ts";
import { findFiles } from "../../model/install/found.ts";
import { fingerprint, readGguf } from "../../model/install/gguf.ts";
import { findWeights, type Listed, listModels, readManifest } from "../../model/install/manifest.ts";
import { isFileName, ownFile } from "../../model/install/named.ts";
import type { Step } from "../../model/install/progress.ts";
import { pull, removeModel } from "../../model/install/pull.ts";
import { referred } from "../../model/install/reference.ts";
import { installRuntime } from "../../model/install/runtime.ts";
import { detect } from "../../model/provider/detect.ts";
import { fits } from "../../model/provider/memory.ts";
import { servedBy, usualServers } from "../../model/provider/servers.ts";
import { type Config, nameFor, textRoles } from "../settings/settings.ts";
import { standingFor } from "./able.ts";
import { isFirstOffer, offerOf, readersFor } from "./reader.ts";

type Watch = (event: Event) => void;
export type Watching = { watch?: Watch; signal?: AbortSignal };

/**
 * The model that serves a role, or why there is none and how to get one. `note` says, once it was used, what it could not
 * make use of.
 */
export type Worker = { model: Model; note?: () => Problem | undefined } | { model: null; problem: Problem };

/**
 * The model that a role has by the configuration. Missing weights that are named there are fetched once, where it lets them
 * be; what stops that is the reason for going on without a model. Where none is named, none is fetched: what could be is offered,
 * once. One that was found, not named, is said.
 */
export async function openModel(role: TextRole, config: Config, home: string, watching: Watching): Promise<Worker> {
  const { watch, signal } = watching;
  const progress = telling(watch);
  const { servers: agreed, pull: pulling } = config.models;
  const servers = usualServers().filter(({ name }) => agreed.includes(name));
  let note: Problem | undefined;
  const noted = (said: Problem) => {
    note = said;
  };
  const name = nameFor(role, config);
  try {
    const { here, offers } = name === "auto" ? await readersFor(home) : { here: undefined, offers: [] };
    const mine = { own: here?.name, offer: offerOf(offers) };
    const options = { home, name, ...mine, local: config.local_only, servers, noted, progress, signal };
    const choice = await chooseModel(options);
    if (choice.model !== null && choice.found) watch?.({ type: "notice", text: `using ${choice.why}` });
    if (choice.model !== null) return { ...choice, note: () => note };
    const isOffered = mine.offer !== "" && pulling !== "never" && watch !== undefined;
    if (isOffered && isFirstOffer(home)) watch({ type: "notice", text: mine.offer });
    if (choice.missing === undefined || pulling === "never") return choice;
    await pull(choice.missing, { home, progress, signal });
    await installRuntime("llama", { home, progress, noted, signal });
    const fetched = await chooseModel({ ...options, name: choice.missing });
    return fetched.model === null ? fetched : { ...fetched, note: () => note };
  } catch (thrown) {
    return { model: null, problem: problem(thrown) };
  }
}

/** The path of a file of the user's own with its fingerprint; without one where it can't be used, which its opening says. */
export async function pinFile(name: string): Promise<string> {
  const { file, pin } = ownFile(name);
  const print = pin ?? (await fingerprint(file).catch(() => undefined));
  return print === undefined ? file : `${file}#${print}`;
}

/** The model of that name, if it is here: nothing is fetched for one that nobody asked for. */
export async function openPresent(name: string, config: Config, home: string, watching: Watching): Promise<Worker> {
  const models = { ...config.models, worker: name, pull: "never" } as const;
  return await openModel("worker", { ...config, models }, home, watching);
}

/** How the source ends of a model that is here and not used before the user names it. */
export const unagreed = ", used only when named";

/** A model as it is listed, with whether this machine's memory suits it, and what it was measured to be able to. */
export type Offered = Listed & { fits: boolean; tier: Tier | undefined; abilities: Ability[] };

/**
 * Every model that Ergo knows, with whether it is here; and, with a configuration that uses models, those of the servers
 * that are found on this machine, the files that other programs keep here, and those that the configuration names. Models
 * that are computed elsewhere are left out where the configuration refuses them.
 */
export async function modelsOf(home: string, config?: Config): Promise<Offered[]> {
  const own = (await listModels({ home })).map((each) => ({ ...each, fits: fits(each.size) }));
  const found = !config || config.models.worker === "none" ? [] : await detect(usualServers());
  const served = found.flatMap(({ server, models }) =>
    models
      .filter(({ remote }) => !(remote && config?.local_only))
      .map(({ name, bytes = 0, writes, remote }) => {
        const agreed = config?.models.servers.includes(server.name) ? "" : unagreed;
        return {
          name,
          role: writes ? "worker" : "embedder",
          size: bytes,
          present: true,
          source: `${server.title}${remote ? ", computed elsewhere" : ""}${agreed}`,
          licence: "",
          fits: fits(bytes),
        } as const;
      }),
  );
  const files = config && config.models.worker !== "none" ? await filesFor(config) : [];
  return Promise.all([...own, ...served, ...files].map(withStanding(home)));
}

/** Files of models that are found, by their paths: used only once the user names them; and those that are named. */
async function filesFor(config: Config) {
  const found = await findFiles();
  const named = textRoles.map((role) => config.models[role]).filter(isFileName);
  const others = new Set(
    named.map((name) => ownFile(name).file).filter((file) => !found.some((each) => each.file === file)),
  );
  const mine = await Promise.all(
    [...others].map(async (file) => {
      const head = await readGguf(file).catch(() => undefined);
      return head ? [{ file, bytes: head.bytes, where: "your own file" }] : [];
    }),
  );
  const isNamed = (file: string) => named.some((name) => ownFile(name).file === file);
  return [...found, ...mine.flat()].map(({ file, bytes, where }) => ({
    name: file,
    role: "worker" as const,
    size: bytes,
    present: true,
    source: isNamed(file) ? where : where + unagreed,
    licence: "",
    fits: fits(bytes),
  }));
}

/** With what the model was measured to be able to; nothing for one that was not. */
function withStanding(home: string) {
  return async (each: Listed & { fits: boolean }): Promise<Offered> => {
    const name = isFileName(each.name) ? await pinFile(each.name) : each.name;
    const { tier, abilities } = (await standingFor(name, home)) ?? { tier: undefined, abilities: [] };
    return { ...each, tier, abilities };
  };
}

/**
 * Fetches a model and the runtime that it needs; by default the best that is known to answer from excerpts and suits this machine.
 * Throws USAGE where there is none, MODEL_UNKNOWN, MODEL_KEPT and what stops a pull.
 */
export async function fetchModel(home: string, wanted?: string, { watch, signal }: Watching = {}) {
  const name = wanted ?? (await readersFor(home)).offers[0]?.name;
  if (name === undefined)
    throw new ErgoError("USAGE", { detail: "ergo models pull NAME: none is better than those here" });
  const model = referred(name, readManifest(home));
  if (!model) requireOwn(name, "fetch");
  const progress = telling(watch);
  await pull(name, { home, progress, signal });
  const { runtime } = model ?? findWeights(name, readManifest());
  await installRuntime(runtime, { home, progress, signal });
}

/** Removes a model's weights. Throws MODEL_UNKNOWN and MODEL_KEPT. */
export async function dropModel(name: string, home: string): Promise<void> {
  if (!referred(name, readManifest(home))) requireOwn(name, "remove");
  await removeModel(name, { home });
}

function requireOwn(model: string, verb: "fetch" | "remove"): void {
  if (isFileName(model)) {
    const remedy = "it is your own file: use it with `--model worker=PATH`, and remove it as any other";
    throw new ErgoError("MODEL_KEPT", { model, verb, remedy });
  }
  const served = servedBy(model);
  if (!served) return;
  const line = `ollama ${verb === "fetch" ? "pull" : "rm"} ${served.model}`;
  const remedy = served.protocol === "ollama" ? `\`${line}\` does that` : "do that where its server is";
  throw new ErgoError("MODEL_KEPT", { model, verb, remedy });
}

function telling(watch: Watch | undefined) {
  return ({ notice, ...step }: Step) =>
    watch?.(notice ? { type: "notice", text: step.text } : { type: "progress", path: "model", ...step });
}
