import { statSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/digest.ts";
import type { Line } from "../../core/journal.ts";
import { readRun } from "../record/runs.ts";
import { ask } from "../run/ask.ts";
import { checkClaim } from "../run/check.ts";
import type { Session } from "../session/session.ts";
import { type Way, wayOf } from "./figures.ts";
import { type Course, coverageOf, judge } from "./judge.ts";
import type { Scenario } from "./suite.ts";

/**
 * What came of asking a scenario once: whether it is right and why not, the share of the words that it has to hold, tokens in and out,
 * milliseconds, and the run with the way that it went.
 */
export type Item = {
  right: boolean;
  because: string | null;
  tokens: number;
  ms: number;
  stop: string;
  level: string | null;
  run: string;
  covered: number;
  way: Way;
};

/** Asks a scenario and judges the answer. */
export async function askItem(
  session: Session,
  scenario: Scenario,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Item> {
  const { input: question, goal } = scenario;
  const answer = await ask(session, { question, ...(goal === undefined ? {} : { goal }) }, signal ? { signal } : {});
  signal?.throwIfAborted();
  const lines = readRun(session.folder, answer.run);
  const course = courseOf(lines, answer.usage.calls);
  const proves = async (claim: string) => (await checkClaim(session, claim)).verdict === "provable";
  const judged = await judge(scenario, answer, { course, files, proves });
  const { tokensIn, tokensOut, ms } = answer.usage;
  const { stop, run, route } = answer;
  const said = [answer.answer, ...answer.claims.map(({ text }) => text)].join("\n");
  const covered = coverageOf(scenario, said) ?? 1;
  const [level, way] = [route?.level ?? null, wayOf(lines)];
  return { ...judged, tokens: tokensIn + tokensOut, ms, stop, level, run, covered, way };
}

function courseOf(lines: Line[], steps: number): Course {
  const commands = lines.filter(({ type }) => type === "command.start");
  return { lines: commands.map(({ data }) => (data as { request: { line: string } }).request.line), steps };
}

/** The files of the folder, and a hash that changes whenever one of them may have: their names, sizes and times. */
export async function filesOf({ observer, folder }: Session): Promise<{ files: string[]; hash: string }> {
  const [seen] = await observer.observe([{ see: "universe" }]);
  const files = seen?.seen.ok && "files" in seen.seen ? seen.seen.files : [];
  const facts = files.map((file) => {
    const stat = statSync(join(folder.root, file), { throwIfNoEntry: false });
    return [file, stat?.size, stat?.mtimeMs];
  });
  return { files: [...files], hash: sha256(JSON.stringify(facts)) };
}
