import { ErgoError } from "../core/error.ts";
import { say } from "../runtime/record/learn.ts";
import { resetCalibration } from "../runtime/record/recalibrate.ts";
import { ergoHome, openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [run, ...said] = words;
  if (values.reset && run === undefined) return reset(Boolean(values.json));
  if (run === undefined || said.length === 0)
    throw new ErgoError("USAGE", { detail: 'a run and what you think of it: ergo feedback RUN good, bad or "TEXT"' });
  const noted = say(openFolder(values.dir as string | undefined, Boolean(values.yes)), run, said.join(" "));
  if (values.json) printJson({ v: 1, ...noted });
  else print(`noted of run ${noted.run}: ${noted.label ?? noted.said}`, ...movedBy(noted.calibrated));
  return 0;
}

/** How routing goes by what was said. */
function movedBy(calibrated: ReturnType<typeof say>["calibrated"]): string[] {
  if (calibrated === null) return [];
  const { shift, labels } = calibrated;
  return [`what you said of ${labels} answers moves the score by which several looks are taken by ${shift.toFixed(2)}`];
}

function reset(json: boolean): number {
  resetCalibration(ergoHome(), Date.now());
  if (json) printJson({ v: 1, reset: true });
  else print("routing goes by the shipped weights alone; what was said of answers up to now does not move it");
  return 0;
}
