import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { problem } from "../../core/error.ts";
import type { Json } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import { createObserver } from "../../tools/observe.ts";
import { blobsOf, fetchBlob } from "../../trace/blobs.ts";
import { decode, referenceIn } from "../../trace/line.ts";
import { type Followed, followed } from "../../trace/read.ts";
import {
  type Item,
  itemsIn,
  legible,
  markForgotten,
  putBack,
  removePayloads,
  type Stock,
  type StockRun,
  takeStock,
} from "../../trace/stock.ts";
import { unlearn } from "../record/learn.ts";
import { namesRun } from "../record/runs.ts";
import { holdsText } from "../run/content.ts";
import type { Folder } from "../session/folder.ts";
import { indexName } from "../session/retriever.ts";
import { erase, removeRuns, withForks } from "./erase.ts";
import { mentions, stringsIn, textsOf, type Wanted, wantedIn } from "./wanted.ts";

/** What a store gave up, or why it keeps something; `name` is a run, a payload's run, or a file. */
type Gone = {
  kind: "runs" | "payloads" | "indexes" | "experience";
  name: string;
  files: number;
  bytes: number;
  detail: string;
};
type Kept = { name: string; because: string; remedy: string };

/** Something derived from the folder's files, which can remove what is of some of them. */
type Store = (folder: Folder, wanted: Wanted, dryRun: boolean) => Promise<{ gone: Gone[]; kept: Kept[] }>;

/** Everything that holds text of the folder's files. A new store of such text joins this list. */
const stores: Store[] = [forgetRuns, forgetIndexes, forgetExperience, forgetCode];

/** What was forgotten, or with a dry run would be. `files` are those that are still there and will be read again. */
export type Forgotten = { dryRun: boolean; files: string[]; gone: Gone[]; kept: Kept[]; bytes: number };

/**
 * Removes runs by name, and what was derived from files, folders or globs: from the indexes, and what runs recorded of their text. The
 * files themselves are not touched, and what other runs recorded still verifies. Throws OUTSIDE_FOLDER, RUN_UNKNOWN, USAGE and TRACE_READ.
 */
