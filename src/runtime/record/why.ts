import type { Step } from "../../core/claim.ts";
import type { Json } from "../../core/journal.ts";
import type { Route } from "../../core/route.ts";
import { createBoard } from "../../proof/board.ts";
import { check } from "../../proof/check.ts";
import { parseClaim } from "../../proof/grammar.ts";
import type { Folder } from "../session/folder.ts";
import { readRun } from "./runs.ts";
import { answerIn, observationsIn } from "./verify.ts";

/** Why an answer is as it is: its route with every factor, and how each formal claim follows from what was seen. */
export type Why = {
  route: Route | null;
  claims: { text: string; verdict: string; because: string[]; derivation: Step[] }[];
};

/** Read from the record of a run alone; nothing is looked at again. Throws RUN_UNKNOWN and TRACE_READ. */
export function whyOf(folder: Folder, run: string): Why {
  const lines = readRun(folder, run);
  const decided = lines.find(({ type }) => type === "route.decided")?.data as Json | undefined;
  const board = createBoard(observationsIn(lines));
  const claims = (answerIn(lines)?.claims ?? []).map(({ text, verdict, formal }) => {
    const judged = formal === undefined ? null : check(parseClaim(formal), board);
    return { text, verdict, because: judged?.because ?? [], derivation: judged?.derivation ?? [] };
  });
  return { route: (decided as unknown as Route | undefined) ?? null, claims };
}
