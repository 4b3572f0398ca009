import { ErgoError } from "../core/error.ts";
import type { Passage, Retrieve, Why } from "../core/evidence.ts";
import type { Encoder } from "../core/model.ts";
import { isVerbatim } from "./format.ts";
import { type Ingested, type IngestOptions, ingest } from "./ingest.ts";
import { createRecall, type Recall, type Recalled } from "./recall.ts";
import type { Skipped, Sources } from "./source.ts";
import { openStore, type Store } from "./store.ts";
import { alike, findAsks, findTerms, splitIdentifiers, stem, stemsOf, type Term, tokens } from "./term.ts";
import { type Found, type TextSearch, textSearch } from "./text.ts";

/** A term with how much it tells: its inverse frequency over the passages, less for words about asking. */
type Weighted = Term & { weight: number };

/** What speaks for a passage, each from 0 to 1. */
type Signs = { bm25: number; coverage: number; nearness: number; phrases: number; heading: number };

/** How many passages of the index are looked at closely. */
const pool = 100;
/** Words that stand together answer together: about two sentences. */
const reach = 40;
/** A term set off at the start of a line: it heads what follows there. */
const runIn = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)/gm;
/** How many passages recall brings up, and how much its first one counts, by how firmly the question names things. */
const recalled = 24;
const trust = { subject: 0.5, thing: 0, nothing: 0 };
/** How much a word about asking ("explain", "document") counts. */
const frameWeight = 0.25;

/** Milliseconds that a question waits for another process that writes the index. */
const patience = 2_000;

/**
 * `chosen` keeps to some of the files, in ingest and in search; `store` is the file that holds the index; `encoder` is opened
 * by the first question and closed at the end.
 */
export type RetrieverOptions = Sources &
  Pick<IngestOptions, "redact"> & {
    store: string;
    chosen?: (path: string) => boolean;
    encoder?: () => Promise<Encoder | null>;
  };

export type Retriever = {
  /** Brings the index up to date and finds passages. Where another process is writing it, finds what it holds so far. */
  retrieve: Retrieve;
  /** Brings the index up to date. Throws INDEX_LOCKED, INDEX_FAILED, DISK_FULL. */
  sync(options?: IngestOptions): Promise<Ingested>;
  /**
   * Finds passages in the index as it is, by words, names, chains and meaning alone: of a corpus, each document once before
   * any comes again.
   */
  find(question: string, k: number): Promise<Passage[]>;
  /** What the index holds now: the hash of its files, and how many vectors; what was found is found again while both stay. */
  state(): Promise<{ hash: string; vectors: number }>;
  /** How alike in meaning two texts are: the cosine of their vectors; null where there is no encoder, or it fails. */
  likeness(one: string, other: string): Promise<number | null>;
  close(): Promise<void>;
};

/** A retriever over the files of a folder, with its index in one file. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const { store: file, chosen, redact, encoder, ...sources } = options;
  let opened: Promise<Store> | undefined;
  let model: Promise<Encoder | null> | undefined;
  let recaller: Recall | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: there is one connection. */
  function inTurn<T>(work: (store: Store) => Promise<T>): Promise<T> {
    opened ??= openStore(file);
    const store = opened;
    const result = last.then(async () => work(await store));
    last = result.catch(() => undefined);
    return result;
  }
  const sync = (store: Store, options: IngestOptions) =>
    ingest(store, sources, { ...(chosen ? { scope: chosen } : {}), ...(redact ? { redact } : {}), ...options });
  const recall = async (store: Store, question: string, k: number, signal?: AbortSignal) => {
    model ??= Promise.resolve(encoder?.() ?? null);
    recaller ??= createRecall(store, await model, chosen);
    return recaller.find(question, k, signal);
  };
  const find = async (store: Store, question: string, k: number) => {
    const { found, means } = await recall(store, question, 3 * k);
    if (means.vectors || means.names === "subject") return oneEach(found).slice(0, k).map(toPassage);
    const text = textSearch(store, chosen);
    return oneEach(search(text, question, store.totals().passages, found, 0))
      .slice(0, k)
      .map(toPassage);
  };
  const read = async (store: Store, question: string, k: number, signal?: AbortSignal) => {
    const text = textSearch(store, chosen);
    const opening = introduces(text, question);
    if (opening) return { passages: spread(opening, k).map(toPassage) };
    const { found, means } = await recall(store, question, recalled, signal);
    const ranked = search(text, question, store.totals().passages, found, trust[means.names]);
    const embedder = means.vectors ? (await model)?.name : undefined;
    return { passages: spread(ranked, k).map(toPassage), ...(embedder ? { models: { embedder } } : {}) };
  };

  return {
    sync: (options = {}) => inTurn((store) => sync(store, options)),
    find: (question, k) => inTurn(async (store) => find(store, question, k)),
    state: () => inTurn(async (store) => ({ hash: store.corpus(), vectors: store.embeddings() })),
    async likeness(one, other) {
      model ??= Promise.resolve(encoder?.() ?? null);
      const made = await (await model)?.embed([one, other]);
      if (!made?.ok) return null;
      const [a, b] = made.value.vectors as [Float32Array, Float32Array];
      return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    },
    retrieve: (question, k, signal) =>
      inTurn(async (store) => {
        const late = await sync(store, { waitMs: patience, ...(signal ? { signal } : {}) }).then(() => [], lateness);
        const { documents, passages, skipped } = store.totals();
        const found = await read(store, question, k, signal);
        return { ...found, corpus: { documents, passages, skipped: [...late, ...skipped], hash: store.corpus() } };
      }),
    async close() {
      await last;
      if (opened) (await opened).close();
      await (await model)?.close();
      opened = undefined;
      model = undefined;
      recaller = undefined;
    },
  };
}

