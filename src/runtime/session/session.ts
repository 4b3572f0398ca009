import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Judge, Sandbox } from "../../core/command.ts";
import { ErgoError, type Problem } from "../../core/error.ts";
import type { Externals } from "../../core/external.ts";
import { requireGlob } from "../../core/glob.ts";
import type { Encoder, Model, Reranker, TextRole } from "../../core/model.ts";
import { once } from "../../core/once.ts";
import type { EngineName } from "../../core/route.ts";
import { findPreset } from "../../engines/preset.ts";
import { engineNames, requireEngine } from "../../engines/registry.ts";
import { readOnly } from "../../knowledge/search/only.ts";
import { isFileName } from "../../model/install/named.ts";
import { type Prompts, requireWords } from "../../model/prompt/words.ts";
import type { Own } from "../../routing/choose.ts";
import type { Calibrated } from "../../routing/shift.ts";
import { removeStale } from "../../sandbox/stand.ts";
import { redactJson, redactText } from "../../secrets/redact.ts";
import { createObserver, type Observer } from "../../tools/observe.ts";
import type { Sources } from "../../tools/sources.ts";
import { adoptedFor } from "../settings/adopted.ts";
import { calibratedFor } from "../settings/calibration.ts";
import { loadConfig } from "../settings/config.ts";
import { type Config, merge, nameFor, textRoles } from "../settings/settings.ts";
import type { Found } from "./encoders.ts";
import { openExternals } from "./external.ts";
import { type Folder, openFolder } from "./folder.ts";
import type { Watching, Worker } from "./models.ts";
import { permit, permitted } from "./permit.ts";
import { openQueues, type Queues, type Turn } from "./queue.ts";
import type { Retriever } from "./retriever.ts";
import { lent, oneEncoder, oneReranker } from "./shared.ts";
import { wanted } from "./wanted.ts";

export { engineNames };

export type SessionOptions = {
  dir?: string;
  /** Go on in the home folder or in `/` although no folder was named. */
  yes?: boolean;
  engine?: string;
  /** A preset of the engine `contract` (data/contract/presets.json). */
  preset?: string;
  profile?: string;
  /** `role=NAME` each; the path of a GGUF file is a name too. */
  models?: string[];
  only?: string;
  /** What prompts say otherwise than their files, by their names. */
  prompts?: Prompts;
  budgetMs?: number;
  budgetTokens?: number;
  /** False to answer anew, whatever is kept. */
  cache?: boolean;
  /** Whether a person is there to be asked; by default nobody is. */
  attended?: boolean;
  /** The id of the session that this one goes on with; by default a new one. */
  id?: string;
  /** A model in place of every configured one that writes, for tests and for programs that bring their own. */
  model?: Model;
  /** By default its own; those of other sessions where their runs go on beside its own. */
  queues?: Queues;
};

/** A folder opened for questions: what is configured, and what looks, finds and writes. Close it when done. */
export type Session = {
  id: string;
  folder: Folder;
  config: Config;
  engine: EngineName | undefined;
  preset: string | undefined;
  /** Engines that the user's own measurements found to pay with this model. */
  own: Own;
  /** How what they said of answers moves routing; null where nothing does. */
  calibrated: Calibrated | null;
  only: string | undefined;
  prompts: Prompts;
  /** The SHA-256 of the folder's own `ergo.yaml` where the user trusts it. */
  trust: string | null;
  /** Whether an earlier answer may be given again, that of a model of the configuration. */
  cache: boolean;
  degraded: Problem[];
  observer: Observer;
  judge: Judge;
  /** Whether a person is there to be asked. */
  attended: boolean;
  /** Tools of the user's own servers. */
  externals: Externals;
  /** The sandbox that commands run in, or why there is none. */
  sandbox(): Promise<Sandbox | ErgoError>;
  /** Opened by the first question that needs it. */
  retriever(): Promise<Retriever>;
  /** The model of a role: opened, and fetched if need be, by the first question that needs it. */
  model(role: TextRole, watching: Watching): Promise<Worker>;
  /** Another model by its name, which must be here already; null where the program brought its own. */
  open: ((name: string, watching: Watching) => Promise<Worker>) | null;
  queues: Queues;
  /** Its place among those who want a model of this machine; each run has one of its own. */
  turn: Turn;
  /** Why the embedder that the user named on a server finds no passages, once that is known. */
  lacks: Problem[];
  /** The encoder that is here, opened by the first who needs it; null with none. Nothing is fetched for it. */
  encoder(): Promise<Encoder | null>;
  /** The cross-encoder, fetched once by the first who needs it, where the configuration lets it be; or why there is none. */
  reranker(watching: Watching): Promise<Found<Reranker>>;
  close(): Promise<void>;
};

