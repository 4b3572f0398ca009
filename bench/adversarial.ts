import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { disobedient, disobeyed, faults, obliging, questions } from "../test/contract/adversary.ts";
import { programOf } from "./program.ts";
import { save } from "./result.ts";

type Row = { calls: number; runs: number; broken: number };

/**
 * Models that do anything but what they are asked for: every fault at every call of a run, and at all of them, with every engine that
 * asks models. A run breaks a promise where it does not end within its budget with an answer, claims more than its evidence holds up,
 * changes anything, or can't be verified and replayed. `node bench/adversarial.ts [--engines react,…]`; two hours for all of them. What
 * each engine came to is kept in $ERGO_HOME/cache, by the program that was measured, so that a bench that was ended goes on with the next one.
 */
const cache = join(ergoHome(), "cache");
const file = join(cache, `bench-adversarial-${programOf("src/{core,flow,engines,proof,runtime}/**/*.ts")}.jsonl`);
const known = new Map<string, Row>(
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [],
);
const base = mkdtempSync(join(tmpdir(), "ergo-adversarial-"));
process.env.ERGO_HOME = join(base, "home");
const { values } = parseArgs({ options: { engines: { type: "string", default: disobedient.join() } } });
const engines: Record<string, Row> = {};
for (const engine of values.engines.split(",")) engines[engine] = known.get(engine) ?? (await measured(engine));
rmSync(base, { recursive: true });
const total = (key: "runs" | "broken") => Object.values(engines).reduce((sum, row) => sum + row[key], 0);
save("adversarial", { faults: Object.keys(faults).length, runs: total("runs"), broken: total("broken"), engines });

async function measured(engine: string): Promise<Row> {
  const row: Row = { calls: 0, runs: 0, broken: 0 };
  const run = async (question: string, reply: Parameters<typeof disobeyed>[1], what: string) => {
    const dir = mkdtempSync(join(base, "run-"));
    const { requests, broken } = await disobeyed({ engine, question, dir }, reply);
    rmSync(dir, { recursive: true });
    row.runs += 1;
    row.broken += Number(broken.length > 0);
    if (broken.length > 0) console.error(engine, question, what, broken);
    return requests;
  };
  row.calls = await run(questions.parts, obliging, "obliging");
  for (const [name, fault] of Object.entries(faults)) {
    for (const question of Object.values(questions)) await run(question, fault, `${name} always`);
    for (let at = 0; at < row.calls; at += 1)
      await run(questions.parts, (request, n) => (n === at ? fault : obliging)(request), `${name} at call ${at}`);
  }
  mkdirSync(cache, { recursive: true });
  appendFileSync(file, `${JSON.stringify([engine, row])}\n`);
  console.error(engine, JSON.stringify(row));
  return row;
}
