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
import { aloneIn } from "../../language/clause.ts";
import type { FactQuestion } from "../../language/fact.ts";
import { halvesOf } from "../../language/halves.ts";
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
  /** The closed problem that it puts, alone or with the text piped beside it; then no recipe is asked. */
  closed: Closed | null;
  /** The claim that is to be decided, where the user set one. */
  goal: string | null;
  /** The recipe that answers it, its slots filled. */
  matched: Matched | null;
  /** What it asks of fields; then no recipe is asked. */
  fields: FieldQuestion | null;
  /** What it asks of a code base; where what it names is not there, the recipe answers. */
  code: CodeQuestion | null;
  /** What it asks of amounts of files, where no recipe reads it. */
  amount: AmountQuestion | null;
  /** The two questions that it puts in one, where each is exact by itself; then nothing else exact is asked. */
  both: [Single, Single] | null;
  /** What it asks of listed facts, every word of it found in the tables and rules; then nothing else exact is asked. */
  facts: FactQuestion | null;
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

/** What one question asks exactly. */
export type Single = Pick<Intent, "matched" | "code" | "amount">;

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
  const { code, matched } = whole;
  // What would only be offered, or was found by a word or two, is read again without what is told.
  const isLoose = matched?.usual !== undefined || (code?.asks === "constants" && !code.value);
  const isOpen = ["cite", "clarify"].includes(whole.kind) || isLoose;
  const alone = isOpen ? aloneIn(question) : null;
  const asked = alone?.isSure ? wholly(alone.asked, { ...about, usual: null }) : null;
  return asked?.kind === "exact" && !asked.closed ? { ...asked, question, told: alone!.told } : whole;
}

/** What a question asks, all of it. */
function wholly(question: string, about: Circumstances): Intent {
  const { now, usual, piped = false, root, preset = null } = about;
  if (about.goal !== undefined) return goalIntent(question, about.goal, about.engine);
  const wanted = about.engine ?? null;
  if (wanted === "tutor") throw new ErgoError("GOAL_MISSING", {});
  const isOpen = !piped && !holdsMark(question) && (wanted === null || !textual.has(wanted));
  const closed = closedIn(question, { ...about, wanted });
  const facts = isOpen && !closed ? (about.facts ?? null) : null;
  // Whether texts contradict each other is asked of their words, whatever question of files it is like.
  const isAsked = isOpen && !closed && !facts && findContradicting(question) === null;
  const fields = isAsked ? (about.fields ?? null) : null;
  const read = isAsked && !fields ? match(question, { now, usual }) : null;
  const coded = isAsked && !fields && about.coded !== false ? readCodeQuestion(question) : null;
  // What a recipe only took for its usual wording, amounts may read word by word.
  const isLeft = isAsked && !fields && (read === null || read.usual !== undefined);
  const amount = isLeft && isOpenTo(coded) && about.linked !== false ? readAmount(question) : null;
  const code = amount ? null : coded;
  const matched = amount ? null : read;
  const early = code && !yieldsTo(code, matched) ? code : null;
  const single = exactOf({ closed, code: early, matched, fields, amount, facts });
  const both = isAsked && !fields && !single ? bothIn(question, about) : null;
  const recipe = single ?? (both && { id: "both", slots: {} });
  // No order is read as an exact question.
  const isActed = !piped && root !== undefined && recipe === null;
  const proposal = isActed ? propose(question, root) : null;
  const census = proposal || closed || facts ? null : findCensus(question);
  const acts = proposal !== null || (isActed && census === null && asksForAct(question));
  const lacks = isAsked && !acts && !census ? beyond(question) : null;
  const poses = isAsked && !recipe && !acts && !census && isWordProblem(question);
  const engines = [
    (recipe || lacks) && "direct",
    acts && "act",
    census && "survey",
    poses && "compute",
    piped && "cite",
  ];
  const called = [wanted, ...engines].filter(isName);
  const several = divide(question) !== null || unnest(question) !== null;
  const decided = route(question, { recipe, engine: called[0], own: about.own, several });
  const kind = kindOf({ isExact: recipe !== null, acts, census, lacks, decided });
  // The last one always has an answer, if only that nothing was found.
  const [engine, ...others] = new Set([...called, decided.engine, "cite"]);
  const problem =
    matched || fields || closed || amount || both || facts || !isOpen ? null : narrowed(question, now, usual);
  return {
    question,
    kind,
    route: decided,
    engine: engine!,
    others,
    after: called.length > 0 ? null : engineAfter(engine!, decided.factors.fitted!),
    ...{ closed, goal: null, matched, fields, code, amount, both, facts },
    ...{ census, proposal, preset },
    plans: wanted !== null || Object.values(about.own ?? {}).includes(engine!),
    beyond: lacks,
    told: null,
    problem,
  };
}

/** Two questions in one that are read each as a whole; null where one is not. */
function bothIn(question: string, about: Circumstances): [Single, Single] | null {
  const read = halvesOf(question)?.map((half): Single | null => {
    const { kind, matched, code, amount, closed } = wholly(half, { ...about, usual: null, root: undefined });
    const isRead = kind === "exact" && !closed && (matched !== null || code !== null || amount !== null);
    return isRead ? { matched, code, amount } : null;
  });
  const [one, other] = read ?? [];
  return one && other ? [one, other] : null;
}

/** Throws USAGE for another engine than the one that takes goals. */
function goalIntent(question: string, goal: string, called: EngineName | null | undefined): Intent {
  const engine = called ?? "tutor";
  if (engine !== "tutor") throw new ErgoError("USAGE", { detail: `--goal is for the engine tutor, not ${engine}` });
  const decided = route(question, { recipe: null, engine });
  const rest = {
    ...{ others: [], after: null, closed: null, matched: null, fields: null, code: null, amount: null, both: null },
    ...{
      facts: null,
      census: null,
      proposal: null,
      preset: null,
      plans: true,
      beyond: null,
      told: null,
      problem: null,
    },
  };
  return { question, kind: "exact", route: decided, engine, goal, ...rest };
}

/** What answers exactly, as the route names it. */
function exactOf(read: Pick<Intent, "closed" | "code" | "matched" | "fields" | "amount" | "facts">): Route["recipe"] {
  const { closed, code, matched, fields, amount, facts } = read;
  if (facts) return { id: `facts.${facts.asks}`, slots: {} };
  if (closed) return { id: "closed", slots: { kind: closed.kind } };
  if (code) return { id: `code.${code.asks}`, slots: {} };
  if (matched) return recipeOf(matched);
  if (amount) return { id: `amount.${amount.asks}`, slots: {} };
  return fields && { id: "fields", slots: { asks: fields.asks } };
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

/** Whether a question about code is first answered by a recipe that rules read. */
export function yieldsTo({ yields }: CodeQuestion, matched: Matched | null): boolean {
  return yields && matched !== null && matched.usual === undefined;
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
