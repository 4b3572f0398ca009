import { ErgoError } from "../core/error.ts";
import { openSession } from "../runtime/session.ts";
import { type Verified, verify } from "../runtime/verify.ts";
import type { Call } from "./commands.ts";
import { green, print, printJson, red, yellow } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [target, ...more] = words;
  if (target === undefined || more.length > 0) throw new ErgoError("USAGE", { detail: "one run, or one trace file" });
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  try {
    const verified = await verify(session, target, { head: values.head as string | undefined });
    if (values.json) printJson(verified);
    else print(show(verified));
    if (!verified.intact) return 4;
    return verified.current ? 0 : 3;
  } finally {
    await session.close();
  }
}

function show({ intact, current, events, claims, problems }: Verified): string {
  const mark = (ok: boolean, yes: string, no: string) => (ok ? green(yes, process.stdout) : red(no, process.stdout));
  const head = `${mark(intact, "intact", "not intact")}, ${mark(current, "current", "not current")}: ${events} events, ${claims} claims re-checked`;
  return [
    head,
    ...problems.map(({ where, code, message }) => `  ${yellow(code, process.stdout)} ${where}: ${message}`),
  ].join("\n");
}
