import type { Draft, Stated } from "../core/answer.ts";
import type { Term } from "../core/claim.ts";
import { ErgoError } from "../core/error.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Observe, Universe } from "../core/observation.ts";
import { visible } from "../core/visible.ts";
import { type Board, createBoard } from "../proof/board.ts";
import { call } from "../proof/build.ts";
import type { Judgement } from "../proof/check.ts";
import { decide, measure } from "../proof/decide.ts";
import { parseClaim } from "../proof/grammar.ts";
import type { Members, Value } from "../proof/value.ts";
import { isNone } from "./accept.ts";
import { type Language, type Matched, speak } from "./data.ts";
import type { Said } from "./said.ts";

/** What a recipe's run may use. `now` is in milliseconds since 1970. */
export type Means = {
  observe: Observe;
  now: number;
  /** A glob of paths; no other files are asked about. */
  only?: string;
  signal?: AbortSignal;
  board?: Board;
};

/** One run of a recipe: the question as it was matched, the folder's listing, and what was seen so far. */
export type Asking = {
  matched: Matched;
  /** What the recipe says in the question's language. */
  says: Record<string, string>;
  language: Language;
  board: Board;
  universe: Universe;
  /** The value of a term after all looks that it takes. */
  value(term: string | Term): Promise<Value>;
  judge(claim: string): Promise<Judgement>;
};

/**
 * A recipe's answer: a sentence, then a list where there is one. `declined`: the folder shows that the question meant
 * something else, so it is no answer. `undecided` says why part of it could not be decided.
 */
export type RecipeAnswer = Draft & {
  judgements: Judgement[];
  undecided: string | null;
  declined: boolean;
};

/** What a form found: the words of the answer, what they assert, and the globs of the files that it ranges over. */
export type Found = {
  say: string;
  /** Items of a list, in order. */
  list?: string[];
  claims: { text: string; formal: string }[];
  globs: string[];
  /** What could not be seen, in a sentence. */
  undecided?: string | null;
  stop?: "not_found" | "clarify";
};

/** A sentence with the claim that it states. */
export function stated(say: string, formal: string, more: Partial<Omit<Found, "say" | "claims">> = {}): Found {
  return { globs: [], ...more, say, claims: [{ text: say, formal }] };
}

/** What could not be seen, in a sentence, in place of what was asked. */
export function unseen(why: string, globs: string[] = []): Found {
  return { say: why, claims: [], globs, undecided: why };
}

/** So many items of a list are shown and claimed. */
export const shown = 100;

/** Throws FOLDER_MISSING where the folder can't be listed at all. */
export async function startAsking(matched: Matched, means: Means): Promise<Asking> {
  const language = speak(matched.language);
  const { observe, signal, board = createBoard() } = means;
  if (!board.universe()) board.add(await observe([{ see: "universe" }], signal));
  const seen = board.universe()?.seen;
  if (!seen?.ok)
    throw new ErgoError("FOLDER_MISSING", { dir: "the folder", detail: seen?.message ?? "nothing was seen" });
  return {
    matched,
    says: language.recipes[matched.id] ?? {},
    language,
    board,
    universe: seen,
    value: (term) => measure(typeof term === "string" ? (parseClaim(term) as Term) : term, board, observe, signal),
    judge: (claim) => decide(parseClaim(claim), board, observe, signal),
  };
}

/** Decides what was found and makes the answer of it. */
export async function conclude(asking: Asking, found: Found): Promise<RecipeAnswer> {
  const judgements: Judgement[] = [];
  const claims: Stated[] = [];
  const evidence: Evidence[] = [];
  const shelved = new Map<string, string>();
  let undecided = found.undecided ?? null;
  for (const { text, formal } of found.claims) {
    const judgement = await asking.judge(formal);
    judgements.push(judgement);
    if (judgement.verdict === "refutable") {
      throw new ErgoError("INTERNAL", { detail: `the recipe ${asking.matched.id} asserted what is not so: ${formal}` });
    }
    const ids = judgement.evidence.map((one) => shelve(one, evidence, shelved));
    const proven = judgement.verdict === "provable";
    if (!proven) undecided ??= judgement.because.join(" ");
    claims.push({
      text,
      verdict: proven ? "proven" : "unsupported",
      evidence: ids,
      formal: judgement.claim,
    });
  }
  const proven = claims.every(({ verdict }) => verdict === "proven") && undecided === null;
  return {
    answer: layout(
      { ...found, leftOut: isEmpty(found) ? (asking.universe.ignored?.first ?? []) : [] },
      asking.language.say,
    ),
    claims,
    evidence,
    universe: { files: await sizeOf(asking, found.globs), skipped: asking.universe.skipped.length, globs: found.globs },
    confidence: null,
    degraded: [],
    stop: found.stop ?? (proven ? "success" : "unproven"),
    judgements,
    undecided,
    declined: false,
  };
}

