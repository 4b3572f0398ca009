import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";
import type { Evidence, Passage } from "../../core/evidence.ts";
import { fileFormat } from "../../knowledge/ingest/format.ts";
import { parse } from "../../knowledge/ingest/parse.ts";
import { formatOf } from "../../knowledge/text/block.ts";
import { findSentences, plain } from "../../knowledge/text/sentence.ts";
import { affirmed } from "../../language/affirm.ts";
import { readAmount } from "../../language/amount.ts";
import { createBoard } from "../../proof/board.ts";
import { decide } from "../../proof/decide.ts";
import { type Entailment, entailment } from "../../proof/entail.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { referred } from "../../proof/refer.ts";
import { foldSpace } from "../../proof/sentence.ts";
import { tokensWorth } from "../../proof/window.ts";
import type { Session } from "../session/session.ts";
import { answerAmount } from "./amount.ts";
import type { Asking } from "./conclude.ts";
import { factBase, lexiconOf } from "./factbase.ts";
import { type Exact, ofFacts, ofField } from "./stated.ts";

/** A sentence of a text, and what the folder makes of it. Lines count from 1; [0, 0] where the text has none. */
export type Audited = {
  text: string;
  lines: [first: number, last: number];
  verdict: "proven" | "supported" | "contradicted" | "not found" | "no claim";
  evidence: Evidence[];
  because: string;
};

export type Audit = { sentences: Audited[] };

/** Passages that are looked at for a sentence. */
const depth = 8;
/** The share of a sentence's content words from which on a passage is shown as the nearest. */
const near = 0.5;

type Sentence = { text: string; lines: Audited["lines"]; kind: string };
type Watching = { signal?: AbortSignal; tell?: (done: number, total: number) => void };

/**
 * Checks a text of one's own against the folder, sentence by sentence. What files answer exactly is proven or contradicted by CHECK, a link
 * to a file too; other sentences are compared with the passages that are nearest to them, those of the text itself aside: supported where one
 * says so, contradicted where one says otherwise, else not found. Throws FILE_READ, and what the index throws.
 */
export async function audit(session: Session, file: string, { signal, tell }: Watching = {}): Promise<Audit> {
  const path = file === "-" ? null : relative(session.folder.root, resolve(file)).replaceAll("\\", "/");
  const sentences = await sentencesOf(file);
  const retriever = await session.retriever();
  await retriever.sync({ waitMs: 0, ...(signal ? { signal } : {}) });
  const stated = await statementsHere(session, signal);
  const audited: Audited[] = [];
  for (const [at, sentence] of sentences.entries()) {
    signal?.throwIfAborted();
    tell?.(at, sentences.length);
    const before = sentences[at - 1]?.text;
    audited.push(await judge(session, sentence, { own: path, stated, signal, before }));
  }
  return { sentences: audited };
}

/** Decides a statement by fields or listed facts; null where neither tells of it. */
type Stated = (statement: string) => Promise<Exact | null>;

async function statementsHere({ observer, only, retriever }: Session, given?: AbortSignal): Promise<Stated> {
  const signal = given ?? new AbortController().signal;
  const asking: Asking = { observe: (queries) => observer.observe(queries, signal), signal, only: only ?? "**" };
  const catalog = await (await retriever()).catalog(signal);
  const base = only === undefined ? await factBase(asking.observe, signal) : null;
  const lexicon = base && lexiconOf(base);
  return async (statement) =>
    (await ofField(statement, catalog, asking)) ?? (lexicon && (await ofFacts(statement, lexicon, asking)));
}

type Around = { own: string | null; stated: Stated; signal: AbortSignal | undefined; before: string | undefined };

async function judge(session: Session, sentence: Sentence, { own, stated, signal, before }: Around): Promise<Audited> {
  const { text, lines, kind } = sentence;
  const said = plain(text).trim();
  const told = (verdict: Audited["verdict"], because: string, evidence: Evidence[] = []): Audited => ({
    text: said,
    lines,
    verdict,
    evidence: evidence.map((each, at) => ({ ...each, id: `e${at + 1}` })),
    because,
  });
  const exact = (await linked(session, text, own)) ?? (await counted(session, said, signal)) ?? (await stated(said));
  if (exact) return told(exact.holds ? "proven" : "contradicted", exact.because, exact.evidence);
  const none = noClaim(said, kind);
  if (none !== null) return told("no claim", none);
  const meant = referred(said, before && plain(before).trim());
  const { passages } = await (await session.retriever()).find(meant, depth + 4);
  const others = passages.filter(({ path }) => path !== own).slice(0, depth);
  const judged = others.map(readPassage).map((one) => {
    const text = one.spans.map((span) => span.said).join("\n\n");
    return { ...one, made: entailment(meant, text, placeOf(one.passage)) };
  });
  const best = (verdict: Entailment["verdict"]) =>
    judged.filter(({ made }) => made.verdict === verdict).toSorted((a, b) => b.made.share - a.made.share)[0];
  const [supported, contradicted, open] = [best("supported"), best("contradicted"), best("open")];
  if (supported && contradicted && supported.passage.path !== contradicted.passage.path) {
    const both = [supported, contradicted].map(evidenceOf);
    return told(
      "contradicted",
      `${both[0]!.path} says so, but ${both[1]!.path} does not: ${contradicted.made.because}`,
      both,
    );
  }
  if (supported) return told("supported", supported.made.because, [evidenceOf(supported)]);
  if (contradicted) return told("contradicted", contradicted.made.because, [evidenceOf(contradicted)]);
  if (open && open.made.share >= near) return told("not found", open.made.because, [evidenceOf(open)]);
  return told("not found", "no passage says anything like it");
}

