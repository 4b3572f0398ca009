import { ErgoError } from "../core/error.ts";
import { exportRun } from "../runtime/record/export.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [run, file = `${run}.ergo`, ...more] = words;
  if (run === undefined || more.length > 0)
    throw new ErgoError("USAGE", { detail: "one run, and a file to write it into: ergo export RUN run.ergo" });
  const exported = exportRun(openFolder(values.dir as string | undefined, Boolean(values.yes)), run, file);
  if (values.json) printJson(exported);
  else {
    print(exported.file);
    if (exported.signed !== null) note(`signed by ${exported.signed}`);
    else if (exported.own) note("unsigned: `ergo keys` makes a key to sign with");
    else note("unsigned: your list of heads does not know it as a run of this folder, so it may be another's");
  }
  return 0;
}
