import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer, Stated } from "../../core/answer.ts";
import { sha256 } from "../../core/digest.ts";
import { problem } from "../../core/error.ts";
import type { Line } from "../../core/journal.ts";
import { type Observation, type Query, queryKey } from "../../core/observation.ts";
import { isHeldUp } from "../../proof/attribute.ts";
import { type Board, createBoard } from "../../proof/board.ts";
import { check } from "../../proof/check.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { referenceIn } from "../../trace/line.ts";
import { readTrace } from "../../trace/read.ts";
import { discreet } from "../session/discreet.ts";
import { ergoHome } from "../session/folder.ts";
import type { Session } from "../session/session.ts";
import type { Fault, Signed } from "../settings/keys.ts";
import { isExport, unpack } from "./export.ts";
import { namesRun, runsOf, traceOf } from "./runs.ts";
import { type Known, type Vouched, vouch, vouchForExport } from "./vouch.ts";

/**
 * Two verdicts, kept apart. `intact`: the record holds, and CHECK over the recorded observations gives the answer's
 * claims again. `current`: looking at the folder again shows the same; null where no folder was named to look at, or what was seen is gone.
 * `signed`: by whom, and whether it is their signature and that of the key asked for.
 */
export type Verified = {
  run: string;
  intact: boolean;
  current: boolean | null;
  signed: Signed | null;
  events: number;
  claims: number;
  problems: Fault[];
};

/**
 * Verifies a run, named as in `ergo runs` or by its file, without any model. A record that is gone or can't be read is not
 * intact. Throws RUN_UNKNOWN, RUN_REMOVED, and USAGE for what is no key.
 */
export async function verify(session: Session, target: string, known: Known = {}): Promise<Verified> {
  if (isExport(target) && !namesRun(session.folder, target)) return await verifyExport(target, known, session);
  try {
    const file = traceOf(session.folder, target);
    return await examine({ run: target, file, ...vouch(file, session.folder, known) }, session);
  } catch (thrown) {
    const { code, message } = problem(thrown);
    if (code !== "RUN_MISSING" && code !== "TRACE_READ") throw thrown;
    return unreadable(target, { where: target, code, message });
  }
}

/** Verifies every run of the folder, also those whose record is missing. */
export async function verifyAll(session: Session, known: Pick<Known, "key"> = {}): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const { run } of runsOf(session.folder)) verified.push(await verify(session, run, known));
  return verified;
}

