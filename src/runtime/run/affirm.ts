import type { Draft } from "../../core/answer.ts";
import type { Claim, Term } from "../../core/claim.ts";
import type { Lexicon } from "../../language/fact.ts";
import { readStatement, type Statement, type Told } from "../../language/statement.ts";
import { createBoard } from "../../proof/board.ts";
import { decide } from "../../proof/decide.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { numberTerm } from "../../proof/value.ts";
import type { Session } from "../session/session.ts";
import { answerExactly } from "./answer.ts";
import { isCalled } from "./code/stated.ts";
import type { Exact as Read } from "./exact.ts";
import type { Exact } from "./stated.ts";
import { intentWithin } from "./understand.ts";
import { isLiteral, isRange, isSame } from "./worth.ts";

/**
 * Decides a statement about files, code or a manifest by the question that it answers, read as questions are: proven or contradicted where
 * CHECK proves the answer, supported where what was seen bears it out. Null where no reader takes all of it, or where the answer can't
 * be set against what it tells. `lexicon`: what the folder's tables and rules speak of. Throws what looking throws.
 */
export async function affirmed(
  session: Session,
  statement: string,
  lexicon: Lexicon | null,
  signal: AbortSignal,
): Promise<Exact | null> {
  const answered = (question: string) => answerTo(session, question, lexicon, signal);
  for (const read of readStatement(statement)) {
    if (read.own !== null && !isOwn(await answered("What is the name of the package?"), read.own)) continue;
    const draft = await answered(read.asks);
    const exact = draft && (await compared(session, read, draft, signal));
    if (exact) return exact;
  }
  return null;
}

/** The exact answer to a question of which every word is read; null for none. */
async function answerTo(
  session: Session,
  question: string,
  lexicon: Lexicon | null,
  signal: AbortSignal,
): Promise<Draft | null> {
  const { observer, only } = session;
  const now = Date.now();
  const { exact, told, kind } = await intentWithin(session, question, { now, piped: false, lexicon }, signal);
  if (kind !== "exact" || told !== null || !exact.every(isWhole)) return null;
  const observe: typeof observer.observe = (queries) => observer.observe(queries, signal);
  const draft = await answerExactly(exact, { observe, now, only, signal });
  const isSure = draft?.stop === "success" && !draft.alternatives && draft.claims.length > 0;
  return isSure ? draft : null;
}

/** What reads all of a question, and nothing else than it. */
function isWhole(exact: Read): boolean {
  return exact.is === "amount" || exact.is === "code";
}

/** Whether the manifest of the folder calls its package so. */
function isOwn(draft: Draft | null, name: string): boolean {
  const [own, ...more] = draft ? valuesOf(draft) : [];
  return own !== undefined && more.length === 0 && isCalled(own.value, name);
}

async function compared(
  session: Session,
  { tells, only, named }: Statement,
  draft: Draft,
  signal: AbortSignal,
): Promise<Exact | null> {
  if (named && draft.claims.some(({ formal = "" }) => isOfSome(formal))) return null;
  const isProven = draft.claims.every(({ verdict }) => verdict === "proven");
  const isSeen = draft.claims.every(({ verdict }) => verdict === "proven" || verdict === "supported");
  const said = isProven || isSeen ? await holds(session, tells, draft, signal) : null;
  if (said === null || (!said && (only || !isProven))) return null;
  const verdict = said ? (isProven ? "proven" : "supported") : "contradicted";
  return { verdict, because: draft.answer.split("\n")[0]!, evidence: draft.evidence };
}

/** Whether a claim is of some of all files, and not of those that it names: that one of them holds two words says nothing of what these are. */
function isOfSome(formal: string): boolean {
  return /\b(?:files|dirs|where)\(|\b(?:any|all) \w+ in /.test(formal);
}

/** Whether what a statement tells is what was found; null where that is not seen. */
async function holds(session: Session, told: Told, draft: Draft, signal: AbortSignal): Promise<boolean | null> {
  if (told.is === "yes" || told.is === "no") {
    const is = /^(yes|no)\b/i.exec(draft.answer)?.[1]?.toLowerCase() ?? existing(draft);
    return is === null ? null : is === told.is;
  }
  if (told.is === "number") return await isMeasured(session, told, draft, signal);
  const values = valuesOf(draft);
  const verdicts = values.map(({ key, value }) => {
    if (told.is === "literal") return isLiteral(told.value, value, key);
    if ("version" in told) return isRange(told, value, key);
    return isSame(told.is, told.value, value);
  });
  // What is written in several places is told of all of them, or of none.
  return verdicts.length === draft.claims.length && new Set(verdicts).size === 1 ? verdicts[0]! : null;
}

/** Whether an answer says that a file is there by its claim alone; null where it says nothing of the kind. */
function existing({ claims }: Draft): "yes" | "no" | null {
  const said = /^(not )?exists\(/.exec(claims[0]?.formal ?? "");
  return said === null ? null : said[1] ? "no" : "yes";
}

/** The text that a claim says a manifest or a constant has. */
type Written = { key: string; value: string };

function valuesOf({ claims }: Draft): Written[] {
  return claims.flatMap(({ formal }): Written[] => {
    const claim = formal === undefined ? null : parseClaim(formal);
    if (claim?.is !== "compare" || claim.operator !== "=") return [];
    const { left, right } = claim;
    if (left.is !== "call" || (left.name !== "manifest" && left.name !== "constant")) return [];
    if (right.is !== "string" && right.is !== "number") return [];
    const [, key] = left.args;
    const value = right.is === "number" ? right.text : right.value;
    return [{ key: key?.is === "string" ? key.value : "", value }];
  });
}

/** Has CHECK compare what the answer measured with the number that a statement tells; what is nested in a folder is denied by what it holds in all. */
async function isMeasured(
  { observer }: Session,
  { number, by, nested }: Extract<Told, { is: "number" }>,
  { claims }: Draft,
  signal: AbortSignal,
): Promise<boolean | null> {
  const [{ formal } = { formal: undefined }, ...more] = claims;
  const measured = formal === undefined || more.length > 0 ? [] : termsIn(parseClaim(formal));
  // Where more than one number is told, either may be meant.
  const term = measured.length === 1 ? measured[0]! : null;
  if (term === null) return null;
  const verdictOf = async (operator: typeof by) => {
    const claim: Claim = { is: "compare", left: term, operator, right: numberTerm(number), at: 0 };
    return (await decide(claim, createBoard(), observer.observe, signal)).verdict;
  };
  const verdict = await verdictOf(by);
  if (verdict !== "refutable") return verdict === "provable" ? true : null;
  return !nested || by === ">" || (by !== "<" && by !== "<=" && (await verdictOf(">=")) === "refutable") ? false : null;
}

/** The terms whose numbers a claim tells. */
function termsIn(claim: Claim): Term[] {
  if (claim.is === "and") return claim.parts.flatMap(termsIn);
  return claim.is === "compare" && claim.right.is === "number" ? [claim.left] : [];
}
