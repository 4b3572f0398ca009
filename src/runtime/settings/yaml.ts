import { parseDocument, stringify } from "yaml";
import { ErgoError } from "../../core/error.ts";
import { validate } from "./schema.ts";
import type { Config, Partly } from "./settings.ts";

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