/** Verifies an export, wherever it is; a session says which folder its sources are looked for in. */
export async function verifyExport(name: string, known: Known = {}, session?: Session): Promise<Verified> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-export-"));
  try {
    const unpacked = unpack(name, dir);
    if (unpacked === undefined) return unreadable(name, { ...uncovered, where: name });
    const { run, file } = unpacked;
    return await examine({ run, file, ...vouchForExport(unpacked, ergoHome(), known) }, session);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const uncovered = { code: "EXPORT_BROKEN", message: "its first line does not say what follows" };

function unreadable(run: string, fault: Fault): Verified {
  return { run, intact: false, current: null, signed: null, events: 0, claims: 0, problems: [fault] };
}

type Record = { run: string; file: string } & Vouched;

async function examine({ run, file, chain, signed, faults, doubts }: Record, session?: Session): Promise<Verified> {
  const verified = { run, signed, events: chain.events };
  if (!chain.intact || faults.length > 0) {
    const problems = [...chain.problems, ...faults];
    return { ...verified, intact: false, current: session ? false : null, claims: 0, problems };
  }
  const lines = [...readTrace(file)];
  const judged = judge(lines, chain.pruned.length > 0);
  if (judged === undefined) {
    const problems = [
      { where: "the answer", code: "RECORD_STRANGE", message: "it is none that Ergo writes" },
      ...doubts,
    ];
    return { ...verified, intact: false, current: session ? false : null, claims: 0, problems };
  }
  const { answer, observations, broken, unchecked } = judged;
  const stale = session ? await changes(session, observations, answer) : [];
  return {
    ...verified,
    intact: broken.length === 0,
    // Of what is gone nobody can say whether it is still so.
    current: stale.length > 0 ? false : session && chain.pruned.length === 0 ? true : null,
    claims: (answer?.claims.length ?? 0) - unchecked.length,
    problems: [...broken, ...doubts, ...stale, ...unchecked, ...chain.pruned],
  };
}

type Judged = { answer?: Answer; observations: Observation[]; broken: Fault[]; unchecked: Fault[] };

/** Judges the answer of a record again; undefined where what it holds can't be judged, as only a forgery does. */
function judge(lines: Line[], pruned: boolean): Judged | undefined {
  try {
    const answer = answerIn(lines);
    const observations = observationsIn(lines);
    const board = createBoard(observations);
    const faults = (answer?.claims ?? []).flatMap((claim) => recheck(claim, answer!, board, pruned));
    const unchecked = faults.filter(({ code }) => code === "CLAIM_UNCHECKED");
    const broken = [...faults.filter((fault) => !unchecked.includes(fault)), ...(answer ? quoted(answer) : [])];
    return { answer, observations, broken, unchecked };
  } catch {
    return undefined;
  }
}

/** The answer last recorded; none where its payload was pruned. */
export function answerIn(lines: Line[]): Answer | undefined {
  const data = lines.findLast(({ type }) => type === "run.answer")?.data;
  return data === undefined || referenceIn(data) ? undefined : (data as unknown as Answer);
}

/** Everything that was seen in a run since it last changed the folder, in the order in which it was. */
export function observationsIn(lines: Line[]): Observation[] {
  const since = lines.slice(lines.findLastIndex(isChange) + 1);
  const looks = new Set(since.filter(isLook).map(({ path }) => path));
  return since
    .filter(({ type, path }) => type === "tool.end" && looks.has(path))
    .flatMap(({ data }) => (data as { result?: unknown }).result ?? []) as Observation[];
}

/** What was seen before a change is no evidence of what is there after it. */
function isChange({ data }: Line): boolean {
  const { effect } = (data ?? {}) as { effect?: string };
  return effect === "write" || effect === "command";
}

function isLook({ type, data }: Line): boolean {
  return type === "tool.start" && (data as { request?: { tool?: string } }).request?.tool === "observe";
}

/**
 * What is wrong with a claim of the answer, judged again from the record alone. Where payloads were pruned, the record may
 * no longer decide it, which is no fault of the claim.
 */
export function recheck(claim: Stated, answer: Answer, board: Board, pruned: boolean): Fault[] {
  if (claim.formal !== undefined) {
    const { verdict } = check(parseClaim(claim.formal), board);
    const holds = verdict === "provable" || claim.verdict === "unsupported";
    if (!holds && pruned && verdict === "undecidable") {
      return [{ where: claim.formal, code: "CLAIM_UNCHECKED", message: "what it rests on may be gone" }];
    }
    return holds ? [] : [{ where: claim.formal, code: "CLAIM_NOT_PROVEN", message: `the record makes it ${verdict}` }];
  }
  if (claim.verdict === "proven") {
    return [{ where: claim.text, code: "CLAIM_NOT_PROVEN", message: "it is called proven and has no formal claim" }];
  }
  const rests = answer.evidence.filter(({ id }) => claim.evidence.includes(id));
  const { ok, because } = isHeldUp(claim.text, answer.question, rests);
  return ok ? [] : [{ where: claim.text, code: "CLAIM_NOT_SUPPORTED", message: because }];
}

/** Evidence whose text is not the text that was hashed. */
function quoted({ evidence }: Answer): Fault[] {
  return evidence
    .filter(({ text, textHash }) => sha256(text) !== textHash)
    .map(({ id }) => ({
      where: `evidence ${id}`,
      code: "EVIDENCE_CHANGED",
      message: "its text does not have its hash",
    }));
}

/** Sources that are not what they were: what was seen is looked at again, and so is every source of the evidence. */
async function changes({ observer }: Session, before: Observation[], answer?: Answer): Promise<Fault[]> {
  const sources = (answer?.evidence ?? []).flatMap(({ path, source }) =>
    path && path !== "stdin" && source ? [{ path, source }] : [],
  );
  const queries = new Map<string, Query>(before.map(({ query }) => [queryKey(query), query]));
  const seen = await discreet(observer)([
    ...queries.values(),
    ...sources.map(({ path }) => ({ see: "file", path }) as const),
  ]);
  const faults = new Map<string, Fault>();
  const timely = answer?.claims.some(({ formal }) => /modified|newest|oldest/.test(formal ?? "")) ?? true;
  const then = new Map(before.map((observation) => [queryKey(observation.query), observation]));
  for (const now of seen.slice(0, queries.size)) {
    const where = "path" in now.query ? now.query.path : "the folder's listing";
    if (!same(then.get(queryKey(now.query))!, now, timely)) note(faults, where);
  }
  for (const [i, { path, source }] of sources.entries()) {
    const now = seen[queries.size + i]!.seen;
    if (!now.ok || !("hash" in now) || now.hash !== source.hash) note(faults, path);
  }
  return [...faults.values()];
}

function note(faults: Map<string, Fault>, where: string): void {
  faults.set(where, { where, code: "SOURCE_CHANGED", message: "it is not what it was when the answer was given" });
}

/** Whether two looks saw the same. When a file was touched matters only to claims about time. */
function same(then: Observation, now: Observation, timely: boolean): boolean {
  const seen = ({ seen }: Observation) =>
    JSON.stringify(seen, (key, value) => (key === "modified" && !timely ? undefined : value));
  return seen(then) === seen(now);
}