export async function forget(
  folder: Folder,
  targets: string[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Forgotten> {
  // What lies in the folder is meant before a run that is called so.
  const isRun = (target: string) => namesRun(folder, target) && !existsSync(join(folder.root, target));
  const paths = targets.filter((target) => !isRun(target));
  const runs = targets.filter(isRun);
  const done: Awaited<ReturnType<Store>>[] = runs.length > 0 ? [forgetNamed(folder, runs, dryRun)] : [];
  const wanted = wantedIn(folder.root, paths);
  const files = await filesOf(folder, wanted);
  if (paths.length > 0) for (const store of stores) done.push(await store(folder, wanted, dryRun));
  const gone = done.flatMap((each) => each.gone);
  const bytes = gone.reduce((sum, each) => sum + each.bytes, 0);
  return { dryRun, files, gone, kept: done.flatMap((each) => each.kept), bytes };
}

/** Runs by their names, whatever they hold. */
function forgetNamed(folder: Folder, names: readonly string[], dryRun: boolean): Awaited<ReturnType<Store>> {
  const { runs, left } = erase(folder, names, dryRun);
  const gone = runs.map(({ run, bytes }): Gone => {
    return { kind: "runs", name: run, files: 1, bytes, detail: "all that it recorded, and what is remembered of it" };
  });
  return { gone, kept: left.length > 0 ? [busy] : [] };
}

/** The files that are there, whose text is learned. */
async function filesOf({ root }: Folder, wanted: Wanted): Promise<string[]> {
  const observer = createObserver({ root });
  const [listing] = await observer.observe([{ see: "universe" }]);
  const files = (listing!.seen as Universe).files.filter(wanted.isPath);
  const way = new Map();
  for (const path of files) {
    const text = observer.text(path, way);
    if (text.ok) wanted.learn(text.text);
  }
  return files;
}

/**
 * Payloads go one by one, so the chain of a run still holds. A run whose own lines hold the text (one of another program,
 * or one that quotes it in its question) goes whole, with those that were forked from it.
 */
async function forgetRuns(folder: Folder, wanted: Wanted, dryRun: boolean): ReturnType<Store> {
  if (!dryRun) putBack(folder.state);
  const stock = takeStock(folder.state, Date.now());
  for (const run of stock.runs) learnFrom(run, wanted);
  const found = stock.runs.map((run) => ({ run, ...searchRun(run, wanted) }));
  const whole = withForks(
    stock.runs,
    found.filter(({ inLines }) => inLines).map(({ run }) => run.run),
  );
  const gone: Gone[] = [];
  const payloads = new Set<string>();
  for (const { run, blobs } of found) {
    const own = blobs.filter((blob) => stock.payloads.has(blob) && !payloads.has(blob));
    for (const blob of own) payloads.add(blob);
    const bytes = own.reduce((sum, blob) => sum + stock.payloads.get(blob)!.bytes, 0);
    const detail = "what it recorded of the text; its lines stay, and verify";
    if (own.length > 0) gone.push({ kind: "payloads", name: run.run, files: own.length, bytes, detail });
  }
  for (const { run, bytes } of stock.runs.filter(({ run }) => whole.has(run))) {
    gone.push({ kind: "runs", name: run, files: 1, bytes, detail: "its own lines hold the text, or go on from such" });
  }
  if (gone.length === 0 || dryRun) return { gone, kept: [] };
  return remove(folder, stock, payloads, whole) ? { gone, kept: [] } : { gone: [], kept: [busy] };
}

const busy: Kept = {
  name: "runs",
  because: "a run is being written, or began meanwhile",
  remedy: "run `ergo forget` again once it has ended",
};

function remove(folder: Folder, stock: Stock, payloads: Set<string>, whole: Set<string>): boolean {
  if (stock.runs.some(({ status }) => status === "running")) return false;
  const removed = new Set(removeRuns(folder, stock.runs, whole).map(({ run }) => run));
  if (removed.size < whole.size || !removePayloads(stock, payloads, removed)) return false;
  markForgotten(stock, payloads);
  return true;
}

type Step = { type: string; data: Json; blob: string | undefined; torn: boolean };

/** What a run recorded, payloads in place; those that are gone are left out. */
function* stepsOf({ file }: StockRun): Generator<Step> {
  for (const { line, file: place, bytes, torn } of linesOf(file)) {
    if (line === undefined) {
      yield { type: "run.torn", data: bytes.toString(), blob: undefined, torn };
      continue;
    }
    const reference = referenceIn(line.data);
    const fetched = reference ? fetchBlob(blobsOf(place), reference) : { data: line.data };
    if ("data" in fetched) yield { type: line.type, data: fetched.data, blob: reference?.blob, torn };
  }
}

/** Where the lines of a run can't be followed, those of its own file as far as they can be read: they may hold the text too. */
function* linesOf(file: string): Generator<Followed> {
  try {
    yield* followed(file);
  } catch (thrown) {
    if (problem(thrown).code !== "TRACE_READ") throw thrown;
    for (const raw of legible(file)) yield { ...raw, file, line: raw.torn ? undefined : decode(raw.bytes) };
  }
}

/** A file may have changed since, so what was recorded of its text is learned too. */
function learnFrom(run: StockRun, wanted: Wanted): void {
  for (const { type, data } of stepsOf(run)) {
    if (!holdsText(type, data)) continue;
    for (const text of textsOf(data, wanted)) if (text.length >= 40) wanted.learn(text);
  }
}

/**
 * The payloads of a run that may hold such text, and whether its lines themselves do. Once the text was read, whatever the
 * run recorded from there on may be made of it.
 */
function searchRun(run: StockRun, wanted: Wanted): { blobs: string[]; inLines: boolean } {
  const blobs = new Set<string>();
  let read = false;
  let inLines = false;
  for (const { type, data, blob } of stepsOf(run)) {
    const text = holdsText(type, data);
    const hit = quoted(data, wanted) || (text && (read || mentions(data, wanted)));
    if (!hit) continue;
    if (text) read = true;
    if (blob === undefined) inLines = true;
    else blobs.add(blob);
  }
  return { blobs: [...blobs], inLines };
}

function quoted(data: Json, wanted: Wanted): boolean {
  for (const text of stringsIn(data)) if (wanted.quotes(text)) return true;
  return false;
}

/** The index gives up the files one by one; another than the present one, which nothing reads any more, goes whole. */
async function forgetIndexes(folder: Folder, wanted: Wanted, dryRun: boolean): ReturnType<Store> {
  const files = [...itemsIn(folder.state).values()].filter(({ file }) => /^index[^/]*\.sqlite/.test(basename(file)));
  const old = files.filter(({ file }) => !basename(file).startsWith(indexName));
  if (!dryRun) for (const { file } of old) rmSync(file, { force: true });
  const gone = old.map(goneIndex);
  const index = files.find(({ file }) => basename(file) === indexName);
  if (index === undefined) return { gone, kept: [] };
  try {
    const paths = await forgetIn(index.file, wanted, dryRun);
    const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
    const detail = `all that it held of ${paths.slice(0, 5).join(", ")}${more}`;
    if (paths.length > 0) gone.push({ kind: "indexes", name: indexName, files: paths.length, bytes: 0, detail });
    const log = statSync(`${index.file}-wal`, { throwIfNoEntry: false });
    return { gone, kept: !dryRun && log !== undefined && log.size > 0 ? [read] : [] };
  } catch (thrown) {
    const { message, remedy } = problem(thrown);
    return { gone, kept: [{ name: indexName, because: message, remedy }] };
  }
}

/** What was read of source files is kept by their contents, so all of it goes; it is read again when it is needed. */
async function forgetCode({ state }: Folder, _wanted: Wanted, dryRun: boolean): ReturnType<Store> {
  const place = join(state, "code");
  const files = existsSync(place) ? readdirSync(place) : [];
  if (files.length === 0) return { gone: [], kept: [] };
  const bytes = files.reduce(
    (sum, name) => sum + (statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  if (!dryRun) rmSync(place, { recursive: true, force: true });
  return {
    gone: [{ kind: "indexes", name: "code", files: files.length, bytes, detail: "what was read of source files" }],
    kept: [],
  };
}

const read: Kept = {
  name: `${indexName}-wal`,
  because: "another process has the index open, and may hold an older state of it",
  remedy: "run `ergo forget` again once it has ended",
};

/** What is remembered of questions whose answers rested on the files. */
async function forgetExperience(folder: Folder, wanted: Wanted, dryRun: boolean): ReturnType<Store> {
  const count = unlearn(folder, wanted, dryRun);
  const detail = `${count} ${count === 1 ? "entry" : "entries"} of questions that it answered`;
  const gone = { kind: "experience", name: "events.jsonl", files: 1, bytes: 0, detail } as const;
  return { gone: count === 0 ? [] : [gone], kept: [] };
}

/** The files that the index held of those wanted. */
async function forgetIn(file: string, wanted: Wanted, dryRun: boolean): Promise<string[]> {
  const { openStore } = await import("../../knowledge/store/store.ts");
  const { forget: forgetFile } = await import("../../knowledge/ingest/ingest.ts");
  const store = await openStore(file);
  try {
    const paths = store.files().flatMap(({ path }) => (wanted.isPath(path) ? [path] : []));
    if (!dryRun) for (const path of paths) await forgetFile(store, path);
    return paths;
  } finally {
    store.close();
  }
}

function goneIndex({ file, bytes }: Item): Gone {
  return { kind: "indexes", name: basename(file), files: 1, bytes, detail: "an index that nothing reads any more" };
}
