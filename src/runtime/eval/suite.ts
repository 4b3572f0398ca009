import { cpSync, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";
import { faultOf, type Schema } from "../../core/schema.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { makeFolder } from "../../system/folder.ts";
import { parseYaml } from "../settings/yaml.ts";

/** What an answer must be; data/eval/schema.json says what each of these means. */
export type Expected = {
  equals?: string | string[];
  contains?: string | string[];
  lacks?: string | string[];
  regex?: string;
  number?: number;
  files?: string[];
  claim?: string;
  status?: string;
  refused?: boolean;
  engine?: string;
};

/** A question with what its answer must be. `goal`: the claim that is to be decided, by the engine that takes goals. */
export type Scenario = {
  id: string;
  input: string;
  goal?: string;
  description?: string;
  complexity?: string;
  expected_patterns?: string[];
  must_run_commands?: string[];
  max_steps?: number;
  expect?: Expected;
};

/** `hash` is the SHA-256 of the file; `dir` the folder that is asked about. */
export type Suite = { name: string; dir: string; hash: string; scenarios: Scenario[] };

const shipped = fileURLToPath(new URL("../../../data/eval/", import.meta.url));

/**
 * Reads a suite: a YAML file, or the name of one that comes with Ergo; that one's folder is copied below `home`, where Ergo may write.
 * `dir` takes the place of the folder that it names. Throws SUITE_INVALID with what is wrong.
 */
export function readSuite(named: string, home: string, dir?: string): Suite {
  const own = /^[a-z]+$/.test(named) && !existsSync(named) ? join(shipped, named, "suite.yaml") : null;
  const file = own ?? resolve(named);
  const text = readFile(file, named);
  const invalid = (detail: string) => new ErgoError("SUITE_INVALID", { file: named, detail });
  const value = parseYaml(text, (line, detail) => invalid(line === null ? detail : `line ${line}: ${detail}`));
  const fault = faultOf(schema(), value);
  if (fault) throw invalid([fault.path.join("."), fault.message].filter((part) => part !== "").join(": "));
  const { name = basename(file).replace(/\.ya?ml$/, ""), folder = ".", scenarios } = shaped(value);
  const fault2 = scenarios.length === 0 ? "it has no scenario" : faultIn(scenarios);
  if (fault2 !== null) throw invalid(fault2);
  const hash = sha256(text);
  const place =
    dir ??
    (own ? copied(join(dirname(file), folder), join(home, "eval", `${name}-files`)) : join(dirname(file), folder));
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) throw invalid(`there is no folder ${folder}`);
  if (!relative(realpathSync(place), realpathSync(file)).startsWith("..")) throw invalid(within);
  return { name, dir: place, hash, scenarios };
}

type Written = { name?: string; folder?: string; scenarios: Scenario[] };

function shaped(value: unknown): Written {
  return Array.isArray(value) ? { scenarios: value as Scenario[] } : (value as Written);
}

/** Whoever is asked would find what is expected. */
const within = "it lies in the folder that it asks about; name another one in `folder`, or with --dir";

/** What a schema can't say: an id that stands twice, an expression or a claim that can't be read, a scenario that expects nothing. */
function faultIn(scenarios: Scenario[]): string | null {
  const seen = new Set<string>();
  for (const { id, expect = {}, expected_patterns: patterns = [], ...rest } of scenarios) {
    if (seen.has(id)) return `${id}: this id stands twice`;
    seen.add(id);
    const others = [rest.complexity, rest.must_run_commands, rest.max_steps].some((each) => each !== undefined);
    if (Object.keys(expect).length === 0 && patterns.length === 0 && !others) return `${id}: it expects nothing`;
    try {
      for (const pattern of [...patterns, ...(expect.regex === undefined ? [] : [expect.regex])])
        new RegExp(pattern, "iu");
      for (const claim of [expect.claim, rest.goal]) if (claim !== undefined) parseClaim(claim);
    } catch (thrown) {
      return `${id}: ${reason(thrown)}`;
    }
  }
  return null;
}

function readFile(file: string, named: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new ErgoError("SUITE_INVALID", { file: named, detail: reason(thrown) });
  }
}

function copied(from: string, to: string): string {
  makeFolder(to);
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  return to;
}

let loaded: Schema | undefined;

function schema(): Schema {
  loaded ??= JSON.parse(readFileSync(join(shipped, "schema.json"), "utf8")) as Schema;
  return loaded;
}
