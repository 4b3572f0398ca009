import { ErgoError } from "../../core/error.ts";
import type { Passage, Retrieve, Retrieved } from "../../core/evidence.ts";
import type { Encoder } from "../../core/model.ts";
import { once } from "../../core/once.ts";
import type { Census, Survey } from "../../core/port.ts";
import { product } from "../../core/vector.ts";
import type { Catalog } from "../../fields/catalog.ts";
import { embed } from "../ingest/embed.ts";
import { type Ingested, type IngestOptions, ingest } from "../ingest/ingest.ts";
import { type Placed, sayingsOf } from "../reading/saying.ts";
import { showing, survey } from "../reading/survey.ts";
import { readCatalog } from "../store/catalog.ts";
import type { Skipped, Sources } from "../store/source.ts";
import { openStore, type Store } from "../store/store.ts";
import { createFinder, type Finder, toPassage } from "./find.ts";
import { filesMeant } from "./named.ts";
import { type FieldFilter, filesWith } from "./only.ts";
import type { FindReranker } from "./recall.ts";

/** Passages without a vector that a question has encoded itself, in about a second; where more lack one, an ingest is asked for. */
const few = 64;

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
  /** Brings the index up to date, with the vectors that few passages lack, and finds passages. Where another process is writing it, finds what it holds so far. */
  retrieve: Retrieve;
  /** Brings the index up to date. Throws INDEX_LOCKED, INDEX_FAILED, DISK_FULL. */
  sync(options?: IngestOptions): Promise<Ingested>;
  /**
   * Finds passages in the index as it is, by words, names, chains and meaning alone: of a corpus, each document once before
   * any comes again. `fields` keeps to the files that have these values. Throws FIELD_UNKNOWN.
   */
  find(question: string, k: number, fields?: FieldFilter[]): Promise<Pick<Retrieved, "passages" | "degraded">>;
  /** What the index holds now: the hash of its files, and how many vectors; what was found is found again while both stay. */
  state(): Promise<{ hash: string; vectors: number }>;
  /** How alike in meaning two texts are: the cosine of their vectors; null where there is no encoder, or it fails. */
  likeness(one: string, other: string): Promise<number | null>;
  /** Brings the index up to date, and gives what the documents say of themselves. Throws as `sync` does. */
  catalog(signal?: AbortSignal): Promise<Catalog>;
  /** Counts over every document; null where none has what is asked by. Throws as `sync` does. */
  survey(census: Census, signal?: AbortSignal): Promise<Survey | null>;
  /** Brings the index up to date, and gives what the documents say, sentence by sentence, with their dates. Throws as `sync` does. */
  sayings(signal?: AbortSignal): Promise<Sayings>;
  close(): Promise<void>;
};

/** What documents say, each with its passage, and the date that a document says of itself. */
export type Sayings = {
  sayings: (Placed & { passage: Passage; date: string | null })[];
  corpus: Retrieved["corpus"];
};

