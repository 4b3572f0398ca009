import { labelled } from "../../experience/episode.ts";
import { eventsFile, readEvents } from "../../experience/events.ts";
import { type Calibrated, calibrate } from "../../routing/shift.ts";
import { keepCalibration, keptCalibration } from "../settings/calibration.ts";

/** Engines that take one look at texts, and those that take several: what is said of others tells nothing of that. */
const looks = new Map([
  ["cite", false],
  ["react", true],
]);

/** Makes the calibration of routing anew from what was said of answers, and keeps it; null below the number of labels that it takes. */
export function recalibrate(home: string): Calibrated | null {
  const since = keptCalibration(home)?.since ?? 0;
  const judged = labelled(readEvents(eventsFile(home)).events).flatMap(({ time, kind, engine, question, label }) => {
    const several = looks.get(engine);
    if (time < since || kind !== "cite" || label === null || several === undefined) return [];
    return [{ question, several, good: label === "good" }];
  });
  const calibrated = calibrate(judged);
  if (calibrated) keepCalibration(home, { v: 1, since, ...calibrated });
  return calibrated;
}

/** Has routing go by the shipped weights alone: what was said of answers up to now does not count any more. */
export function resetCalibration(home: string, now: number): void {
  keepCalibration(home, { v: 1, since: now, shift: 0, labels: 0 });
}
