import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { disobedient, disobeyed, faults, obliging, questions } from "../test/contract/adversary.ts";
import { save } from "./result.ts";

/**
 * Models that do anything but what they are asked for: every fault at every call of a run, and at all of them, with every engine that
 * asks models. A run breaks a promise where it does not end within its budget with an answer, claims more than its evidence holds up,
 * changes anything, or can't be verified and replayed. `node bench/adversarial.ts`; a quarter of an hour.
 */
const base = mkdtempSync(join(tmpdir(), "ergo-adversarial-"));
process.env.ERGO_HOME = join(base, "home");
const engines: Record<string, { calls: number; runs: number; broken: number }> = {};
for (const engine of disobedient) engines[engine] = await measured(engine);
rmSync(base, { recursive: true });
const total = (key: "runs" | "broken") => Object.values(engines).reduce((sum, row) => sum + row[key], 0);
save("adversarial", { faults: Object.keys(faults).length, runs: total("runs"), broken: total("broken"), engines });

async function measured(engine: string) {
  const row = { calls: 0, runs: 0, broken: 0 };
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
  return row;
}
