import { ErgoError } from "../core/error.ts";
import { say } from "../runtime/record/learn.ts";
import { openFolder } from "../runtime/session/folder.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [run, ...said] = words;
  if (run === undefined || said.length === 0)
    throw new ErgoError("USAGE", { detail: 'a run and what you think of it: ergo feedback RUN good, bad or "TEXT"' });
  const noted = say(openFolder(values.dir as string | undefined, Boolean(values.yes)), run, said.join(" "));
  if (values.json) printJson({ v: 1, ...noted });
  else print(`noted of run ${noted.run}: ${noted.label ?? noted.said}`);
  return 0;
}