/** What an index lacks that another process is writing. */
function lateness(thrown: unknown): Skipped[] {
  if (!(thrown instanceof ErgoError) || thrown.code !== "INDEX_LOCKED") throw thrown;
  return [{ path: ".", code: "indexing", message: `${thrown.message}: this is what it holds so far` }];
}

/** The opening of the folder's README where a question asks what the folder is, in so many words or by its name. */
function introduces(store: TextSearch, question: string): Found[] | null {
  const asks = findAsks(question);
  if (!asks.has("overview") && !asks.has("definition")) return null;
  const opening = store.opening(8);
  const terms = findTerms(question).map((term) => ({ ...term, weight: 1 }));
  return asks.has("overview") || agreement(terms, opening[0]?.title ?? "") === 1 ? opening : null;
}

/** What full text and recall bring up, judged together. */
function search(store: TextSearch, question: string, passages: number, recalled: Recalled[], trust: number): Found[] {
  const terms = weigh(findTerms(question), passages, store.frequency);
  // An identifier is also looked for as the words that it is made of.
  const parts = splitIdentifiers(question).map(([, words]) => words.join(" "));
  const words = [...terms.map(({ word }) => word), ...parts];
  const found = store.search(words, pool);
  const known = new Set(found.map(({ id }) => id));
  const others = recalled.filter(({ id }) => !known.has(id)).map((passage) => ({ ...passage, score: 0 }));
  const trusts = new Map(recalled.map(({ id, rank }) => [id, trust * (1 - (rank - 1) / recalled.length)]));
  return rank(question, terms, [...found, ...(trust > 0 ? others : [])], trusts);
}

function weigh(terms: Term[], passages: number, frequency: (word: string) => number): Weighted[] {
  return terms.map((term) => {
    const idf = Math.log(1 + (passages + 1) / (frequency(term.word) + 0.5));
    return { ...term, weight: term.frame ? frameWeight * idf : idf };
  });
}

