import { closest } from "fastest-levenshtein";
import { parseDocument, stringify } from "yaml";
import { ErgoError } from "../../core/error.ts";
import { serverNames } from "../../model/provider/servers.ts";
import { type Config, defaults, type Partly, profiles } from "./settings.ts";
import { z } from "./zod.ts";

const count = z.int().min(1);

const schema = z
  .strictObject({
    profile: z.enum(profiles).describe(`What a run may do (default ${defaults.profile})`),
    local_only: z.boolean().describe("Refuse every model that does not run on this machine (default true)"),
    models: z
      .strictObject({
        worker: z.string().min(1).describe('Name of the model that phrases answers, "auto" (default) or "none"'),
        planner: z.string().min(1).describe('Name of the model that plans, "worker" (default) or "none"'),
        verifier: z.string().min(1).describe('Name of the model that judges, "worker" (default) or "none"'),
        tutor: z.string().min(1).describe('Name of the model that plays the tutor, "worker" (default) or "none"'),
        embedder: z.string().min(1).describe('Name of the model that turns texts into vectors, or "none"'),
        reranker: z.string().min(1).describe('Name of the model that scores passages for a question, or "none"'),
        threads: z.int().min(0).describe("Processes of one thread each that embedder and reranker use; 0 to choose"),
        servers: z
          .array(z.enum(serverNames))
          .describe('Servers on this machine whose models "auto" may take (default ollama and lmstudio)'),
        pull: z.enum(["auto", "never"]).describe("Whether a missing model is fetched when a question needs it"),
      })
      .partial(),
    limits: z
      .strictObject({
        file_bytes: count.describe("Larger files are not read; bytes"),
        listing: count.describe("A listing stops at this many entries"),
      })
      .partial(),
    budget: z
      .strictObject({
        iterations: count.describe("Steps of an engine"),
        calls: count.describe("Calls of models and tools"),
        tokens: count.describe("Tokens in and out, all models together"),
        ms: count.describe("Active time in milliseconds"),
      })
      .partial(),
    cache: z.boolean().describe("Give an answer again to the same question while nothing has changed (default true)"),
    retention: z
      .strictObject({
        days: count.describe("`ergo clean` removes runs that were not written for so many days"),
        megabytes: count.describe("`ergo clean` prunes the oldest runs until all take no more than this"),
      })
      .partial(),
  })
  .partial();

/** The JSON Schema of `ergo.yaml`. */
export function configSchema(): object {
  return { title: "ergo.yaml", ...z.toJSONSchema(schema) };
}

/** Parses an `ergo.yaml`; `file` names it in errors. Throws CONFIG_INVALID with the line, CONFIG_UNKNOWN_KEY. */
export function parseConfig(text: string, file: string): Partly<Config> {
  const document = parseDocument(text, { prettyErrors: true });
  const broken = document.errors[0];
  if (broken) {
    const line = broken.linePos?.[0].line ?? 1;
    throw new ErgoError("CONFIG_INVALID", { file: `${file}:${line}`, detail: broken.message.split("\n")[0]! });
  }
  return validate(document.toJS() ?? {}, file);
}

/** A configuration as YAML. */
export function stringifyConfig(config: Config): string {
  return stringify(config);
}

/** Checks a configuration of unknown origin. */
export function validate(value: unknown, file: string): Partly<Config> {
  const result = schema.safeParse(value);
  if (result.success) return result.data as Partly<Config>;
  const issue = result.error.issues[0]!;
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    const known = keysAt(issue.path.map(String));
    const near = known.length > 0 ? `did you mean "${closest(key, known)}"? ` : "";
    throw new ErgoError("CONFIG_UNKNOWN_KEY", { file, key: path ? `${path}.${key}` : key, near });
  }
  throw new ErgoError("CONFIG_INVALID", { file, detail: path ? `${path}: ${issue.message}` : issue.message });
}

function keysAt(path: string[]): string[] {
  let place: unknown = defaults;
  for (const part of path) place = (place as Record<string, unknown>)?.[part];
  return typeof place === "object" && place !== null ? Object.keys(place) : [];
}