/** What few questions need is loaded by the first that does. */
const later = {
  models: () => import("./models.ts"),
  policy: () => import("./policy.ts"),
  properties: () => import("../../knowledge/ingest/formats/properties.ts"),
  retriever: () => import("./retriever.ts"),
  sandbox: () => import("../../sandbox/open.ts"),
  sources: () => import("./sources.ts"),
};

/** What reads source files, opened by the first look at one. */
function sourcesLater({ root, state }: Folder): Sources {
  const opened = once(async () => {
    const { keepModules, readSources } = await later.sources();
    return readSources(root, keepModules(join(state, "code")));
  });
  return {
    calls: async (...given) => (await opened.get()).calls(...given),
    links: async (...given) => (await opened.get()).links(...given),
    functions: async (...given) => (await opened.get()).functions(...given),
    constants: async (...given) => (await opened.get()).constants(...given),
    manifest: async (...given) => (await opened.get()).manifest(...given),
    history: async (...given) => (await opened.get()).history(...given),
    kernel: async (...given) => (await opened.get()).kernel(...given),
  };
}

/** Opens a folder. Throws FOLDER_MISSING, FOLDER_TOO_WIDE, CONFIG_INVALID, CONFIG_UNKNOWN_KEY, GLOB_INVALID and USAGE. */
export async function openSession(options: SessionOptions): Promise<Session> {
  if (options.only !== undefined) requireFiles(options.only);
  const folder = openFolder(options.dir, options.yes);
  removeStale(folder.home);
  const { config: configured, degraded, trust } = await loadConfig(folder.home, folder.root);
  const config = await pinned(merge(configured, wanted(options)));
  const observer = permitted(config.profile, looking(folder, config));
  const lacks: Problem[] = [];
  const queues = options.queues ?? openQueues();
  const place = { config, home: folder.home, lacks };
  const judge = once(async () => (await later.policy()).commandJudge(folder.root));
  const sandbox = once(
    async () => (await later.sandbox()).openSandbox(folder),
    (opened) => !(opened instanceof ErgoError),
  );
  const models = opening(options.model, config, folder.home);
  const encoder = oneEncoder(place);
  const reranker = oneReranker(place);
  const retriever = retrieving(folder, observer, options.only, lent(encoder.get, reranker.present));
  const externals = openExternals({ config, home: folder.home });
  return {
    id: options.id ?? randomUUID(),
    folder,
    config,
    engine: engineOf(options.engine),
    preset: options.preset === undefined ? undefined : findPreset(options.preset),
    own: ownEngines(folder.home, config),
    calibrated: calibratedFor(folder.home),
    only: options.only,
    prompts: wordsOf(options.prompts),
    trust,
    cache: config.cache && options.model === undefined,
    degraded: [...degraded, ...externals.problems],
    observer,
    judge: async (...given) => (await judge.get())(...given),
    attended: options.attended ?? false,
    externals,
    sandbox: sandbox.get,
    async retriever() {
      permit(config.profile, "read");
      return await retriever.get();
    },
    model: models.model,
    open: models.open,
    queues,
    turn: queues.model.join(),
    lacks,
    encoder: encoder.get,
    reranker: reranker.get,
    async close() {
      try {
        await (await retriever.end())?.close();
      } finally {
        for (const each of models.opened.values()) await (await each).model?.close?.();
        await (await encoder.end())?.close();
        await reranker.close();
        await externals.close();
        await options.model?.close?.();
      }
    },
  };
}

