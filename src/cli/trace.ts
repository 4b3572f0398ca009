import { ErgoError } from "../core/error.ts";
import { openFolder } from "../runtime/folder.ts";
import { drawRun, readRun, tellRun } from "../runtime/runs.ts";
import type { Call } from "./commands.ts";
import { print } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [target, ...more] = words;
  if (target === undefined || more.length > 0) throw new ErgoError("USAGE", { detail: "one run: ergo trace RUN" });
  const folder = openFolder(values.dir as string | undefined, Boolean(values.yes));
  if (values.mermaid) print(await drawRun(folder, target));
  else if (values.json) for (const line of await readRun(folder, target)) print(JSON.stringify(line));
  else print(await tellRun(folder, target));
  return 0;
}
