import { availableParallelism, totalmem } from "node:os";
import { lock, transact } from "../store/database.ts";
import type { Content, Listed, Sources } from "../store/source.ts";
import type { FileRow, Store, Totals } from "../store/store.ts";
import { blank, type Counts, parsed, removal, type Step, touch } from "./file.ts";
import { type FileFormat, fileFormat, largest } from "./format.ts";
import { parse, type Source } from "./parse.ts";
import { createParser } from "./parser.ts";
import { advance, isSettled, removeFile, renameFile, settle } from "./write.ts";

export type IngestOptions = {
  /** Only these paths are looked at; the rest of the index stays as it is. */
  scope?: (path: string) => boolean;
  /** Changes text before it is stored, for instance to take secrets out. */
  redact?: (text: string) => string;
  /** Told after every file; sizes in bytes. */
  watch?: (progress: { path: string; files: number; of: number; bytes: number; total: number }) => void;
  /** Drops the index first, so that every file is read again. */
  rebuild?: boolean;
  /** Milliseconds to wait for another process that writes the index. */
  waitMs?: number;
  signal?: AbortSignal;
};

/** What an ingest changed, in documents, and what the index holds now. */
export type Ingested = Totals & Counts & { corpus: string };

/** A file that is new or may have changed, with what is stored of it. */
type Stale = { listed: Listed; row: FileRow | undefined };

/** A file that changed this shortly before it was read may change again within the same time stamp. */
const racyMs = 2_000;
/** What may read well the next time although the file's stamps are the same. */
const passing = new Set(["unreadable", "changing"]);
/** Chunks that are written at once, in about half a second: so long others wait, and so much is read again if this is killed. */
const largestWeight = 2_048;
/** Bytes of text that are parsed here; more, and every other format, in a worker. */
const few = 256 * 1024;
/** From so many bytes on, files are parsed in several processes, each with so much memory; more than that gain little. */
const many = 512 * 1024;
const memoryEach = 4 * 2 ** 30;
const mostParsers = 4;
/** Files that are parsed ahead for each process, and bytes of files that are ahead in all. */
const aheadEach = 4;
const mostAhead = 16 * 2 ** 20;

/**
 * Makes the index agree with the files: reads those that are new or changed, renames those that moved, forgets those that
 * are gone. It commits as it goes, each file whole, so that an ingest that is broken off is taken up where it was. One at
 * a time: throws INDEX_LOCKED, INDEX_FAILED, DISK_FULL.
 */
export async function ingest(store: Store, sources: Sources, options: IngestOptions = {}): Promise<Ingested> {
  const counts: Counts = { added: 0, changed: 0, deleted: 0 };
  const { scope = () => true, signal } = options;
  const listed = (await sources.list(signal)).filter(({ path }) => scope(path));
  const found = differences(store, listed, scope);
  if (options.rebuild || found.stale.length > 0 || found.gone.length > 0 || !isSettled(store.db)) {
    const release = await lock(store.file, options.waitMs ?? 10_000, signal);
    try {
      if (options.rebuild) store.rebuild();
      // Another process may have written while this one waited, so the differences are taken again.
      await update(store, differences(store, listed, scope), sources, options, counts);
    } finally {
      release();
    }
  }
  return { ...store.totals(), ...counts, corpus: store.corpus() };
}

/** Takes a file out of the index, and every trace of it out of the file on disk. */
export async function forget(store: Store, path: string, signal?: AbortSignal): Promise<boolean> {
  const row = store.files().find((file) => file.path === path);
  if (!row) return false;
  const release = await lock(store.file, 10_000, signal);
  try {
    transact(store.db, store.file, () => {
      advance(store.db);
      removeFile(store.db, row.id);
      settle(store.db);
    });
    store.scrub();
  } finally {
    release();
  }
  return true;
}

function differences(store: Store, listed: Listed[], scope: (path: string) => boolean) {
  const rows = store.files().filter(({ path }) => scope(path));
  const known = new Map(rows.map((row) => [row.path, row]));
  const there = new Set(listed.map(({ path }) => path));
  const stale: Stale[] = listed.flatMap((file) => {
    const row = known.get(file.path);
    const same = row && row.bytes === file.bytes && row.modified === file.modified && !passing.has(row.code ?? "");
    const whole = row?.hash !== "" || row.code !== null;
    return same && whole && row.synced - row.modified > racyMs ? [] : [{ listed: file, row }];
  });
  return { stale, gone: rows.filter(({ path }) => !there.has(path)) };
}

