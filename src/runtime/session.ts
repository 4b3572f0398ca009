import { randomUUID } from "node:crypto";
import type { Budget } from "../core/budget.ts";
import { ErgoError, type Problem } from "../core/error.ts";
import type { Event } from "../core/journal.ts";
import type { Model } from "../core/model.ts";
import { redactText } from "../secrets/redact.ts";
import { createObserver, type Observer } from "../tools/observe.ts";
import { loadConfig } from "./config.ts";
import { type Folder, openFolder } from "./folder.ts";
import { openWorker, type Worker } from "./models.ts";
import { folderRetriever, type Retriever } from "./retriever.ts";
import { type Config, merge, type Partly, type Profile, profiles } from "./settings.ts";

export type SessionOptions = {
  dir?: string;
  /** Go on in the home folder or in `/` although no folder was named. */
  yes?: boolean;
  engine?: string;
  profile?: string;
  /** `role=NAME` each. */
  models?: string[];
  only?: string;
  budgetMs?: number;
  budgetTokens?: number;
  /** A model in place of the configured one, for tests and for programs that bring their own. */
  model?: Model;
};

/** A folder opened for questions: what is configured, and what looks, finds and writes. Close it when done. */
export type Session = {
  id: string;
  folder: Folder;
  config: Config;
  engine: "direct" | "loop" | undefined;
  only: string | undefined;
  degraded: Problem[];
  observer: Observer;
  /** Opened by the first question that needs it. */
  retriever(): Retriever;
  /** Opened, and fetched if need be, by the first question that needs it. */
  worker(watching: { watch?: (event: Event) => void; signal?: AbortSignal }): Promise<Worker>;
  close(): Promise<void>;
};

/** Opens a folder. Throws FOLDER_MISSING, FOLDER_TOO_WIDE, CONFIG_INVALID, CONFIG_UNKNOWN_KEY and USAGE. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const folder = openFolder(options.dir, options.yes);
  const { config: configured, degraded } = await loadConfig(folder.home, folder.root);
  const config = merge(configured, wanted(options));
  const observer = createObserver({
    root: folder.root,
    limits: { bytes: config.limits.file_bytes, entries: config.limits.listing },
    shown: redactText,
  });
  let retriever: Retriever | undefined;
  let worker: Promise<Worker> | undefined = options.model && Promise.resolve({ model: options.model });
  return {
    id: randomUUID(),
    folder,
    config,
    engine: engineOf(options.engine),
    only: options.only,
    degraded,
    observer,
    retriever() {
      retriever ??= folderRetriever(folder.state, observer, options.only);
      return retriever;
    },
    worker(watching) {
      worker ??= openWorker(config, folder.home, watching);
      return worker;
    },
    async close() {
      await retriever?.close();
      await (await worker)?.model?.close?.();
    },
  };
}

/** The configuration that the options ask for. */
function wanted({ profile, models = [], budgetMs, budgetTokens }: SessionOptions): Partly<Config> {
  const budget: Partial<Budget> = {};
  if (budgetMs !== undefined) budget.ms = budgetMs;
  if (budgetTokens !== undefined) budget.tokens = budgetTokens;
  const worker = models.map(roleOf).find(({ role }) => role === "worker")?.name;
  return { budget, ...(profile ? { profile: profileOf(profile) } : {}), ...(worker ? { models: { worker } } : {}) };
}

function roleOf(text: string): { role: string; name: string } {
  const [role, name] = text.split("=", 2);
  if (role === "worker" && name) return { role, name };
  throw new ErgoError("USAGE", { detail: `--model ${text}: today one role has a model: worker=NAME` });
}

function profileOf(text: string): Profile {
  const profile = profiles.find((each) => each === text);
  if (profile) return profile;
  throw new ErgoError("USAGE", { detail: `--profile ${text}: one of ${profiles.join(", ")}` });
}

function engineOf(text: string | undefined): Session["engine"] {
  if (text === undefined || text === "direct" || text === "loop") return text;
  throw new ErgoError("USAGE", { detail: `--engine ${text}: one of direct, loop` });
}