/** The passages found, with their fused scores, best first; `trusts` is what recall adds. */
function rank(question: string, terms: Weighted[], found: Found[], trusts: Map<number, number>): Found[] {
  const best = found[0]?.score || 1;
  const spoken = tokens(question).map(stem);
  const scored = found.map((passage) => {
    const own = fuse({ bm25: passage.score / best, ...examine(spoken, terms, passage) });
    return { ...passage, score: own + (trusts.get(passage.id) ?? 0) };
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** One score of all that speaks for a passage: a weighted sum, so that further sources of evidence can join. */
function fuse({ bm25, coverage, nearness, phrases, heading }: Signs): number {
  return 0.3 * bm25 + 0.25 * coverage + 0.15 * nearness + 0.1 * phrases + 0.25 * heading;
}

/**
 * Coverage: the weight of the question's terms that the passage or its headings hold. Nearness: the same for its best
 * stretch of `reach` words. Phrases: which neighbouring words of the question are neighbours there too.
 */
function examine(spoken: string[], terms: Weighted[], passage: Found): Omit<Signs, "bm25"> {
  const words = tokens(passage.text).map(stem);
  const above = stemsOf(`${passage.title} ${passage.heading} ${passage.path}`);
  const total = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const places = terms.map((term) =>
    words.flatMap((word, at) => (word === term.stem || alike(word, term.stem) ? [at] : [])),
  );
  const covered = terms.reduce(
    (sum, term, index) => sum + (places[index]?.length || above.has(term.stem) ? term.weight : 0),
    0,
  );
  return {
    coverage: covered / total,
    nearness: densest(terms, places) / total,
    phrases: sharedPairs(spoken, terms, words),
    heading: Math.max(...headingsOf(passage).map(([text, worth]) => worth * agreement(terms, text))),
  };
}

/** The headings that a passage stands under and the terms that it sets off itself, each with what it counts for. */
function headingsOf({ doc, title, heading, first, text }: Found): [text: string, worth: number][] {
  const parts = heading.split(" > ");
  // A notion is introduced where the section or document that it names begins.
  const begins = heading !== "" && text.slice(0, 200).includes(parts.at(-1) ?? "");
  const worth = begins || doc !== null || first === 1 ? 1 : 0.5;
  const heads = [...text.matchAll(runIn)].map(([, head = ""]): [string, number] => [head, 1]);
  return [...[title, ...parts].map((part): [string, number] => [part, worth]), ...heads];
}

/** How much of the question is in a heading and of the heading in the question (their F1), from 0 to 1. */
function agreement(terms: Weighted[], heading: string): number {
  const said = findTerms(heading).map((term) => term.stem);
  const shared = terms.filter((term) => said.includes(term.stem)).length;
  return said.length === 0 || terms.length === 0 ? 0 : (2 * shared) / (said.length + terms.length);
}

/** The greatest weight of different terms within `reach` words. */
function densest(terms: Weighted[], places: number[][]): number {
  const hits = places.flatMap((at, term) => at.map((place) => ({ place, term }))).sort((a, b) => a.place - b.place);
  const inside = new Map<number, number>();
  let [weight, best, from] = [0, 0, 0];
  for (const { place, term } of hits) {
    const held = inside.get(term) ?? 0;
    if (held === 0) weight += terms[term]?.weight ?? 0;
    inside.set(term, held + 1);
    for (let first = hits[from]; first && place - first.place > reach; first = hits[++from]) {
      const left = (inside.get(first.term) ?? 1) - 1;
      inside.set(first.term, left);
      if (left === 0) weight -= terms[first.term]?.weight ?? 0;
    }
    best = Math.max(best, weight);
  }
  return best;
}

function sharedPairs(spoken: string[], terms: Weighted[], words: string[]): number {
  const content = new Set(terms.map((term) => term.stem));
  const pairs = spoken.flatMap((word, at) => {
    const next = spoken[at + 1];
    return next !== undefined && content.has(word) && content.has(next) ? [`${word} ${next}`] : [];
  });
  if (pairs.length === 0) return 0;
  const there = new Set(words.map((word, at) => `${word} ${words[at + 1]}`));
  return pairs.filter((pair) => there.has(pair)).length / pairs.length;
}

/** The first passage of each document of a corpus, then the rest. */
function oneEach<T extends Found>(ranked: T[]): T[] {
  const seen = new Set<string>();
  const rest: T[] = [];
  const first = ranked.filter((passage) => {
    const key = `${passage.path}\n${passage.doc}`;
    if (passage.doc === null || !seen.has(key)) return seen.add(key);
    rest.push(passage);
    return false;
  });
  return [...first, ...rest];
}

/** The first `k`, at most half of them from one document while others are left. */
function spread(ranked: Found[], k: number): Found[] {
  const most = Math.max(2, Math.ceil(k / 2));
  const taken = new Map<string, number>();
  const rest: Found[] = [];
  const first = ranked.filter((passage) => {
    const key = `${passage.path}\n${passage.doc ?? ""}`;
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    if (count > most) rest.push(passage);
    return count <= most;
  });
  return [...first, ...rest].slice(0, k);
}

function toPassage(found: Found & { why?: Why }): Passage {
  const { why, path, doc, title, heading, first, last, page, lead, format, text, score, hash, bytes } = found;
  return {
    path,
    ...(doc === null ? {} : { doc }),
    title,
    heading,
    lines: [first, last],
    ...(page === null ? {} : { page }),
    ...(isVerbatim(format) ? {} : { rendered: true }),
    ...(lead === 0 ? {} : { lead }),
    text,
    score,
    ...(why ? { why } : {}),
    source: { hash, size: bytes },
  };
}
