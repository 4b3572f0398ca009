import { ErgoError, type Problem } from "../core/error.ts";
import type { Passage, Retrieve, Retrieved, Why } from "../core/evidence.ts";
import type { Encoder } from "../core/model.ts";
import type { Census, Survey } from "../core/port.ts";
import { isVerbatim } from "./format.ts";
import { type Ingested, type IngestOptions, ingest } from "./ingest.ts";
import { createRecall, type FindReranker, type Recall } from "./recall.ts";
import type { Skipped, Sources } from "./source.ts";
import { openStore, type Store } from "./store.ts";
import { showing, survey } from "./survey.ts";
import { findAsks, findTerms } from "./term.ts";
import { type Found, type TextSearch, textSearch } from "./text.ts";
import { agreement, search } from "./weigh.ts";

/** How many passages recall brings up, and how much its first one counts, by how firmly the question names things. */
const recalled = 24;
const trust = { subject: 0.5, thing: 0, nothing: 0 };

/** Milliseconds that a question waits for another process that writes the index. */
const patience = 2_000;

/**
 * `chosen` keeps to some of the files, in ingest and in search; `store` is the file that holds the index. `encoder` is opened
 * by the first question, `reranker` by the first one that it is wanted for; both are closed at the end.
 */
export type RetrieverOptions = Sources &
  Pick<IngestOptions, "redact"> & {
    store: string;
    chosen?: (path: string) => boolean;
    encoder?: () => Promise<Encoder | null>;
    reranker?: FindReranker;
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
  find(question: string, k: number): Promise<Pick<Retrieved, "passages" | "degraded">>;
  /** What the index holds now: the hash of its files, and how many vectors; what was found is found again while both stay. */
  state(): Promise<{ hash: string; vectors: number }>;
  /** How alike in meaning two texts are: the cosine of their vectors; null where there is no encoder, or it fails. */
  likeness(one: string, other: string): Promise<number | null>;
  /** Counts over every document; null where none has what is asked by. Throws as `sync` does. */
  survey(census: Census, signal?: AbortSignal): Promise<Survey | null>;
  close(): Promise<void>;
};

/** A retriever over the files of a folder, with its index in one file. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const { store: file, chosen, redact, encoder, reranker, ...sources } = options;
  let opened: Promise<Store> | undefined;
  const model = once(async () => (await encoder?.()) ?? null);
  const reader = once(reranker ?? (async () => ({ model: null, problem: null })));
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
  const catchUp = (store: Store, signal?: AbortSignal) =>
    sync(store, { waitMs: patience, ...(signal ? { signal } : {}) }).then(() => [], lateness);
  const recall = async (store: Store, question: string, k: number, signal?: AbortSignal) => {
    recaller ??= createRecall(store, await model.get(), { ...(chosen ? { chosen } : {}), reranker: reader.get });
    return recaller.find(question, k, signal);
  };
  const find = async (store: Store, question: string, k: number) => {
    const { found, means } = await recall(store, question, 3 * k);
    const alone = means.vectors || means.names === "subject";
    const ranked = alone ? found : search(textSearch(store, chosen), question, store.totals().passages, found, 0);
    return { passages: oneEach(ranked).slice(0, k).map(toPassage), ...lacking(means) };
  };
  const read = async (store: Store, question: string, k: number, signal?: AbortSignal) => {
    const text = textSearch(store, chosen);
    const opening = introduces(text, question);
    if (opening) return { passages: spread(opening, k).map(toPassage) };
    const { found, means } = await recall(store, question, recalled, signal);
    const ranked = search(text, question, store.totals().passages, found, trust[means.names]);
    const embedder = means.vectors ? (await model.get())?.name : undefined;
    const models = { ...(embedder ? { embedder } : {}), ...(means.reranker ? { reranker: means.reranker } : {}) };
    const used = Object.keys(models).length > 0 ? { models } : {};
    return { passages: spread(ranked, k).map(toPassage), ...used, ...lacking(means) };
  };

  return {
    sync: (options = {}) => inTurn((store) => sync(store, options)),
    find: (question, k) => inTurn(async (store) => find(store, question, k)),
    state: () => inTurn(async (store) => ({ hash: store.corpus(), vectors: store.embeddings() })),
    async likeness(one, other) {
      const made = await (await model.get())?.embed([one, other]);
      if (!made?.ok) return null;
      const [a, b] = made.value.vectors as [Float32Array, Float32Array];
      return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    },
    survey: (census, signal) => inTurn(async (store) => surveyed(store, census, await catchUp(store, signal), chosen)),
    retrieve: (question, k, signal) =>
      inTurn(async (store) => {
        const late = await catchUp(store, signal);
        const { documents, passages, skipped, ...graph } = store.totals();
        const found = await read(store, question, k, signal);
        return {
          ...found,
          corpus: { documents, passages, skipped: [...late, ...skipped], hash: store.corpus(), graph },
        };
      }),
    async close() {
      await last;
      if (opened) (await opened).close();
      await (await model.end())?.close();
      await (await reader.end())?.model?.close();
      opened = undefined;
      recaller = undefined;
    },
  };
}

/** Opened when it is first asked for; `end` gives it, if it was, and lets it be opened anew. */
function once<T>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined;
  return {
    get() {
      opened ??= open();
      return opened;
    },
    end() {
      const last = opened;
      opened = undefined;
      return last;
    },
  };
}

/** What would have had a say and could not. */
function lacking({ problem }: { problem: Problem | null }): Pick<Retrieved, "degraded"> {
  return problem ? { degraded: [problem] } : {};
}

/** What counting gave, with the passages that show it. */
function surveyed(store: Store, census: Census, late: Skipped[], chosen?: (path: string) => boolean): Survey | null {
  const counted = survey(store, census, chosen);
  if (!counted) return null;
  const { documents, passages: all, skipped } = store.totals();
  const passages = store.pick(counted.shown).map((one) => toPassage({ ...one, score: 1 }));
  const corpus = { documents, passages: all, skipped: [...late, ...skipped], hash: store.corpus() };
  const [file] = counted.file === null ? [] : store.files().filter(({ path }) => path === counted.file);
  return {
    found: counted.found,
    text: counted.text,
    coverage: counted.coverage,
    names: counted.names,
    retrieved: { passages, corpus },
    excerpts: showing(census, passages),
    complete: corpus.skipped.length === 0,
    file: file ? { path: file.path, source: { hash: file.hash, size: file.bytes } } : null,
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
