import type { Answer } from "../../core/answer.ts";
import { disagreementIn, type Sides } from "../../engines/disagree.ts";
import type { Folder } from "../session/folder.ts";
import { readRun, runsOf } from "./runs.ts";
import { answerIn } from "./verify.ts";

/** Where documents say otherwise than others, and the run that came upon it. */
export type Disagreement = Sides & { run: string; question: string };

/** So many runs are looked through: each is read whole. */
const most = 200;

/** The disagreements between documents that the newest runs came upon, each pair of places once; how many runs that were. */
export function disagreementsOf(folder: Folder): { disagreements: Disagreement[]; runs: number } {
  const runs = runsOf(folder)
    .filter(({ outcome }) => outcome === "answered" || outcome === "partial")
    .slice(0, most);
  const found = new Map<string, Disagreement>();
  for (const { run, question } of runs) {
    const answer = answerOf(folder, run);
    const sides = answer ? disagreementIn(answer) : null;
    if (sides === null) continue;
    const key = sides.sides.map(({ text, evidence }) => `${evidence.path} ${text}`).sort();
    const pair = JSON.stringify(key);
    if (!found.has(pair)) found.set(pair, { run, question, ...sides });
  }
  return { disagreements: [...found.values()], runs: runs.length };
}

/** What a run answered; undefined where its record can't be read, which `ergo verify` tells. */
function answerOf(folder: Folder, run: string): Answer | undefined {
  try {
    return answerIn(readRun(folder, run));
  } catch {
    return undefined;
  }
}