/** What finds passages, opened by the first who searches. */
function retrieving({ state }: Folder, observer: Observer, only: string | undefined, models: ReturnType<typeof lent>) {
  return once(async () => (await later.retriever()).folderRetriever(state, observer, only, models));
}

/** What looks at the files of a folder, within the limits of the configuration. */
function looking(folder: Folder, { limits }: Config): Observer {
  return createObserver({
    root: folder.root,
    limits: { bytes: limits.file_bytes, entries: limits.listing },
    properties: async (...given) => (await later.properties()).readProperties(...given),
    shown: redactText,
    sources: sourcesLater(folder),
  });
}

/** What prompts say otherwise, secrets replaced. Throws USAGE. */
export function wordsOf(prompts: Prompts = {}): Prompts {
  return redactJson(requireWords(prompts));
}

/** Refuses what is no glob; fields narrow a search alone. */
function requireFiles(only: string): void {
  if (readOnly(only).fields.length > 0)
    throw new ErgoError("USAGE", {
      detail: `--only ${only}: fields narrow \`ergo search\`; elsewhere it takes a glob`,
    });
  requireGlob(only);
}

/** The same session over the files that match a glob; what the two share is closed with the first. */
export function narrowed(session: Session, only: string): Session {
  const { folder, observer, encoder, reranker } = session;
  const models = lent(encoder, () => reranker({}));
  const retriever = retrieving(folder, observer, only, models);
  return {
    ...session,
    only,
    async retriever() {
      permit(session.config.profile, "read");
      return await retriever.get();
    },
    async close() {
      await (await retriever.end())?.close();
    },
  };
}

/** Models are opened once each, by their names; one that a program brought stands for all. */
function opening(brought: Model | undefined, config: Config, home: string) {
  const opened = new Map<string, Promise<Worker>>();
  const once = async (name: string, { signal }: Watching, open: () => Promise<Worker>): Promise<Worker> => {
    const known = opened.get(name);
    const opening = known ?? open();
    opened.set(name, opening);
    const worker = await opening;
    if (worker.model !== null || worker.problem.code !== "CANCELLED") return worker;
    // Who opened it was called off; that is no reason for others.
    if (opened.get(name) === opening) opened.delete(name);
    return known === undefined || signal?.aborted ? worker : await once(name, { signal }, open);
  };
  const model: Session["model"] = async (role, watching) => {
    if (brought) return { model: brought };
    return await once(nameFor(role, config), watching, async () =>
      (await later.models()).openModel(role, config, home, watching),
    );
  };
  const present: Session["open"] = async (name, watching) => {
    const worker = await once(name, watching, async () =>
      (await later.models()).openPresent(name, config, home, watching),
    );
    // One that is not here may still be fetched for its own role.
    if (worker.model === null) opened.delete(name);
    return worker;
  };
  return { opened, model, open: brought ? null : present };
}

/** With the fingerprints of the files that are named as models: a run goes on, and is given again, with the same ones. */
async function pinned(config: Config): Promise<Config> {
  const named = textRoles.filter((role) => isFileName(config.models[role]));
  if (named.length === 0) return config;
  const { pinFile } = await later.models();
  const pins = await Promise.all(named.map(async (role) => [role, await pinFile(config.models[role])] as const));
  return merge(config, { models: Object.fromEntries(pins) });
}

/** Engines that were adopted for the worker and that there still are. */
function ownEngines(home: string, { models }: Config): Own {
  const adopted = Object.entries(adoptedFor(home, models.worker));
  return Object.fromEntries(adopted.filter(([, name]) => engineNames().includes(name)));
}

/** The engine of that name. Throws USAGE. */
export function engineOf(text: string | undefined): Session["engine"] {
  return text === undefined ? undefined : requireEngine(text);
}
