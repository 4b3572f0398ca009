import { asksForAct } from "../../commands/pick.ts";
import { ErgoError } from "../../core/error.ts";
import type { Census, Proposal } from "../../core/port.ts";
import type { EngineName, Route } from "../../core/route.ts";
import { findCensus } from "../../knowledge/reading/census.ts";
import { divide } from "../../knowledge/reading/divide.ts";
import { unnest } from "../../knowledge/reading/nested.ts";
import { readAmount } from "../../language/amount.ts";
import { withoutBeside } from "../../language/beside.ts";
import { type Beyond, beyond } from "../../language/beyond.ts";
import { type Alone, aloneIn, withPlace } from "../../language/clause.ts";
import { engineAfter, goalEngine } from "../../routing/choose.ts";
import { route } from "../../routing/route.ts";
import { isWordProblem } from "../../solve/wordproblem.ts";
import { type Circumstances, type Exact, exactIn, isOfFiles, named } from "./exact.ts";
import { propose } from "./request.ts";

/**
 * What a question asks, as it was understood once, before its run began: exactly of files or of the fields of documents, of all
 * documents together, for something to be done, for what texts say, for a reply that needs no source, or for what nothing here measures.
 */
export type Intent = {
  question: string;
  kind: "exact" | "aggregate" | "act" | "cite" | "converse" | "clarify";
  route: Route;
  /** The engine that is tried first, and those that follow where it has no plan. */
  engine: EngineName;
  others: EngineName[];
  /** The engine that is tried once where that one found no sure answer; null for none, and where the user insists on one. */
  after: EngineName | null;
  /** The claim that is to be decided, where the user set one. */
  goal: string | null;
  /** What may answer it exactly, each tried where the one before finds that what the question names is not there; empty for none. */
  exact: Exact[];
  census: Census | null;
  /** What it wants done, where rules read it. */
  proposal: Proposal | null;
  /** The preset that the user chose for the engine; null for its usual one. */
  preset: string | null;
  /** Whether a model may plan the steps: the user called for the engine, or measured that it pays with that model. */
  plans: boolean;
  /** What it asks that nothing here measures. */
  beyond: Beyond | null;
  /** What is told around it that changes nothing, as far as its words tell, and those that only stand there; null for nothing. */
  told: Pick<Alone, "told" | "words"> | null;
};

/**
 * Understands a question by rules. No recipe answers one from which a secret was redacted: the files hold what it asked for, not
 * the mark. Looks at no file but whether two sides that are compared are ones, below `root`.
 */
export function intentOf(question: string, about: Circumstances = { now: Date.now() }): Intent {
  const whole = wholly(question, about);
  if (!["cite", "clarify"].includes(whole.kind) && !whole.exact.some(isLoose)) return whole;
  for (const { asked, told, words } of aloneOf(question, about)) {
    const read = wholly(asked, about);
    if (read.kind === "exact" && !["closed", "half"].includes(read.exact[0]!.is))
      return { ...read, question, told: { told, words } };
  }
  return whole;
}

/** A question without what is told around it, or what its answer tells anyway, as far as nothing may be lost by it. */
function aloneOf(question: string, about: Circumstances): Alone[] {
  const alone = aloneIn(question);
  const asked = alone?.isSure ? alone : { asked: question, told: "", words: "", isSure: true };
  const placed = withPlace(question);
  return [
    ...(alone?.isSure ? [alone] : []),
    ...(placed === null ? [] : [{ asked: placed, told: "", words: "", isSure: true }]),
    ...withoutTold(asked, about),
  ];
}

/** A question without "and how many is that", or "file and line please", which the answer tells anyway. */
function withoutTold(alone: Alone, about: Circumstances): Alone[] {
  const { asked } = alone;
  const place = withoutBeside(asked, "place");
  const [first] = place === null ? [] : exactIn(place, about);
  const isTold = first?.is === "code" || (first?.is === "amount" && first.amount.asks === "lines");
  const bare = isTold ? place : withoutBeside(asked, "number");
  return bare === null ? [] : [{ ...alone, asked: bare }];
}

