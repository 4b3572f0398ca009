import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bare } from "../../core/words.ts";
import type { Calibrated } from "../../routing/shift.ts";
import { makeFolder } from "../../system/folder.ts";

/** What is kept of a calibration: what it is, and from when on labels count (milliseconds since 1970). */
export type Kept = Calibrated & { v: 1; since: number };

/** The calibration as it is kept below `$ERGO_HOME`; null where there is none. */
export function keptCalibration(home: string): Kept | null {
  try {
    const kept = bare(JSON.parse(readFileSync(fileIn(home), "utf8")) as Kept);
    return kept.v === 1 && [kept.since, kept.shift, kept.labels].every(Number.isFinite) ? kept : null;
  } catch {
    return null;
  }
}

/** How what the user said of answers moves routing; null where nothing does. */
export function calibratedFor(home: string): Calibrated | null {
  const kept = keptCalibration(home);
  return kept !== null && kept.labels > 0 ? { shift: kept.shift, labels: kept.labels } : null;
}

/** Keeps a calibration, for this user alone. */
export function keepCalibration(home: string, kept: Kept): void {
  makeFolder(home);
  const file = fileIn(home);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

function fileIn(home: string): string {
  return join(home, "routing.json");
}
