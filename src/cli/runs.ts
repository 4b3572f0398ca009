import { runsOf } from "../runtime/record/runs.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";
import { shortened, table } from "./text.ts";

export async function run({ values }: Call): Promise<number> {
  const runs = await runsOf(openFolder(values.dir as string | undefined, Boolean(values.yes)));
  if (values.json) printJson({ runs });
  else if (runs.length === 0) print("no runs yet");
  else {
    const rows = runs.map(({ run, status, ms, question }) => [
      run,
      status,
      ms === null ? "" : `${ms} ms`,
      shortened(question, 80),
    ]);
    print(...table(rows, "theirs"));
  }
  const missing = runs.filter(({ status }) => status === "missing").length;
  if (missing > 0) note(`runs whose record is gone although Ergo did not remove it: ${missing}`);
  return 0;
}
