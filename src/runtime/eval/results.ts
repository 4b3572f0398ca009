import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";
import { makeFolder } from "../../system/folder.ts";
import type { Evaluated, Evaluating } from "./evaluate.ts";
import type { Total } from "./table.ts";

/** A measurement as a whole, when it was done (milliseconds since 1970), and the name that it is kept under. */
export type Result = { name: string; at: number; measured: Evaluated };

/** What a list says of a measurement. */
export type Listed = { name: string; at: number; suite: string; scenarios: number; totals: Total[] };

/**
 * Keeps what a measurement came to beside what each of its questions did; the same suite, engines, models and repeats take the place
 * of what they came to before. Throws FILE_WRITE.
 */
export function keepResult({ home, suite, engines, models, repeat }: Evaluating, measured: Evaluated): void {
  const name = `${suite.name}-${sha256(JSON.stringify([suite.hash, engines, models, repeat])).slice(0, 12)}`;
  const file = join(home, "eval", `${name}.json`);
  try {
    makeFolder(join(home, "eval"));
    writeFileSync(file, JSON.stringify({ name, at: Date.now(), measured } satisfies Result), { mode: 0o600 });
  } catch (thrown) {
    throw new ErgoError("FILE_WRITE", { file, detail: reason(thrown) }, { cause: thrown });
  }
}

/** All measurements that are kept, the newest first. */
export function resultsIn(home: string): Listed[] {
  const all = namesIn(join(home, "eval")).flatMap((name) => read(home, name) ?? []);
  return all.toSorted((a, b) => b.at - a.at).map(listedAs);
}

/** One of them. Throws NOT_HERE for a name under which nothing is kept. */
export function resultNamed(home: string, name: string): Result {
  const found = namesIn(join(home, "eval")).includes(name) ? read(home, name) : undefined;
  if (found === undefined) throw new ErgoError("NOT_HERE", { place: `the measurement ${name}` });
  return found;
}

function listedAs({ name, at, measured: { suite, rows, totals } }: Result): Listed {
  return { name, at, suite, scenarios: new Set(rows.map(({ scenario }) => scenario)).size, totals };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []));
  } catch {
    return [];
  }
}

/** A file that can't be read, or holds something else, is measured again when it is asked for. */
function read(home: string, name: string): Result | undefined {
  try {
    const { at, measured } = JSON.parse(readFileSync(join(home, "eval", `${name}.json`), "utf8")) as Result;
    return typeof at === "number" && Array.isArray(measured?.rows) ? { name, at, measured } : undefined;
  } catch {
    return undefined;
  }
}
