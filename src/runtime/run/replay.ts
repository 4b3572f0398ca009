import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import type { Journal, Json, Line } from "../../core/journal.ts";
import type { Cut } from "../../flow/execution.ts";
import { errorOf, failureOf } from "../../flow/failure.ts";
import { redactJson } from "../../secrets/redact.ts";
import { blobsOf, resolved } from "../../trace/blobs.ts";
import { isEnding } from "../../trace/line.ts";
import { chained } from "../../trace/read.ts";
import { traceOf } from "../record/runs.ts";
import { refusalOf } from "../session/external.ts";
import type { Session } from "../session/session.ts";
import { version } from "../settings/version.ts";
import { type Beginning, beginningIn } from "./begin.ts";
import { pursue } from "./pursue.ts";

/**
 * Executes a run again from its record alone: no model, no tool, no retrieval. Every event must be the recorded one at
 * its path, every recorded one must be come by, and the answer must be the recorded one; else JOURNAL_MISMATCH says
 * where they part. A run that was interrupted is replayed as far as it came. Throws RUN_UNKNOWN and TRACE_READ too.
 */
export async function replay(session: Session, target: string): Promise<Answer> {
  const file = traceOf(session.folder, target);
  const record = readRecord(file);
  const { about, journal, cut, answer: then, head } = record;
  const { answer, ended } = await pursue(asBegun(session, about), runOf(about), journal, about, { replay: { cut } });
  try {
    if (ended.cut?.stop === "error") throw errorOf(ended.cut.problem);
    // What a run said when it was cancelled or out of time depends on the moment, which nothing records.
    if (then !== undefined && (cut === undefined || then.status === "waiting")) requireEqual(then, answer);
  } catch (thrown) {
    throw about.version === version() ? thrown : explained(thrown, about.version);
  }
  return { ...(then ?? answer), head };
}

type Record = { about: Beginning; journal: Journal; cut?: Cut; answer?: Answer; head: string };

function readRecord(file: string): Record {
  const blobs = blobsOf(file);
  const lines: Line[] = [];
  let head = "";
  for (const { line, hash } of chained(file)) {
    lines.push({ ...line, data: resolved(blobs, line.data) });
    head = isEnding(line.type) ? hash : "";
  }
  const about = beginningIn(lines);
  if (about === undefined) throw new ErgoError("TRACE_READ", { file, detail: "it does not say how the run began" });
  const ending = isEnding(lines.at(-1)?.type) ? (lines.at(-1)!.data as { cut?: Cut }) : undefined;
  const answer = lines.findLast(({ type }) => type === "run.answer")?.data as unknown as Answer | undefined;
  return {
    about,
    journal: journalOf(lines),
    cut: ending ? ending.cut : { stop: "user_abort", problem: failureOf(new ErgoError("INTERRUPTED")) },
    answer: ending && answer,
    head,
  };
}

function journalOf(lines: Line[]): Journal {
  const program = lines.filter(({ path }) => path !== "");
  const found = new Map(program.map(({ type, path, data }) => [`${path} ${type}`, data]));
  return {
    recorded: (type, path) => found.get(`${path} ${type}`),
    entries: () => program,
    keep: (data) => redactJson(data),
    append(type, path) {
      throw new ErgoError("JOURNAL_MISMATCH", { detail: `it has no ${type} at ${path}` });
    },
  };
}

/** The session as it was when the run began, as far as an answer tells of it. */
function asBegun(session: Session, { settings: { models, budget, profile }, tools = [] }: Beginning): Session {
  const config = { ...session.config, budget, models: { ...session.config.models, ...models } };
  return {
    ...session,
    config,
    externals: { ...session.externals, tools, refusal: (tool) => refusalOf(tool, profile) },
  };
}

function runOf(about: Beginning): string {
  return (about as unknown as { run: string }).run;
}

/** What a second execution can't give again: how long it took. */
function requireEqual(then: Answer, now: Answer): void {
  for (const key of Object.keys(then) as (keyof Answer)[]) {
    if (key === "head") continue;
    const [was, is] = [timeless(then[key] as Json), timeless(now[key] as Json)];
    if (was !== is)
      throw new ErgoError("JOURNAL_MISMATCH", { detail: `${key} of the answer was ${was} and is now ${is}` });
  }
}

function timeless(value: Json | undefined): string {
  return JSON.stringify(value, (key, inner) => (key === "ms" ? undefined : inner)) ?? "nothing";
}

function explained(thrown: unknown, recorded: string): unknown {
  if (!(thrown instanceof ErgoError) || thrown.code !== "JOURNAL_MISMATCH") return thrown;
  const detail = `${thrown.parts.detail}; it is a run of version ${recorded}, and this is ${version()}`;
  return new ErgoError("JOURNAL_MISMATCH", { detail });
}