function placeOf({ title, heading, path }: Passage): string {
  return `${title} ${heading} ${path}`;
}

/** Why a sentence claims nothing that could be looked up; null where it does. */
function noClaim(text: string, kind: string): string | null {
  if (kind === "code" || kind === "comment") return "it is code";
  if (/\?\s*$/.test(text)) return "it is a question";
  if (/:\s*$/.test(text)) return "it leads to what follows";
  const worth = tokensWorth(text);
  // Two words may be no more than a caption, unless a stop shows that they say something.
  return worth < 2 || (worth < 3 && !/[.!]["”’)]?$/.test(text)) ? "it is too short to be looked up" : null;
}

/**
 * A link of Markdown to a file of the folder that is not there, read from where the text lies, or from the top where that is nowhere; null where
 * none is, or where that can't be told.
 */
async function linked({ observer, folder }: Session, text: string, own: string | null): Promise<Exact | null> {
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s#?]+)[^)]*\)/g)) {
    if (/^[a-z][a-z0-9+.-]*:|^\/|^$/i.test(target)) continue;
    const path = relative(folder.root, join(folder.root, dirname(own ?? ""), decodeURI(target))).replaceAll("\\", "/");
    if (path.startsWith("..") || path === "") continue;
    const claim = parseClaim(`exists(${JSON.stringify(path)})`);
    const judged = await decide(claim, createBoard(), observer.observe);
    if (judged.verdict === "refutable")
      return { holds: false, because: `${path} is not there`, evidence: judged.evidence };
  }
  return null;
}

/** What files prove of a statement about them; null where it is read as none. */
async function counted(session: Session, statement: string, signal?: AbortSignal): Promise<Exact | null> {
  const said = affirmed(statement);
  const amount = said && readAmount(said.question);
  if (!amount) return null;
  const means = { observe: session.observer.observe, now: Date.now(), only: session.only, signal };
  const { answer, claims, evidence, declined } = await answerAmount(amount, means);
  const [first] = claims;
  if (declined || !first || claims.some(({ verdict }) => verdict !== "proven")) return null;
  const [, found] = / = (\d+)(?: and |$)/.exec(first.formal ?? "") ?? [];
  const isThere = /^(?:not )?exists\(/.exec(first.formal ?? "")?.[0];
  if (said.told === null ? isThere === undefined : found === undefined) return null;
  const holds = said.told === null ? isThere === "exists(" : Number(found) === said.told;
  return { holds, because: answer.split("\n")[0]!, evidence };
}

/** A passage as its sentences, with how each reads without marks. */
type Read = { passage: Passage; spans: { from: number; to: number; said: string }[] };

function readPassage(passage: Passage): Read {
  const spans = findSentences(passage.text, formatOf(passage.path)).map(({ from, to }) => ({
    from,
    to,
    said: foldSpace(plain(passage.text.slice(from, to))),
  }));
  return { passage, spans };
}

/** The stretch of a passage that says what was found, with its place. */
function evidenceOf({ passage, spans, made }: Read & { made: Entailment }): Evidence {
  const { path, doc, page, heading, source, lines } = passage;
  // A window is a sentence or two; what is no great part of it only happens to stand in it.
  const isPart = (said: string) => made.text.includes(said) && said.length * 3 >= made.text.length;
  const saying = spans.filter(({ said }) => isPart(said) || said.includes(made.text));
  const [from, to] = [saying[0]?.from ?? 0, saying.at(-1)?.to ?? passage.text.length];
  const text = passage.text.slice(from, to);
  const first = lines[0] + breaks(passage.text.slice(0, from)) - (passage.lead ?? 0);
  return {
    id: "",
    kind: "passage",
    path,
    ...(doc === undefined ? {} : { doc }),
    ...(lines[0] === 0 ? {} : { lines: [first, first + breaks(text)] }),
    ...(page === undefined ? {} : { page }),
    ...(heading ? { heading } : {}),
    text,
    textHash: sha256(text),
    source,
    complete: false,
  };
}

function breaks(text: string): number {
  return text.split("\n").length - 1;
}

async function sentencesOf(file: string): Promise<Sentence[]> {
  const bytes = read(file);
  const format = fileFormat(file);
  if (format === "text" || file === "-") return cut(bytes.toString("utf8"), file === "-" ? "stdin.md" : file, true);
  const source = {
    path: file,
    format,
    hash: "",
    size: bytes.length,
    bytes: new Uint8Array(bytes),
    text: bytes.toString(),
  };
  const found: Sentence[] = [];
  for await (const { documents } of parse(source))
    for (const { chunks } of documents) for (const { text } of chunks) found.push(...cut(text, "rendered.md", false));
  return found;
}

function read(file: string): Buffer {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (thrown) {
    throw new ErgoError("FILE_READ", { file, detail: reason(thrown) }, { cause: thrown });
  }
}

function cut(text: string, path: string, hasLines: boolean): Sentence[] {
  return findSentences(text, formatOf(path)).map(({ from, to, kind }) => {
    const first = breaks(text.slice(0, from)) + 1;
    const said = text.slice(from, to);
    return { text: said, kind, lines: hasLines ? [first, first + breaks(said)] : [0, 0] };
  });
}