/** Whether it would only be offered, or was found by a word or two: then the question is read again without what is told. */
function isLoose(exact: Exact): boolean {
  if (exact.is === "half") return true;
  return exact.is === "code" && exact.code.asks === "constants" && !exact.code.value;
}

/** What a question asks, all of it. */
function wholly(question: string, about: Circumstances): Intent {
  const { piped = false, root, preset = null, own, calibrated } = about;
  if (about.goal !== undefined) return goalIntent(question, about.goal, about.engine);
  const wanted = about.engine ?? null;
  if (wanted === "tutor") throw new ErgoError("GOAL_MISSING", {});
  const exact = exactIn(question, about);
  const isExact = exact.length > 0;
  // No order is read as an exact question, nor one for what the folder hasn't.
  const isActed = !piped && root !== undefined && !isExact && !(about.linked === false && isOfOwn(question));
  const proposal = isActed ? propose(question, root) : null;
  const isSettled = proposal !== null || exact[0]?.is === "closed" || exact[0]?.is === "facts";
  const census = isSettled ? null : findCensus(question);
  const acts = proposal !== null || (isActed && census === null && asksForAct(question));
  const isText = !acts && !census && isOfText(question, about, exact);
  const lacks = isText ? beyond(question) : null;
  const poses = isText && !isExact && isWordProblem(question);
  const engines = [
    (isExact || lacks) && "direct",
    acts && "act",
    census && "survey",
    poses && "compute",
    piped && "cite",
  ];
  const called = [wanted, ...engines].filter(isName);
  const several = divide(question) !== null || unnest(question) !== null;
  const decided = route(question, { recipe: named(exact[0]), engine: called[0], own, several, calibrated });
  // What is read exactly, and is not so here, is asked of texts like any other. The last one always has an answer, if only that nothing was found.
  const further = isExact && several && !piped ? (["react"] as const) : [];
  const [engine, ...others] = new Set([...called, decided.engine, ...further, "cite"]);
  return {
    question,
    kind: kindOf({ isExact, acts, census, lacks, decided }),
    route: decided,
    engine: engine!,
    others,
    after: called.length > 0 ? null : engineAfter(engine!, decided.factors.fitted!),
    ...{ goal: null, exact, census, proposal, preset },
    plans: wanted !== null || Object.values(own ?? {}).includes(engine!),
    beyond: lacks,
    told: null,
  };
}

/** Whether amounts of the folder's own things are asked for: "how many commands" is not how many files. */
function isOfOwn(question: string): boolean {
  const amount = readAmount(question);
  return amount !== null && "files" in amount && amount.files.own !== null;
}

/** Whether a question that nothing settles may be one that nothing measures, or a problem in words. */
function isOfText(question: string, about: Circumstances, [first]: readonly Exact[]): boolean {
  return first?.is !== "closed" && first?.is !== "facts" && isOfFiles(question, about);
}

/** Throws USAGE for another engine than the one that takes goals. */
function goalIntent(question: string, goal: string, called: EngineName | null | undefined): Intent {
  const engine = called ?? goalEngine();
  if (engine !== goalEngine())
    throw new ErgoError("USAGE", { detail: `--goal is for the engine ${goalEngine()}, not ${engine}` });
  const plain = route(question, { recipe: null, engine });
  const decided = { ...plain, flags: [], reasons: [...plain.reasons, `the claim to be decided is ${goal}`] };
  const rest = {
    ...{ others: [], after: null, exact: [], census: null, proposal: null, preset: null },
    ...{ plans: true, beyond: null, told: null },
  };
  return { question, kind: "exact", route: decided, engine, goal, ...rest };
}

function kindOf(read: {
  isExact: boolean;
  acts: boolean;
  census: Census | null;
  lacks: Beyond | null;
  decided: Route;
}): Intent["kind"] {
  if (read.isExact) return "exact";
  if (read.acts) return "act";
  if (read.census) return "aggregate";
  if (read.lacks) return "clarify";
  return read.decided.about === "none" ? "converse" : "cite";
}

function isName(name: string | false | null): name is string {
  return typeof name === "string";
}
