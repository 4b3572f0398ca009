import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Draft, FromCache } from "../../core/answer.ts";
import type { Means, Recalled } from "../../core/port.ts";
import { alikeFrom, asksTheSame, questionKey } from "../../knowledge/text/paraphrase.ts";
import { ownHead } from "../../trace/heads.ts";
import { isRunId, traceFile } from "../../trace/line.ts";
import { readTrace } from "../../trace/read.ts";
import { readRegular } from "../../trace/regular.ts";
import { verifyChain } from "../../trace/verify.ts";
import { isBad } from "../record/learn.ts";
import { answerIn } from "../record/verify.ts";
import type { Folder } from "../session/folder.ts";
import { permit } from "../session/permit.ts";
import type { Session } from "../session/session.ts";
import { type Beginning, beginningIn } from "./begin.ts";

/** The file in the state folder. */
const cacheName = "answers.json";

/** An answer is given again for so long; milliseconds. */
const lasting = 300_000;
const most = 50;
/** The cache is never longer; bytes. */
const longest = 100_000;

/**
 * Which runs' answers may be given again, the least recently used first. It holds no text: question, settings, answer and
 * evidence are read from the run, so that what is forgotten or cleaned there is gone here. `vectors` is how many the index
 * held then. `asked` counts the questions that might have been answered from here, `hits` those that were.
 */
type Cache = { v: 1; asked: number; hits: number; entries: Entry[] };
type Entry = { run: string; vectors: number };

/** A run that answered the same question: its question as it was put, and how long ago. */
type Candidate = Entry & { question: string; ageMs: number; exact: boolean };

/**
 * Gives answers of earlier runs again: the question must be the same, by its words or by a likeness of meaning that
 * `asksTheSame` confirms; so must the settings, the files and the index be.
 */
export function recallFor(session: Session, about: Beginning): NonNullable<Means["recall"]> {
  return async (question, signal) => {
    permit(session.config.profile, "read");
    const cache = readCache(session.folder);
    const candidates = [...candidatesIn(cache, question, about, session.folder)];
    if (candidates.length === 0) return null;
    const state = await stateOf(session, signal);
    if (state === null) return null;
    const { hits, asked } = cache;
    for (const candidate of candidates) {
      // What the user found bad is made anew.
      if (candidate.vectors !== state.vectors || isBad(session.folder, candidate.run)) continue;
      const { run, ageMs, question: before } = candidate;
      const similarity = candidate.exact ? 1 : await (await session.retriever()).likeness(question, before);
      if (similarity === null || similarity < alikeFrom) continue;
      const stats = { hits: hits + 1, asked: asked + 1 };
      const recalled = readAnswer(session.folder, { run, question: before, ageMs, similarity, ...stats });
      if (recalled?.corpus.hash === state.hash) return recalled;
    }
    return null;
  };
}

/** Keeps the answer of a run that may be given again, or counts that one was given again. A cache that can't be written keeps nothing. */
export async function remember(session: Session, answer: Answer): Promise<void> {
  if (!isWhole(answer)) return;
  const { folder } = session;
  const state = await stateOf(session);
  if (state === null) return;
  const { asked, hits, entries } = readCache(folder);
  const used = answer.fromCache?.run;
  const run = used ?? answer.run;
  const entry = entries.find((each) => each.run === run) ?? { run, vectors: state.vectors };
  if (used === undefined && state.hash !== answer.corpus) return;
  const kept = [...entries.filter((each) => each.run !== run), entry].slice(-most);
  writeCache(folder, { v: 1, asked: asked + 1, hits: hits + (used ? 1 : 0), entries: kept });
}

/** What was answered from the cache of a folder, and how many answers it holds. */
export function cacheUse(folder: Folder): { kept: number; hits: number; asked: number } {
  const { entries, hits, asked } = readCache(folder);
  return { kept: entries.length, hits, asked };
}

/**
 * An answer that nothing was missing for, or only a model that is able to what was wanted, made of passages alone: what a
 * command or an edit did is not done again.
 */
function isWhole({ stop, degraded, claims, evidence }: Answer): boolean {
  const cited = claims.length > 0 && evidence.every(({ kind, source }) => kind === "passage" && source !== undefined);
  const lasts = degraded.every(({ code }) => code === "MODEL_UNABLE");
  return stop === "success" && lasts && cited;
}

/** The runs that were begun as this one to answer the same question; those that were asked in the same words first. */
function* candidatesIn({ entries }: Cache, question: string, about: Beginning, folder: Folder): Generator<Candidate> {
  const [key, settings, now] = [questionKey(question), settingsOf(about), Date.now()];
  const others: Candidate[] = [];
  for (const entry of entries.toReversed()) {
    const first = firstLine(folder, entry.run);
    const then = first && beginningIn([first]);
    const ageMs = now - (first?.time ?? 0);
    if (then?.settings === undefined || ageMs < 0 || ageMs > lasting || settingsOf(then) !== settings) continue;
    const candidate = { ...entry, question: then.question, ageMs };
    if (questionKey(then.question) === key) yield { ...candidate, exact: true };
    else if (asksTheSame(then.question, question)) others.push({ ...candidate, exact: false });
  }
  yield* others;
}

/** All that an answer depends on besides the question, the folder and the moment. */
function settingsOf({ settings, ...about }: Beginning): string {
  const apart = new Set(["session", "parent", "question", "said", "now", "degraded", "run", "folder", "intent"]);
  const rest = Object.entries(about).filter(([key, value]) => !apart.has(key) && value !== undefined);
  return JSON.stringify([{ ...settings, budget: null }, Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1)))]);
}

function firstLine(folder: Folder, run: string) {
  try {
    return readTrace(traceFile(folder.state, run)).next().value ?? undefined;
  } catch {
    return undefined;
  }
}

/** The state of the index, with `signal` brought up to date; null where it can't be had: then the search says why. */
async function stateOf(session: Session, signal?: AbortSignal) {
  const retriever = await session.retriever();
  try {
    if (signal) await retriever.sync({ waitMs: 0, signal });
    return await retriever.state();
  } catch {
    return null;
  }
}

/** The answer of a run whose record is whole and ends as the user's own list of heads says that it did in this folder. */
function readAnswer(folder: Folder, from: Omit<FromCache, "head">): Recalled | null {
  const file = traceFile(folder.state, from.run);
  const head = ownHead(folder, from.run);
  const chain = verifyChain(file, { head });
  if (head === undefined || !chain.intact || chain.pruned.length > 0) return null;
  const answer = answerIn([...readTrace(file)]);
  if (answer === undefined || answer.fromCache || !isWhole(answer)) return null;
  const { answer: text, models, corpus, ...rest } = answer;
  const { stop, claims, evidence, universe, confidence, degraded, engine, contradictions = [] } = rest;
  const draft: Draft = { stop, answer: text, claims, evidence, universe, confidence, degraded, engine, contradictions };
  return { draft, from: { ...from, head }, models, corpus: { hash: corpus } };
}

function readCache({ state }: Folder): Cache {
  try {
    const cache = JSON.parse(String(readRegular(join(state, cacheName), longest))) as Cache;
    const entries = cache.entries.filter(({ run, vectors }) => isRunId(run) && Number.isSafeInteger(vectors));
    return { v: 1, asked: count(cache.asked), hits: count(cache.hits), entries: entries.slice(-most) };
  } catch {
    return { v: 1, asked: 0, hits: 0, entries: [] };
  }
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0;
}

function writeCache({ state }: Folder, cache: Cache): void {
  const file = join(state, cacheName);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(cache), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}
