import { type CodeQuestion, readCodeQuestion } from "../../code/ask/question.ts";
import { asksForAct } from "../../commands/pick.ts";
import { ErgoError, type Problem, problem as toProblem } from "../../core/error.ts";
import type { Census, Proposal } from "../../core/port.ts";
import type { EngineName, Route } from "../../core/route.ts";
import type { FieldQuestion } from "../../fields/catalog.ts";
import { findCensus } from "../../knowledge/reading/census.ts";
import { findContradicting } from "../../knowledge/reading/contradicting.ts";
import { divide } from "../../knowledge/reading/divide.ts";
import { unnest } from "../../knowledge/reading/nested.ts";
import { readAmount } from "../../language/amount.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import { withoutBeside } from "../../language/beside.ts";
import { type Alone, aloneIn } from "../../language/clause.ts";
import type { FactQuestion } from "../../language/fact.ts";
import { halvesOf, it, thenOf } from "../../language/halves.ts";
import { type Beyond, beyond } from "../../recipes/beyond.ts";
import type { Matched } from "../../recipes/fit.ts";
import { match, narrowers } from "../../recipes/match.ts";
import { engineAfter, type Own } from "../../routing/choose.ts";
import { route } from "../../routing/route.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { isWordProblem } from "../../solve/wordproblem.ts";
import { type Closed, closedIn } from "./closed.ts";
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
  /** What is told around it that changes nothing, as far as its words tell; null for nothing. */
  told: string | null;
  /** Why no recipe answers it, where one might have. */
  problem: Problem | null;
};

/**
 * What answers a question exactly: the closed problem that it puts, alone or with the text piped beside it; listed facts, where every word of it
 * is found in the tables and rules; the fields of documents; amounts of files, read part by part; a code base; a recipe; two
 * of these, for the two questions that it puts in one; or one that finds a file, and a question `about` that one, which stands there as {@link it}.
 */
export type Exact =
  | { is: "closed"; closed: Closed }
  | { is: "facts"; facts: FactQuestion }
  | { is: "fields"; fields: FieldQuestion }
  | { is: "amount"; amount: AmountQuestion }
  | { is: "code"; code: CodeQuestion }
  | { is: "recipe"; matched: Matched }
  | { is: "both"; both: [Exact[], Exact[]] }
  | { is: "found"; first: Exact[]; about: string };

type ExactBy<Is extends Exact["is"]> = Extract<Exact, { is: Is }>;

/** The one of a kind among what may answer a question. */
export function exactBy<Is extends Exact["is"]>(exact: readonly Exact[], is: Is): ExactBy<Is> | undefined {
  return exact.find((one): one is ExactBy<Is> => one.is === is);
}

/** What a question is understood by besides its words. */
export type Circumstances = {
  /** Milliseconds since 1970: what "yesterday" counts from. */
  now: number;
  /** The folder that requests are about; left out where nothing is to be done. */
  root?: string | undefined;
  /** The engine that the user insists on. */
  engine?: EngineName | null | undefined;
  /** Engines that the user's own measurements found to pay. */
  own?: Own | undefined;
  /** The preset that the user chose for it. */
  preset?: string | null | undefined;
  /** Whether a text was piped in beside it: that is then what it is about. */
  piped?: boolean | undefined;
  /** That text. */
  beside?: string | undefined;
  /** The usual wording that an encoder found it to be like, null if none. */
  usual?: string | null | undefined;
  fields?: FieldQuestion | null | undefined;
  facts?: FactQuestion | null | undefined;
  /** Whether the folder holds source files or manifests; taken to where it isn't said. */
  coded?: boolean | undefined;
  /** Whether what it asks of amounts is of something that the folder has; taken to where it isn't said. */
  linked?: boolean | undefined;
  /** The claim that the user wants decided. */
  goal?: string | undefined;
};

/**
 * Understands a question by rules. No recipe answers one from which a secret was redacted: the files hold what it asked for, not
 * the mark. Looks at no file but whether two sides that are compared are ones, below `root`.
 */
