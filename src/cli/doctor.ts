import { doctor } from "../runtime/index/doctor.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { print, printJson } from "./print.ts";
import { progress } from "./progress.ts";
import { green, red, table } from "./text.ts";

export async function run({ values }: Call): Promise<number> {
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  const speed = Boolean(values.speed);
  const report = await interruptible((signal) => doctor(folder, { speed, watch: progress(values), signal }));
  if (values.json) printJson(report);
  else {
    const mark = (ok: boolean) => (ok ? green("ok") : red("--"));
    const rows = report.checks.map(({ ok, name, detail, remedy }) => [
      mark(ok),
      name,
      detail,
      remedy && `try: ${remedy}`,
    ]);
    print(...table(rows, "ours"));
  }
  return report.ok ? 0 : 1;
}
