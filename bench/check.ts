/**
 * Judges generated claims about generated hostile folders against an oracle that reads the folder in its own plain way.
 * `node bench/check.ts [--folders 24] [--claims 500] [--seed 1] [--show] [--dry]`; `--dry` keeps the results file as it is.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { type Judged, judgeFolder, tally } from "./check/run.ts";

const { values } = parseArgs({
  options: {
    folders: { type: "string", default: "24" },
    claims: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
  },
});

const judged: Judged[] = [];
for (let folder = 0; folder < Number(values.folders); folder++) {
  judged.push(...(await judgeFolder(folder, Number(values.seed), Number(values.claims))));
}

const total = tally(judged);
const kinds = [...new Set(judged.map(({ kind }) => kind))].sort();
const results = {
  machine: {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    platform: process.platform,
  },
  node: process.version,
  commit: commit(),
  seed: Number(values.seed),
  folders: Number(values.folders),
  total: { ...total, provenShare: share(total.proven, total.true), refutedShare: share(total.refuted, total.false) },
  kinds: Object.fromEntries(kinds.map((kind) => [kind, tally(judged.filter((one) => one.kind === kind))])),
};

if (values.show) for (const one of judged) report(one);
console.table(results.kinds);
console.table(results.total);
if (!values.dry) {
  const file = new URL("results/check.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
if (total.falseAccepts + total.falseRefusals + total.errors > 0) process.exitCode = 1;

/** Prints a claim whose verdict is not what the oracle says. */
function report({ folder, kind, text, truth, verdict, detail }: Judged): void {
  const expected = truth === null ? "undecidable" : truth ? "provable" : "refutable";
  if (verdict !== expected)
    console.log(`${folder} ${kind}: ${text}\n    ${verdict}, the oracle says ${expected}; ${detail.slice(0, 300)}`);
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 10_000;
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "none";
  }
}
