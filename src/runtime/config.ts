import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ErgoError, type Problem, problem } from "../core/error.ts";
import { type Config, defaults, merge, narrow, type Partly, type Profile } from "./settings.ts";

/** The configuration in force, where each part came from, and what a folder asked for in vain. */
export type Configured = { config: Config; sources: string[]; degraded: Problem[] };

/**
 * Reads the user's own `$ERGO_HOME/ergo.yaml`, then the folder's `ergo.yaml`, which can only narrow what is already
 * in force, then the environment (`ERGO_PROFILE`, `ERGO_MODEL`, `ERGO_EMBEDDER`,
 * `ERGO_RERANKER`, `ERGO_PULL`); `ERGO_MODEL=none` stands for no model in any role. Throws CONFIG_INVALID and
 * CONFIG_UNKNOWN_KEY.
 */
export async function loadConfig(home: string, root: string, env = process.env): Promise<Configured> {
  const sources = ["defaults"];
  const degraded: Problem[] = [];
  let config = structuredClone(defaults);
  const own = join(home, "ergo.yaml");
  if (existsSync(own)) {
    config = merge(config, await readConfig(own));
    sources.push(own);
  }
  const theirs = join(root, "ergo.yaml");
  if (theirs !== own && existsSync(theirs)) {
    const { narrowed, refused } = narrow(config, await readConfig(theirs));
    config = narrowed;
    sources.push(theirs);
    for (const key of refused) degraded.push(problem(new ErgoError("CONFIG_NOT_TRUSTED", { file: theirs, key })));
  }
  const wanted = fromEnvironment(env);
  if (Object.keys(wanted).length > 0) {
    const { validate } = await import("./schema.ts");
    config = merge(config, validate(wanted, "environment"));
    sources.push("environment");
  }
  return { config, sources, degraded };
}

async function readConfig(file: string): Promise<Partly<Config>> {
  const { parseConfig } = await import("./schema.ts");
  return parseConfig(readFileSync(file, "utf8"), file);
}

function fromEnvironment(env: NodeJS.ProcessEnv): Partly<Config> {
  const models: Partly<Config["models"]> = {};
  if (env.ERGO_MODEL) models.worker = env.ERGO_MODEL;
  if (env.ERGO_MODEL === "none") Object.assign(models, { embedder: "none", reranker: "none" });
  if (env.ERGO_EMBEDDER) models.embedder = env.ERGO_EMBEDDER;
  if (env.ERGO_RERANKER) models.reranker = env.ERGO_RERANKER;
  if (env.ERGO_PULL) models.pull = env.ERGO_PULL as "auto";
  return {
    ...(env.ERGO_PROFILE ? { profile: env.ERGO_PROFILE as Profile } : {}),
    ...(Object.keys(models).length > 0 ? { models } : {}),
  };
}
