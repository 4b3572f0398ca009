import { readFileSync } from "node:fs";
import { closest } from "fastest-levenshtein";
import { ErgoError } from "../../core/error.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { type Config, defaults, type Partly } from "./settings.ts";

let schema: Schema | undefined;

/** The JSON Schema of `ergo.yaml`, which is what is enforced. */
export function configSchema(): Schema {
  schema ??= JSON.parse(readFileSync(new URL("../../../data/config/schema.json", import.meta.url), "utf8")) as Schema;
  return schema;
}

/** Checks a configuration of unknown origin; `file` names it in errors. Throws CONFIG_INVALID and CONFIG_UNKNOWN_KEY. */
export function validate(value: unknown, file: string): Partly<Config> {
  const fault = faultOf(configSchema(), value);
  if (!fault) return value as Partly<Config>;
  const { path, message, unknown } = fault;
  if (unknown !== undefined) {
    const known = keysAt(path);
    const near = known.length > 0 ? `did you mean "${closest(unknown, known)}"? ` : "";
    throw new ErgoError("CONFIG_UNKNOWN_KEY", { file, key: [...path, unknown].join("."), near });
  }
  throw new ErgoError("CONFIG_INVALID", {
    file,
    detail: [...(path.length > 0 ? [path.join(".")] : []), message].join(": "),
  });
}

function keysAt(path: string[]): string[] {
  let place: unknown = defaults;
  for (const part of path) place = (place as Record<string, unknown>)?.[part];
  return typeof place === "object" && place !== null ? Object.keys(place) : [];
}
