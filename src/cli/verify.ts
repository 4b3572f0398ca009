import { ErgoError } from "../core/error.ts";
import { isExport } from "../runtime/record/export.ts";
import { namesRun } from "../runtime/record/runs.ts";
import { type Verified, verify, verifyAll, verifyExport } from "../runtime/record/verify.ts";
import { openFolder } from "../runtime/session/folder.ts";
import { openSession, type Session } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { print, printJson } from "./print.ts";
import { dim, green, joined, red, type Text, text, yellow } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [target, ...more] = words;
  if (values.all) return await all(values, words);
  if (target === undefined || more.length > 0) throw new ErgoError("USAGE", { detail: "one run, or one file" });
  const verified = await examine(target, values);
  if (values.json) printJson(verified);
  else print(...showVerified(verified));
  return exitOf(verified);
}

async function all(values: Call["values"], words: string[]): Promise<number> {
  if (words.length > 0 || values.head !== undefined) {
    throw new ErgoError("USAGE", { detail: "--all takes no run and no --head" });
  }
  const runs = await within(values, (session) => verifyAll(session, { key: values.key as string | undefined }));
  if (values.json) printJson({ runs });
  else if (runs.length === 0) print("no runs yet");
  else {
    for (const verified of runs) {
      const [first = "", ...rest] = showVerified(verified);
      print(text`${verified.run}  ${first}`, ...rest);
    }
  }
  return Math.max(0, ...runs.map(exitOf));
}

/** 4 for what is not intact, 3 for what is not current, or not known to be the record of this run in this folder. */
function exitOf({ intact, current, problems }: Verified): number {
  if (!intact) return 4;
  return current === false || problems.some(({ code }) => isDoubt(code)) ? 3 : 0;
}

function isDoubt(code: string): boolean {
  return code === "HEAD_UNKNOWN" || code === "FOLDER_OTHER";
}

/** An export comes from anywhere, so its sources are looked for only in a folder that is named. */
async function examine(target: string, values: Call["values"]): Promise<Verified> {
  const known = { head: values.head as string | undefined, key: values.key as string | undefined };
  if (values.dir === undefined && isExport(target) && !isHere(target, values)) return await verifyExport(target, known);
  return await within(values, (session) => verify(session, target, known));
}

async function within<T>(values: Call["values"], work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Whether the word is the name of a run of the present folder: no file beside it passes for that run. */
function isHere(target: string, values: Call["values"]): boolean {
  try {
    return namesRun(openFolder(undefined, Boolean(values.yes)), target);
  } catch {
    return false;
  }
}

function unlooked(problems: Verified["problems"]): string {
  const gone = problems.some(({ code }) => code === "BLOB_PRUNED" || code === "BLOB_FORGOTTEN");
  return gone
    ? "part of what it saw is not kept any more, so whether it is still so is not known"
    : "its sources were not looked at: name their folder with --dir";
}

/** The verdicts, with what is wrong. */
export function showVerified({ intact, current, signed, events, claims, problems }: Verified): Text[] {
  const mark = (ok: boolean, yes: string, no: string) => (ok ? green(yes) : red(no));
  const has = (code: string) => problems.some((each) => each.code === code);
  const verdicts = [mark(intact, "intact", "not intact")];
  if (has("HEAD_UNKNOWN")) verdicts.push(yellow("head unknown"));
  if (has("FOLDER_OTHER")) verdicts.push(yellow("of another folder"));
  if (current !== null) verdicts.push(mark(current, "current", "not current"));
  if (signed !== null) verdicts.push(mark(signed.ok, `signed by ${signed.by}`, "not rightly signed"));
  return [
    text`${joined(verdicts, ", ")}: ${events} events, ${claims} claims re-checked`,
    ...(current === null && intact ? [dim(`  ${unlooked(problems)}`)] : []),
    ...problems.map(({ where, code, message }) => text`  ${yellow(code)} ${where}: ${message}`),
  ];
}
