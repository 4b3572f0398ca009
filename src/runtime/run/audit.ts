import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ErgoError, reason } from "../../core/error.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Catalog } from "../../fields/catalog.ts";
import { fileFormat } from "../../knowledge/ingest/format.ts";
import { parse } from "../../knowledge/ingest/parse.ts";
import { formatOf } from "../../knowledge/text/block.ts";
import { findSentences, plain } from "../../knowledge/text/sentence.ts";
import type { Lexicon } from "../../language/fact.ts";
import { createBoard } from "../../proof/board.ts";
import { decide } from "../../proof/decide.ts";
import type { Entailment } from "../../proof/entail.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { referred } from "../../proof/refer.ts";
import { tokensWorth } from "../../proof/window.ts";
import type { Session } from "../session/session.ts";
import { affirmed } from "./affirm.ts";
import type { Asking } from "./conclude.ts";
import { aboutDocument, judgedIn } from "./document.ts";
import { breaksIn, evidenceOf, type Judged, judgedBy } from "./passages.ts";
import { type Exact, ofFacts, ofField } from "./stated.ts";
import { lexiconIn } from "./understand.ts";

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
const depth = 16;
/** Passages among which those of one document are looked for. */
const depths = 60;
/** The share of a sentence's content words from which on a passage is shown as the nearest. */
const near = 0.5;

type Sentence = { text: string; lines: Audited["lines"]; kind: string };
type Watching = { signal?: AbortSignal; tell?: (done: number, total: number) => void };

/**
 * Checks a text of one's own against the folder, sentence by sentence. What files answer exactly is proven or contradicted by CHECK, a link
 * to a file too; other sentences are compared with the passages that are nearest to them, those of the text itself aside: supported where one
 * says so, contradicted where one says otherwise, else not found. Throws FILE_READ, and what the index throws.
 */
export async function audit(session: Session, file: string, { signal: given, tell }: Watching = {}): Promise<Audit> {
  const signal = given ?? new AbortController().signal;
  const path = file === "-" ? null : relative(session.folder.root, resolve(file)).replaceAll("\\", "/");
  const sentences = await sentencesOf(file);
  const retriever = await session.retriever();
  await retriever.sync({ waitMs: 0, signal });
  const catalog = await retriever.catalog(signal);
  const lexicon = await lexiconIn(session, signal);
  const stated = statementsHere(session, catalog, lexicon, signal);
  const audited: Audited[] = [];
  for (const [at, sentence] of sentences.entries()) {
    signal.throwIfAborted();
    tell?.(at, sentences.length);
    const before = sentences[at - 1]?.text;
    audited.push(await judge(session, sentence, { own: path, catalog, lexicon, stated, signal, before }));
  }
  return { sentences: audited };
}

/** Decides a statement by fields or listed facts; null where neither tells of it. */
type Stated = (statement: string) => Promise<Exact | null>;

function statementsHere(
  { observer, only }: Session,
  catalog: Catalog,
  lexicon: Lexicon | null,
  signal: AbortSignal,
): Stated {
  const asking: Asking = { observe: (queries) => observer.observe(queries, signal), signal, only: only ?? "**" };
  return async (statement) =>
    (await ofField(statement, catalog, asking)) ?? (lexicon && (await ofFacts(statement, lexicon, asking)));
}

type Around = {
  own: string | null;
  catalog: Catalog;
  lexicon: Lexicon | null;
  stated: Stated;
  signal: AbortSignal;
  before: string | undefined;
};

async function judge(
  session: Session,
  sentence: Sentence,
  { own, catalog, lexicon, stated, signal, before }: Around,
): Promise<Audited> {
  const { text, lines, kind } = sentence;
  const said = plain(text).trim();
  const told = (verdict: Audited["verdict"], because: string, evidence: Evidence[] = []): Audited => ({
    text: said,
    lines,
    verdict,
    evidence: evidence.map((each, at) => ({ ...each, id: `e${at + 1}` })),
    because,
  });
  const meant = referred(said, before && plain(before).trim());
  const asked = meant === said ? marked(text, said) : meant;
  const exact =
    (await linked(session, text, own)) ?? (await affirmed(session, asked, lexicon, signal)) ?? (await stated(said));
  if (exact) return told(exact.verdict, exact.because, exact.evidence);
  const none = noClaim(said, kind);
  if (none !== null) return told("no claim", none);
  const judged = await heard(session, meant, { own, catalog });
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
  const leading = leads(said, text, kind);
  if (leading !== null) return told("no claim", leading);
  if (open && open.made.share >= near) return told("not found", open.made.because, [evidenceOf(open)]);
  return told("not found", "no passage says anything like it");
}

/** What the passages nearest to a sentence make of it, and those of the document that it is about. */
async function heard(
  session: Session,
  sentence: string,
  { own, catalog }: Pick<Around, "own" | "catalog">,
): Promise<Judged[]> {
  const retriever = await session.retriever();
  const { passages } = await retriever.find(sentence, depth + 4);
  const others = passages.filter(({ path }) => path !== own).slice(0, depth);
  const about = aboutDocument(sentence, catalog);
  if (about === null || about.path === own) return judgedBy(sentence, others);
  const within = (await retriever.find(sentence, depths)).passages.filter(({ path }) => path === about.path);
  return [...judgedBy(sentence, others), ...judgedIn(about, within.slice(0, depth))];
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

/** Why a sentence that nothing tells of need not be told: it sends the reader elsewhere; null where it does not. */
function leads(said: string, written: string, kind: string): string | null {
  if (/^(?:please|see|thanks?|thank)\b(?! (?:is|are|was|were|has|have|can|may)\b)/i.test(said))
    return "it asks for something";
  return kind === "item" && /^\[[^\]]*\]\([^()\s]*\)$/.test(written.trim()) ? "it is a link" : null;
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
      return { verdict: "contradicted", because: `${path} is not there`, evidence: judged.evidence };
  }
  return null;
}

/** A sentence without its markup, but for the marks around names of code. */
function marked(text: string, said: string): string {
  let from = 0;
  return [...text.matchAll(/`+([^`]+)`+/g)].reduce((read, [, code = ""]) => {
    const at = read.indexOf(code, from);
    if (at < 0) return read;
    from = at + code.length + 2;
    return `${read.slice(0, at)}\`${code}\`${read.slice(at + code.length)}`;
  }, said);
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
    const first = breaksIn(text.slice(0, from)) + 1;
    const said = text.slice(from, to);
    return { text: said, kind, lines: hasLines ? [first, first + breaksIn(said)] : [0, 0] };
  });
}