/** A retriever over the files of a folder, with its index in one file. */
export function createRetriever(options: RetrieverOptions): Retriever {
  const { store: file, chosen, redact, encoder, reranker, ...sources } = options;
  const index = once(() => openStore(file));
  const model = once(async () => (await encoder?.()) ?? null, Boolean);
  const reader = once(reranker ?? (async () => ({ model: null, problem: null })), ({ model }) => model !== null);
  let finder: { by: Encoder | null; finds: Finder } | undefined;
  const reading = cataloguing(chosen);
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: there is one connection. */
  function inTurn<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = index.get();
    const result = last.then(async () => work(await store));
    last = result.catch(() => undefined);
    return result;
  }
  const sync = (store: Store, options: IngestOptions) =>
    ingest(store, sources, { ...(chosen ? { scope: chosen } : {}), ...(redact ? { redact } : {}), ...options });
  const catchUp = (store: Store, signal?: AbortSignal) =>
    sync(store, { waitMs: patience, ...(signal ? { signal } : {}) }).then(() => [], lateness);
  const finderOver = async (store: Store, some?: (path: string) => boolean) =>
    createFinder(store, { encoder: await model.get(), reranker: reader.get, ...(some ? { chosen: some } : {}) });
  const finding = async (store: Store) => {
    const by = await model.get();
    if (finder?.by !== by) finder = { by, finds: await finderOver(store, chosen) };
    return finder!.finds;
  };
  const narrow = (store: Store, some: (path: string) => boolean) =>
    finderOver(store, (path) => some(path) && (chosen?.(path) ?? true));

  return {
    sync: (options = {}) => inTurn((store) => sync(store, options)),
    find: (question, k, fields = []) =>
      inTurn(async (store) => {
        const some = fields.length === 0 ? undefined : filesWith(reading(store), fields);
        return (await (some ? narrow(store, some) : finding(store))).find(question, k);
      }),
    state: () => inTurn(async (store) => ({ hash: store.corpus(), vectors: store.embeddings() })),
    async likeness(one, other) {
      const made = await (await model.get())?.embed([one, other]);
      if (!made?.ok) return null;
      const [a, b] = made.value.vectors as [Float32Array, Float32Array];
      return product(a, b);
    },
    catalog: (signal) =>
      inTurn(async (store) => {
        await catchUp(store, signal);
        return reading(store);
      }),
    survey: (census, signal) => inTurn(async (store) => surveyed(store, census, await catchUp(store, signal), chosen)),
    sayings: (signal) => inTurn(async (store) => saidIn(store, await catchUp(store, signal), reading(store), chosen)),
    retrieve: (question, k, signal) =>
      inTurn(async (store) => {
        const late = await catchUp(store, signal);
        await encodeFew(store, await model.get(), signal);
        const within = filesMeant(store, question, chosen);
        const finds = within ? await narrow(store, (path) => within.files.includes(path)) : await finding(store);
        const found = await finds.read(question, k, signal);
        return { ...(within ? { ...withoutLacks(found), within } : found), corpus: corpusOf(store, late) };
      }),
    async close() {
      await last;
      // A store that never opened has nothing to close.
      (await index.end()?.catch(() => null))?.close();
      await (await model.end())?.close();
      await (await reader.end())?.model?.close();
      finder = undefined;
    },
  };
}

/** What was found in some documents: that these lack a word says nothing of the others. */
function withoutLacks({ unheard: _, ...found }: Omit<Retrieved, "corpus">) {
  return found;
}

/** What an index holds; `late` is what it lacks beside. */
function corpusOf(store: Store, late: Skipped[]): Retrieved["corpus"] {
  const { documents, passages, skipped, ...graph } = store.totals();
  return { documents, passages, skipped: [...late, ...skipped], hash: store.corpus(), graph };
}

/** Makes the vectors of passages that lack one, where those are few. */
async function encodeFew(store: Store, encoder: Encoder | null, signal?: AbortSignal): Promise<void> {
  const missing = encoder === null ? 0 : store.totals().passages - store.embedded(encoder.key);
  if (encoder === null || missing === 0 || missing > few) return;
  await embed(store, encoder, signal ? { signal } : {}).catch(lateness);
}

/** What the documents of an index say of themselves, read once as long as it stays the same. */
function cataloguing(chosen?: (path: string) => boolean): (store: Store) => Catalog {
  let last: { version: number; catalog: Catalog } | undefined;
  return (store) => {
    const version = store.version();
    if (last?.version !== version) last = { version, catalog: readCatalog(store, chosen) };
    return last.catalog;
  };
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

function saidIn(store: Store, late: Skipped[], { fieldsOf }: Catalog, chosen?: (path: string) => boolean): Sayings {
  const dateOf = (path: string) => fieldsOf(path).find(({ type }) => type === "date");
  const said = store.snapshot(() =>
    [...store.passages()].flatMap((stored) => {
      if (chosen && !chosen(stored.path)) return [];
      const passage = toPassage({ ...stored, score: 1 });
      const dated = stored.doc === null ? dateOf(passage.path) : undefined;
      const date = dated ? `${dated.name}: ${dated.value}` : null;
      return sayingsOf(passage).map((one) => ({ ...one, passage, date }));
    }),
  );
  return { sayings: said, corpus: corpusOf(store, late) };
}

/** What an index lacks that another process is writing. */
function lateness(thrown: unknown): Skipped[] {
  if (!(thrown instanceof ErgoError) || thrown.code !== "INDEX_LOCKED") throw thrown;
  return [{ path: ".", code: "indexing", message: `${thrown.message}: this is what it holds so far` }];
}
