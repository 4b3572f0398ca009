import { runsOf } from "../runtime/record/runs.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { note, print, printJson, table } from "./print.ts";

export async function run({ values }: Call): Promise<number> {
  const runs = await runsOf(openFolder(values.dir as string | undefined, Boolean(values.yes)));
  if (values.json) printJson({ runs });
  else if (runs.length === 0) print("no runs yet");
  else print(table(runs.map((row) => [row.run, row.status, `${row.ms} ms`, row.question.slice(0, 80)])));
  const missing = runs.filter(({ status }) => status === "missing").length;
  if (missing > 0) note(`runs whose record is gone although Ergo did not remove it: ${missing}`);
  return 0;
}
