import { doctor } from "../runtime/index/doctor.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { green, print, printJson, red, table } from "./print.ts";

export async function run({ values }: Call): Promise<number> {
  const report = await doctor(openFolder(values.dir as string | undefined, Boolean(values.yes)));
  if (values.json) printJson(report);
  else {
    const mark = (ok: boolean) => (ok ? green("ok", process.stdout) : red("--", process.stdout));
    print(
      table(
        report.checks.map((check) => [
          mark(check.ok),
          check.name,
          check.detail,
          check.remedy && `try: ${check.remedy}`,
        ]),
      ),
    );
  }
  return report.ok ? 0 : 1;
}