async function update(
  store: Store,
  { stale, gone }: ReturnType<typeof differences>,
  sources: Sources,
  options: IngestOptions,
  counts: Counts,
): Promise<void> {
  const { signal, watch } = options;
  const left = new Map(gone.map((row) => [row.id, row]));
  const total = stale.reduce((sum, { listed }) => sum + listed.bytes, 0);
  const isFew = total <= few && stale.every(({ listed }) => fileFormat(listed.path) === "text");
  const processes = isFew ? 0 : processesFor(total);
  const parser = isFew ? null : createParser({}, processes);
  const ahead = Math.max(1, processes * aheadEach);
  const parseWith = (source: Source) =>
    parser
      ? parser.parse({ ...source, symbols: sources.symbols?.address }, signal)
      : parse({ ...source, symbols: sources.symbols?.load }, signal);
  const changes: Changes = { store, sources, options, counts, left, parseWith, ahead };
  const so = { files: 0, bytes: 0 };
  let pending: Step[] = [];
  let weight = 0;
  const flush = () => {
    const steps = pending;
    [pending, weight] = [[], 0];
    if (steps.length > 0) commit(store, steps);
  };
  try {
    for await (const step of inAdvance(stepsOf(changes, stale))) {
      signal?.throwIfAborted();
      pending.push(step);
      weight += step.weight;
      if (weight >= largestWeight) flush();
      if (!step.done) continue;
      so.files += 1;
      so.bytes += step.done.bytes;
      watch?.({ path: step.done.path, ...so, of: stale.length, total });
    }
    for (const row of left.values()) pending.push(removal(store, row, counts));
    pending.push({ weight: 0, write: () => settle(store.db) });
    flush();
  } catch (thrown) {
    // What was read before stays: the next ingest goes on from there.
    flush();
    throw thrown;
  } finally {
    await parser?.close();
  }
  if (counts.deleted > 0 || counts.changed > 0) store.scrub();
}

/** How many processes parse so many bytes. */
function processesFor(total: number): number {
  const most = Math.min(mostParsers, availableParallelism(), Math.floor(totalmem() / memoryEach));
  return total < many ? 1 : Math.max(1, most);
}

function commit(store: Store, steps: Step[]): void {
  transact(store.db, store.file, () => {
    if (steps.some(({ weight }) => weight > 0)) advance(store.db);
    for (const step of steps) step.write();
  });
}

/** Asks for the next item before this one is used: reading and parsing go on while what was parsed is written. */
async function* inAdvance<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      next.catch(() => {});
      yield value;
    }
  } finally {
    await items.return(undefined).catch(() => {});
  }
}

type Changes = {
  store: Store;
  sources: Sources;
  options: IngestOptions;
  counts: Counts;
  /** Files that are no longer where they were, and have not turned up elsewhere. */
  left: Map<number, FileRow>;
  parseWith(source: Source): ReturnType<typeof parse>;
  /** Files that may be parsed at once. */
  ahead: number;
};

/** A file whose parsing has begun. */
type Begun = { listed: Listed; first: Promise<IteratorResult<Step>>; steps: AsyncGenerator<Step> };

/** The steps of all files in order. Files are read and compared one after the other, and parsed side by side. */
async function* stepsOf(changes: Changes, stale: Stale[]): AsyncGenerator<Step> {
  const begun: Begun[] = [];
  const isFull = () =>
    begun.length >= changes.ahead || begun.reduce((sum, { listed }) => sum + listed.bytes, 0) > mostAhead;
  for (const each of stale) {
    const steps = await stepsOfFile(changes, each);
    const first = steps.next();
    first.catch(() => {});
    begun.push({ listed: each.listed, first, steps });
    while (isFull()) yield* finish(begun.shift()!);
  }
  for (const each of begun) yield* finish(each);
}

async function* finish({ listed, first, steps }: Begun): AsyncGenerator<Step> {
  const { done, value } = await first;
  if (!done) yield value;
  yield* steps;
  yield { weight: 0, write() {}, done: listed };
}

/** Reads a file and compares it with what is stored of it; its steps parse it where that has to be done. */
async function stepsOfFile(changes: Changes, { listed, row }: Stale): Promise<AsyncGenerator<Step>> {
  const { store, sources, options, counts, left, parseWith } = changes;
  const synced = Date.now();
  const format = fileFormat(listed.path);
  const content = listed.bytes > largest(format) ? tooLarge(format) : await sources.read(listed.path, options.signal);
  if ("skipped" in content) {
    const facts = { listed, hash: "", synced, format, note: content.skipped };
    if (row?.code !== content.skipped.code) return one(blank(store, facts, counts));
    return one({ weight: 0, write: () => touch(store, listed, row, synced) });
  }
  const { hash } = content;
  if (row?.hash === hash) return one({ weight: 0, write: () => touch(store, listed, row, synced) });
  const moved = row ? undefined : movedFrom(left, listed.path, hash);
  if (moved) {
    left.delete(moved.id);
    return one({ weight: 1, write: () => renameFile(store.db, moved.id, listed, synced) });
  }
  const batches = parseWith(sourceOf(listed, format, content));
  return parsed(store, { listed, hash, synced, format, note: null }, batches, options.redact, counts);
}

async function* one(step: Step): AsyncGenerator<Step> {
  yield step;
}

/** The file that this one was before, if one with the same content and kind is gone. */
function movedFrom(left: Map<number, FileRow>, path: string, hash: string): FileRow | undefined {
  const ending = (name: string) => /\.[^./]*$/.exec(name)?.[0] ?? "";
  return [...left.values()].find((row) => row.hash === hash && ending(row.path) === ending(path));
}

function tooLarge(format: FileFormat): Content {
  const most = `${largest(format) / 2 ** 20} MiB`;
  return { skipped: { code: "too_large", message: `larger than ${most}; split it, or leave it out with .ergoignore` } };
}

function sourceOf({ path }: Listed, format: FileFormat, content: Exclude<Content, { skipped: unknown }>): Source {
  const { hash, size } = content;
  return { path, format, hash, size, ...("text" in content ? { text: content.text } : { bytes: content.bytes }) };
}
