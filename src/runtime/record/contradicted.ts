import type { Answer } from "../../core/answer.ts";
import { ErgoError } from "../../core/error.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Folder } from "../session/folder.ts";
import { readRun, runsOf } from "./runs.ts";
import { answerIn } from "./verify.ts";

/** Two texts that say otherwise, each with the sentence that does, in what, and the run that came upon it. */
export type Contradicted = {
  because: string;
  sides: { text: string; evidence: Evidence }[];
  run: string;
  question: string;
};

/** So many runs are looked through: each is read whole. */
const most = 200;

/** Where documents contradict others as the newest runs came upon it, each pair of places once; how many runs that were. */
export function contradictionsIn(folder: Folder): { disagreements: Contradicted[]; runs: number } {
  const runs = runsOf(folder)
    .filter(({ outcome }) => outcome === "answered" || outcome === "partial")
    .slice(0, most);
  const found = new Map<string, Contradicted>();
  for (const { run, question } of runs) {
    const answer = answerOf(folder, run);
    for (const { evidence, because } of answer?.contradictions ?? []) {
      const sides = evidence.flatMap((id) => sideOf(id, answer!));
      const pair = JSON.stringify(sides.map((side) => `${side.evidence.path} ${side.text}`).sort());
      if (sides.length === 2 && !found.has(pair)) found.set(pair, { run, question, because, sides });
    }
  }
  return { disagreements: [...found.values()], runs: runs.length };
}

/** A piece of evidence with what is claimed by it. */
function sideOf(id: string, { claims, evidence }: Answer): Contradicted["sides"] {
  const one = evidence.find((each) => each.id === id);
  const text = claims.find((claim) => claim.evidence.includes(id))?.text;
  return one ? [{ text: text ?? one.text, evidence: one }] : [];
}

/** What a run answered; undefined where its record can't be read, which `ergo verify` tells. */
function answerOf(folder: Folder, run: string): Answer | undefined {
  try {
    return answerIn(readRun(folder, run));
  } catch (thrown) {
    if (thrown instanceof ErgoError) return undefined;
    throw thrown;
  }
}