export function intentOf(question: string, about: Circumstances = { now: Date.now() }): Intent {
  const whole = wholly(question, about);
  const isOpen = ["cite", "clarify"].includes(whole.kind) || whole.exact.some(isLoose);
  const alone = isOpen ? (aloneIn(question) ?? withoutTold(question, about)) : null;
  const asked = alone?.isSure ? wholly(alone.asked, { ...about, usual: null }) : null;
  const isRead = asked?.kind === "exact" && asked.exact[0]?.is !== "closed";
  return isRead ? { ...asked, question, told: alone!.told } : whole;
}

/** A question without "and how many is that", or "file and line please", which the answer tells anyway. */
function withoutTold(question: string, about: Circumstances): Alone | null {
  const place = withoutBeside(question, "place");
  const isPlaced = ({ exact: [first] }: Intent) =>
    first?.is === "code" || (first?.is === "amount" && first.amount.asks === "lines");
  const isTold = place !== null && isPlaced(wholly(place, { ...about, usual: null }));
  const asked = isTold ? place : withoutBeside(question, "number");
  return asked === null ? null : { asked, told: "", isSure: true };
}

/** Whether it would only be offered, or was found by a word or two: then the question is read again without what is told. */
function isLoose(exact: Exact): boolean {
  if (exact.is === "recipe") return exact.matched.usual !== undefined;
  return exact.is === "code" && exact.code.asks === "constants" && !exact.code.value;
}

/** What a question asks, all of it. */
function wholly(question: string, about: Circumstances): Intent {
  const { piped = false, root, preset = null, own } = about;
  if (about.goal !== undefined) return goalIntent(question, about.goal, about.engine);
  const wanted = about.engine ?? null;
  if (wanted === "tutor") throw new ErgoError("GOAL_MISSING", {});
  const exact = exactIn(question, about);
  const isExact = exact.length > 0;
  // No order is read as an exact question.
  const isActed = !piped && root !== undefined && !isExact;
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
  const decided = route(question, { recipe: named(exact[0]), engine: called[0], own, several });
  // The last one always has an answer, if only that nothing was found.
  const [engine, ...others] = new Set([...called, decided.engine, "cite"]);
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
    problem: problemOf(question, about, exact),
  };
}

/** What may answer a question exactly, in the order in which it is tried; empty where nothing does. */
function exactIn(question: string, about: Circumstances): Exact[] {
  const { now, usual, beside, engine = null, facts, fields } = about;
  const closed = closedIn(question, { beside, wanted: engine });
  if (closed) return [{ is: "closed", closed }];
  if (facts && isOpen(question, about)) return [{ is: "facts", facts }];
  if (!isOfFiles(question, about)) return [];
  if (fields) return [{ is: "fields", fields }];
  const amount = about.linked === false ? null : readAmount(question);
  const code = about.coded === false ? null : readCodeQuestion(question);
  const ofAmount: Exact[] = amount ? [{ is: "amount", amount }] : [];
  const ofCode: Exact[] = code ? [{ is: "code", code }] : [];
  if (amount) return isOpenTo(code) || amount.asks === "types" ? ofAmount : [...ofCode, ...ofAmount];
  const matched = match(question, { now, usual });
  const ofRecipe: Exact[] = matched ? [{ is: "recipe", matched }] : [];
  if (code?.yields && matched && matched.usual === undefined) return [...ofRecipe, ...ofCode];
  if (code || matched) return [...ofCode, ...ofRecipe];
  const both = bothIn(question, about);
  return both ? [{ is: "both", both }] : foundIn(question, about);
}

/** Whether anything but texts may be asked. */
function isOpen(question: string, { piped = false, engine = null }: Circumstances): boolean {
  return !piped && !holdsMark(question) && (engine === null || !textual.has(engine));
}