/** The id of a piece of evidence among those of the answer, to which it is added if it is not there yet. */
function shelve({ id: _, ...content }: Evidence, evidence: Evidence[], shelved: Map<string, string>): string {
  const key = JSON.stringify(content);
  const known = shelved.get(key);
  if (known !== undefined) return known;
  const id = `e${evidence.length + 1}`;
  evidence.push({ ...content, id });
  shelved.set(key, id);
  return id;
}

/** The folder shows that the question was not meant like this. */
export function decline(why: string): RecipeAnswer {
  return {
    answer: why,
    claims: [],
    evidence: [],
    universe: { files: 0, skipped: 0, globs: [] },
    confidence: null,
    degraded: [],
    stop: "not_found",
    judgements: [],
    undecided: why,
    declined: true,
  };
}

/** A template with its holes filled. */
export function fill(template: string | undefined, holes: Record<string, string | number>): string {
  return (template ?? "").replace(/\{(\w+)\}/g, (_, name: string) => String(holes[name] ?? ""));
}

/** Several numbers of a thing: the words of the recipe for none, one and many. */
export function byNumber(say: Record<string, string>, n: number, prefix = ""): string {
  return (
    say[`${prefix}${n === 0 ? "none" : n === 1 ? "one" : "many"}`] ?? say[`${prefix}many`] ?? say[`${prefix}some`] ?? ""
  );
}

export function quote(text: string): string {
  return JSON.stringify(text);
}

/** A measured number, or the beginning of the time that it lies in; 0 for what is neither. */
export function lowOf(value: Value): number {
  return value.is === "number" || value.is === "time" ? Number(value.low) : 0;
}

export function asMembers(value: Value): Members {
  if (value.is === "set") return value;
  return { is: "set", certain: [], maybe: [], open: true, lacks: value.lacks, ground: value.ground };
}

/** Why a value is not known in full: a sentence for the first reasons; null when nothing is missing. */
export function missing(value: Value): string | null {
  const reasons = new Set<string>();
  for (const lack of value.lacks) {
    if (lack.is === "blind") reasons.add(lack.blind.message);
    if (lack.is === "void") reasons.add(lack.message);
  }
  if (reasons.size === 0) return null;
  const first = [...reasons].slice(0, 3).map((reason) => (/[.!?]$/.test(reason) ? reason : `${reason}.`));
  const more = reasons.size > 3 ? ` So it is with ${reasons.size - 3} more.` : "";
  return `${first.join(" ")}${more}`;
}

/** What ends a line: a name that holds some is no two names. */
const breaks = /[\n\v\f\r\u0085\u2028\u2029]/g;

/** Whether no file was found of what was counted: what is not looked at may be one. */
function isEmpty({ claims }: Found): boolean {
  return claims.some(({ formal }) => /^(?:files|where)\(/.test(formal) && isNone(formal));
}

function layout({ say, list = [], undecided, leftOut }: Found & { leftOut: string[] }, words: Said): string {
  const lines = [say, ...list.slice(0, shown)];
  if (list.length > shown) lines.push(fill(words.more, { n: list.length - shown }));
  if (undecided) lines.push(fill(words.undecided, { why: undecided }));
  if (leftOut.length > 0) lines.push(fill(words.leftOut, { names: leftOut.join(", ") }));
  return lines.map((line) => line.replace(breaks, visible)).join("\n");
}

async function sizeOf(asking: Asking, globs: string[]): Promise<number> {
  const paths = new Set<string>();
  for (const glob of globs)
    for (const path of asMembers(await asking.value(call("files", glob))).certain) paths.add(path);
  return paths.size;
}
