import { parseDocument, stringify } from "yaml";
import { ErgoError, reason } from "../../core/error.ts";
import { validate } from "./schema.ts";
import type { Config, Partly } from "./settings.ts";

/** Parses an `ergo.yaml`; `file` names it in errors. Throws CONFIG_INVALID with the line, CONFIG_UNKNOWN_KEY. */
export function parseConfig(text: string, file: string): Partly<Config> {
  const fault = (line: number | null, detail: string) =>
    new ErgoError("CONFIG_INVALID", { file: line === null ? file : `${file}:${line}`, detail });
  return validate(parseYaml(text, fault) ?? {}, file);
}

/** Parses YAML; `fault` makes the error that is thrown, of a line where that is known. */
export function parseYaml(text: string, fault: (line: number | null, detail: string) => ErgoError): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const broken = document.errors[0];
  if (broken) throw fault(broken.linePos?.[0].line ?? 1, broken.message.split("\n")[0]!);
  try {
    // An alias that stands for nothing is found only when the value is made.
    return document.toJS();
  } catch (error) {
    throw fault(null, reason(error));
  }
}

/** A configuration as YAML, one line a setting: no value goes on below its key. */
export function stringifyConfig(config: Config): string {
  return stringify(config, { lineWidth: 0, blockQuote: false });
}
