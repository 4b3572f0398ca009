import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

/** Writes what was measured to bench/results, with the machine and the commit that it was measured on, and prints it. */
export function save(name: string, measured: object): void {
  const dir = new URL("results/", import.meta.url);
  mkdirSync(dir, { recursive: true });
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    /** Processes that were running or waiting over the last quarter of an hour, this one among them. */
    load: Math.round(loadavg()[2]! * 10) / 10,
  };
  const result = {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    node: process.version,
    machine,
    measured,
  };
  writeFileSync(new URL(`${name}.json`, dir), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(measured, null, 2));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]! * 100) / 100;
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
