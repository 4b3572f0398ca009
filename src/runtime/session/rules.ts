import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ErgoError } from "../../core/error.ts";
import type { Rule } from "../../core/rule.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { faultIn } from "../../tutor/rule.ts";
import { parseYaml } from "../settings/yaml.ts";
import { ergoHome } from "./folder.ts";

const shipped = new URL("../../../data/rules/", import.meta.url);
let schema: Schema | undefined;

/**
 * The rules that come with Ergo, and the user's own in `$ERGO_HOME/rules/*.yaml`, which are of the session. Throws RULE_INVALID
 * for a file that is no file of rules, or an id that is taken.
 */
export function readRules(): Rule[] {
  const own = join(ergoHome(), "rules");
  const found = [...rulesIn(fileURLToPath(shipped), "permanent"), ...(existsSync(own) ? rulesIn(own, "session") : [])];
  for (const [at, { id }] of found.entries())
    if (found.findIndex((rule) => rule.id === id) < at)
      throw new ErgoError("RULE_INVALID", { file: id, detail: "there are two rules of that name" });
  return found;
}

/** The rules whose examples hold: no others are used. */
export function soundRules(): Rule[] {
  return readRules().filter((rule) => tested(rule) === null);
}

/** Why a rule is not used; null where its examples hold. */
export function tested(rule: Rule): string | null {
  try {
    return faultIn(rule);
  } catch (error) {
    if (error instanceof ErgoError) return error.message;
    throw error;
  }
}

function rulesIn(dir: string, tier: Rule["tier"]): Rule[] {
  const files = readdirSync(dir).filter((name) => /\.ya?ml$/.test(name));
  return files.sort().flatMap((name) => {
    const file = join(dir, name);
    const value = parseYaml(
      readFileSync(file, "utf8"),
      (line, detail) => new ErgoError("RULE_INVALID", { file: line === null ? file : `${file}:${line}`, detail }),
    );
    schema ??= JSON.parse(readFileSync(new URL("schema.json", shipped), "utf8")) as Schema;
    const fault = faultOf(schema, value);
    if (fault) throw new ErgoError("RULE_INVALID", { file, detail: `${fault.path.join(".")}: ${fault.message}` });
    return (value as { rules: Omit<Rule, "tier">[] }).rules.map((rule) => ({ ...rule, tier }));
  });
}