/** Whether files may be asked: whether texts contradict each other is asked of their words, whatever question of files it is like. */
function isOfFiles(question: string, about: Circumstances): boolean {
  return isOpen(question, about) && findContradicting(question) === null;
}

/** Whether a question that nothing settles may be one that nothing measures, or a problem in words. */
function isOfText(question: string, about: Circumstances, [first]: readonly Exact[]): boolean {
  return first?.is !== "closed" && first?.is !== "facts" && isOfFiles(question, about);
}

/** Why no recipe answers a question, where one might have. */
function problemOf(question: string, about: Circumstances, exact: readonly Exact[]): Problem | null {
  const isAnswered = exact.some(({ is }) => is !== "code");
  return isAnswered || !isOpen(question, about) ? null : narrowed(question, about.now, about.usual);
}

/** Two questions in one that are read each as a whole; null where one is not. */
function bothIn(question: string, about: Circumstances): [Exact[], Exact[]] | null {
  const singles = ["amount", "code", "recipe"];
  const read = halvesOf(question)?.map((half) => wholly(half, { ...about, usual: null, root: undefined }).exact);
  const [one, other] = read?.filter(([first]) => first && singles.includes(first.is)) ?? [];
  return one && other ? [one, other] : null;
}

/** A question for the file that has most of something, and one about that file; empty where it is none. */
function foundIn(question: string, about: Circumstances): Exact[] {
  const found = thenOf(question);
  if (!found) return [];
  const read = (half: string) => wholly(half, { ...about, usual: null, root: undefined }).exact;
  const first = read(found.first);
  const [one] = first;
  const isOne = one?.is === "amount" && one.amount.asks === "extreme" && one.amount.count === null;
  const sample = "it.txt";
  const [two] = isOne ? read(found.about.replace(it, sample)) : [];
  return two && JSON.stringify(two).includes(`"${sample}"`) ? [{ is: "found", first, about: found.about }] : [];
}

/** Throws USAGE for another engine than the one that takes goals. */
function goalIntent(question: string, goal: string, called: EngineName | null | undefined): Intent {
  const engine = called ?? "tutor";
  if (engine !== "tutor") throw new ErgoError("USAGE", { detail: `--goal is for the engine tutor, not ${engine}` });
  const decided = route(question, { recipe: null, engine });
  const rest = {
    ...{ others: [], after: null, exact: [], census: null, proposal: null, preset: null },
    ...{ plans: true, beyond: null, told: null, problem: null },
  };
  return { question, kind: "exact", route: decided, engine, goal, ...rest };
}

/** What answers exactly, as the route names it. */
function named(exact: Exact | undefined): Route["recipe"] {
  if (exact === undefined) return null;
  if (exact.is === "recipe") return recipeOf(exact.matched);
  if (exact.is === "closed") return { id: "closed", slots: { kind: exact.closed.kind } };
  if (exact.is === "fields") return { id: "fields", slots: { asks: exact.fields.asks } };
  if (exact.is === "both" || exact.is === "found") return { id: exact.is, slots: {} };
  const { asks } = exact.is === "facts" ? exact.facts : exact.is === "code" ? exact.code : exact.amount;
  return { id: `${exact.is}.${asks}`, slots: {} };
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

/** Whether a question that words of code were found in may be one for amounts of files. */
function isOpenTo(code: CodeQuestion | null): boolean {
  return code === null || (code.yields && code.asks !== "declared");
}

function isName(name: string | false | null): name is string {
  return typeof name === "string";
}

/** Engines that read texts alone, whatever recipes say. */
const textual: ReadonlySet<string> = new Set(["cite"]);

function narrowed(question: string, now: number, usual?: string | null): Problem | null {
  const said = narrowers(question, { now, usual });
  return said.length > 0 ? toProblem(new ErgoError("QUESTION_NARROWED", { said: said.join(" ") })) : null;
}

function recipeOf({ id, slots, usual }: Matched): Route["recipe"] {
  return { id, slots, ...(usual === undefined ? {} : { usual }) };
}
