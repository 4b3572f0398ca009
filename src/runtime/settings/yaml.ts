import { type Document, parseDocument, stringify } from "yaml";
import { ErgoError, reason } from "../../core/error.ts";
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
  return validate(made(document, file) ?? {}, file);
}

/** Parses YAML that is no configuration; `file` names it in errors. Throws RULE_INVALID with the line. */
export function parseYaml(text: string, file: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [broken] = document.errors;
  if (!broken) return made(document, file);
  throw new ErgoError("RULE_INVALID", {
    file: `${file}:${broken.linePos?.[0].line ?? 1}`,
    detail: broken.message.split("\n")[0]!,
  });
}

/** An alias that stands for nothing is found only when the value is made. */
function made(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ErgoError("CONFIG_INVALID", { file, detail: reason(error) });
  }
}

/** A configuration as YAML, one line a setting: no value goes on below its key. */
export function stringifyConfig(config: Config): string {
  return stringify(config, { lineWidth: 0, blockQuote: false });
}
