import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ErgoError, type Problem, problem } from "../../core/error.ts";
import { isFileName, ownFile } from "../../model/install/named.ts";
import { validate } from "./schema.ts";
import { requireServers } from "./servers.ts";
import { type Config, defaults, merge, narrow, ownSettings, type Partly, type Profile, textRoles } from "./settings.ts";
import { type FolderFile, readFolderFile, readTrusted, trustIn } from "./trust.ts";

/**
 * The configuration in force, where each part came from, and what a folder asked for in vain. `trust` is the SHA-256 of
 * the folder's `ergo.yaml` where that is trusted and counts in full.
 */
export type Configured = { config: Config; sources: string[]; degraded: Problem[]; trust: string | null };

/**
 * Reads the user's own `$ERGO_HOME/ergo.yaml`, then the folder's `ergo.yaml`, which can only narrow what is already
 * in force unless the user trusts it as it is, then the environment (`ERGO_PROFILE`, `ERGO_MODEL`, `ERGO_EMBEDDER`,
 * `ERGO_RERANKER`, `ERGO_PULL`); `ERGO_MODEL=none` stands for no model in any role. Throws CONFIG_INVALID and
 * CONFIG_UNKNOWN_KEY.
 */
export async function loadConfig(home: string, root: string, env = process.env): Promise<Configured> {
  const { config: users, sources } = await ownConfig(home);
  const degraded: Problem[] = [];
  let config = users;
  let trust: string | null = null;
  const theirs = root === home ? undefined : readFolderFile(root);
  if (theirs) {
    const { file, hash } = theirs;
    const { wanted, foreign } = await parseFolder(theirs);
    for (const key of foreign) degraded.push(problem(new ErgoError("CONFIG_OWN", { file, key, home })));
    const said = trustIn(readTrusted(home), root, theirs);
    const { narrowed, refused } = narrow(config, wanted);
    sources.push(file);
    config = said === "yes" ? merge(config, wanted) : narrowed;
    if (said === "yes") trust = hash;
    if (said === "changed") degraded.push(problem(new ErgoError("CONFIG_CHANGED", { file, dir: root })));
    if (said !== "yes") {
      for (const key of refused) degraded.push(problem(new ErgoError("CONFIG_NOT_TRUSTED", { file, key, dir: root })));
    }
  }
  const wanted = fromEnvironment(env);
  if (Object.keys(wanted).length > 0) {
    config = merge(config, validate(wanted, "environment"));
    sources.push("environment");
  }
  return { config, sources, degraded, trust };
}

/** What trusting a folder's `ergo.yaml`, as it was read, would allow beyond what the user does already. */
export type Offer = FolderFile & { widens: { key: string; now: unknown; wanted: unknown }[] };

/** Undefined where the folder has no `ergo.yaml`. Throws CONFIG_INVALID and CONFIG_UNKNOWN_KEY. */
export async function offerOf(home: string, root: string): Promise<Offer | undefined> {
  const theirs = readFolderFile(root);
  if (theirs === undefined) return undefined;
  const { config } = await ownConfig(home);
  const { wanted } = await parseFolder(theirs);
  const { refused } = narrow(config, wanted);
  return { ...theirs, widens: refused.map((key) => ({ key, now: at(config, key), wanted: at(wanted, key) })) };
}

function at(whole: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], whole);
}

async function ownConfig(home: string): Promise<{ config: Config; sources: string[] }> {
  const own = join(home, "ergo.yaml");
  const config = structuredClone(defaults);
  if (!existsSync(own)) return { config, sources: ["defaults"] };
  const wanted = await readConfig(own);
  requireServers(wanted, own);
  return { config: merge(config, wanted), sources: ["defaults", own] };
}

/** What a folder's file wants, and the settings in it that are the user's alone and count for nothing there. */
async function parseFolder({ file, text }: FolderFile): Promise<{ wanted: Partly<Config>; foreign: string[] }> {
  const { parseConfig } = await import("./yaml.ts");
  const wanted = placed(parseConfig(text, file), dirname(file));
  const foreign = ownSettings.filter((key) => wanted[key] !== undefined);
  for (const key of foreign) delete wanted[key];
  return { wanted, foreign };
}

async function readConfig(file: string): Promise<Partly<Config>> {
  const { parseConfig } = await import("./yaml.ts");
  return placed(parseConfig(readFileSync(file, "utf8"), file), dirname(file));
}

/** A configuration whose relative paths of models count from `dir`. */
function placed(config: Partly<Config>, dir: string): Partly<Config> {
  if (config.models === undefined) return config;
  const models = { ...config.models };
  for (const role of textRoles) {
    const name = models[role];
    if (name !== undefined) models[role] = absolute(name, dir);
  }
  return { ...config, models };
}

/** The name of a model; where it is the path of a file, from the root. */
export function absolute(name: string, dir: string): string {
  if (!isFileName(name)) return name;
  const { file, pin } = ownFile(name, dir);
  return pin === undefined ? file : `${file}#${pin}`;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Partly<Config> {
  const models: Partly<Config["models"]> = {};
  if (env.ERGO_MODEL) models.worker = absolute(env.ERGO_MODEL, ".");
  if (env.ERGO_MODEL === "none") Object.assign(models, { embedder: "none", reranker: "none" });
  if (env.ERGO_EMBEDDER) models.embedder = env.ERGO_EMBEDDER;
  if (env.ERGO_RERANKER) models.reranker = env.ERGO_RERANKER;
  if (env.ERGO_PULL) models.pull = env.ERGO_PULL as "auto";
  return {
    ...(env.ERGO_PROFILE ? { profile: env.ERGO_PROFILE as Profile } : {}),
    ...(Object.keys(models).length > 0 ? { models } : {}),
  };
}
