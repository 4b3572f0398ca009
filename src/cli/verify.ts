import { ErgoError } from "../core/error.ts";
import { isExport } from "../runtime/record/export.ts";
import { type Verified, verify, verifyExport } from "../runtime/record/verify.ts";
import { openSession } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { dim, green, print, printJson, red, yellow } from "./print.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [target, ...more] = words;
  if (target === undefined || more.length > 0) throw new ErgoError("USAGE", { detail: "one run, or one file" });
  const verified = await examine(target, values);
  if (values.json) printJson(verified);
  else print(showVerified(verified));
  if (!verified.intact) return 4;
  return verified.current === false ? 3 : 0;
}

/** An export comes from anywhere, so its sources are looked for only in a folder that is named. */
async function examine(target: string, values: Call["values"]): Promise<Verified> {
  const known = { head: values.head as string | undefined, key: values.key as string | undefined };
  const dir = values.dir as string | undefined;
  if (dir === undefined && isExport(target)) return await verifyExport(target, known);
  const session = await openSession({ dir, yes: Boolean(values.yes) });
  try {
    return await verify(session, target, known);
  } finally {
    await session.close();
  }
}

function unlooked(problems: Verified["problems"]): string {
  const gone = problems.some(({ code }) => code === "BLOB_PRUNED" || code === "BLOB_FORGOTTEN");
  return gone
    ? "part of what it saw is not kept any more, so whether it is still so is not known"
    : "its sources were not looked at: name their folder with --dir";
}

/** Both verdicts, with what is wrong. */
export function showVerified({ intact, current, signed, events, claims, problems }: Verified): string {
  const mark = (ok: boolean, yes: string, no: string) => (ok ? green(yes, process.stdout) : red(no, process.stdout));
  const verdicts = [mark(intact, "intact", "not intact")];
  if (current !== null) verdicts.push(mark(current, "current", "not current"));
  if (signed !== null) verdicts.push(mark(signed.ok, `signed by ${signed.by}`, "not rightly signed"));
  const head = `${verdicts.join(", ")}: ${events} events, ${claims} claims re-checked`;
  return [
    head,
    ...(current === null ? [dim(`  ${unlooked(problems)}`, process.stdout)] : []),
    ...problems.map(({ where, code, message }) => `  ${yellow(code, process.stdout)} ${where}: ${message}`),
  ].join("\n");
}
