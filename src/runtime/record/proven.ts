import type { Answer, Stated } from "../../core/answer.ts";
import type { Step } from "../../core/claim.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Line } from "../../core/journal.ts";
import { type Board, createBoard } from "../../proof/board.ts";
import { check, type Judgement } from "../../proof/check.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { verifyChain } from "../../trace/verify.ts";
import type { Folder } from "../session/folder.ts";
import { type Contraction, contractionsIn } from "./contraction.ts";
import { type Game, gamesIn } from "./game.ts";
import { readRun, traceOf } from "./runs.ts";
import { answerIn, observationsIn, recheck } from "./verify.ts";

/**
 * What a run proved, as far as its record shows: each claim of the answer with what it rests on, each that was checked and not
 * proven with what is missing, the games about claims, and the trees of questions that contract.
 */
export type Proof = {
  /** The hash of the record's last line, and what is wrong with its chain: then nothing of it counts. */
  head: string;
  problems: string[];
  claims: Proven[];
  unproven: Unproven[];
  games: Game[];
  contractions: Contraction[];
};

/**
 * `evidence` is the answer's; ids in `derivation` are those of `seen`, what CHECK judged it by, and of earlier steps. A claim
 * without a form has neither: a text says it. `fault` says why a claim does not hold that the answer calls proven or supported.
 */
type Proven = Pick<Stated, "text" | "verdict" | "formal"> & {
  because: string[];
  evidence: Evidence[];
  derivation: Step[];
  seen: Evidence[];
  fault: string | null;
};

/** A claim that was checked and is not proven: why, and what would decide it. */
type Unproven = { claim: string; verdict: string; because: string[]; needs: string[] };

/** Read from the record of a run alone, with CHECK over what it holds. Throws RUN_UNKNOWN and TRACE_READ. */
export function proofOf(folder: Folder, run: string): Proof {
  const lines = readRun(folder, run);
  const answer = answerIn(lines);
  const board = createBoard(observationsIn(lines));
  const { head, problems } = verifyChain(traceOf(folder, run));
  return {
    head,
    // That it has not ended is no fault of what is there.
    problems: problems.flatMap(({ code, where, message }) => (code === "UNFINISHED" ? [] : [`${where}: ${message}`])),
    claims: (answer?.claims ?? []).map((claim) => provenBy(claim, answer!, board)),
    unproven: unprovenIn(lines, answer, board),
    games: gamesIn(lines),
    contractions: contractionsIn(lines),
  };
}

function provenBy(claim: Stated, answer: Answer, board: Board): Proven {
  const { text, verdict, formal, evidence: ids } = claim;
  const isBorneOut = verdict === "proven" || verdict === "supported";
  const judged = formal === undefined ? undefined : judgedIn(formal, board);
  const isUnread = formal !== undefined && judged === undefined;
  const [fault] = isBorneOut && !isUnread ? recheck(claim, answer, board, false) : [];
  const { because = [], derivation = [], evidence: seen = [] } = judged ?? {};
  const form = formal === undefined ? {} : { formal };
  const evidence = answer.evidence.filter(({ id }) => ids.includes(id));
  return {
    text,
    verdict,
    ...form,
    because,
    evidence,
    derivation,
    seen,
    fault: isUnread ? unread : (fault?.message ?? null),
  };
}

const unread = "its claim is none that CHECK reads";

/** Each claim once, as it was checked last; what the answer states as proven is left out. */
function unprovenIn(lines: Line[], answer: Answer | undefined, board: Board): Unproven[] {
  const stated = new Set(answer?.claims.flatMap(({ text, formal = "" }) => [text, formal]));
  const checked = new Map<string, Unproven>();
  for (const { type, data } of lines) {
    if (type !== "claim.checked") continue;
    const { claim = "", verdict = "", because } = (data ?? {}) as Partial<Checked>;
    if (stated.has(claim)) continue;
    if (verdict === "provable" || verdict === "supported") checked.delete(claim);
    else
      checked.set(claim, {
        claim,
        verdict,
        ...lacking(claim, board),
        ...(because ? { because: [because].flat() } : {}),
      });
  }
  const open = (answer?.claims ?? []).filter(({ verdict }) => verdict === "unsupported" || verdict === "contradicted");
  return [
    ...(answer ? openGoal(lines, board) : []),
    ...open.map(({ text, verdict, formal }) => ({ claim: text, verdict, ...lacking(formal ?? "", board) })),
    ...checked.values(),
  ];
}

/** The claim that was to be decided, where what was seen leaves it open. */
function openGoal(lines: Line[], board: Board): Unproven[] {
  const { goal } = (lines.find(({ type }) => type === "run.start")?.data ?? {}) as { goal?: string };
  const judged = goal === undefined ? undefined : judgedIn(goal, board);
  if (goal === undefined || judged?.verdict !== "undecidable") return [];
  return [{ claim: goal, verdict: "undecided", because: judged.because, needs: judged.needsText ?? [] }];
}

type Checked = { claim: string; verdict: string; because: string | string[] };

/** What CHECK misses of a claim; nothing where the claim has no form that CHECK reads. */
function lacking(claim: string, board: Board): Pick<Unproven, "because" | "needs"> {
  const judged = judgedIn(claim, board);
  return { because: judged?.because ?? [], needs: judged?.needsText ?? [] };
}

function judgedIn(claim: string, board: Board): Judgement | undefined {
  try {
    return check(parseClaim(claim), board);
  } catch {
    return undefined;
  }
}
