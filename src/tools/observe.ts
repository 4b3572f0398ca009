import { realpathSync } from "node:fs";
import { ErgoError, reason } from "../core/error.ts";
import type { Fields } from "../core/field.ts";
import {
  type Blind,
  type FileFacts,
  type Matches,
  type Observation,
  type Observe,
  type Query,
  queryKey,
  type Universe,
} from "../core/observation.ts";
import { once } from "../core/once.ts";
import { blind } from "./blind.ts";
import { type Bytes, type Content, readBytes, readContent } from "./content.ts";
import { seeEntry } from "./entry.ts";
import { type Ground, type Limits, locate, type Place, type Way } from "./ground.ts";
import { createRecent } from "./recent.ts";
import { countWords, isShownWhole, searchText } from "./search.ts";
import {
  type Around,
  isOfSource,
  type SourceQuery,
  type Sources,
  seeHistory,
  seeKernel,
  seeSource,
} from "./sources.ts";
import { modified, type Stamp } from "./stamp.ts";
import { readRow } from "./table.ts";
import { changes, type Pause, type Walk, walk } from "./universe.ts";

/**
 * `cache`: characters of text that are kept between looks. What is kept is used only while the stamps of its files and
 * folders show that nothing changed. `properties` reads what a file of another format than text says of itself; null where
 * its format has none. `shown` makes of a text what may be shown of its lines; it keeps their number. `sources` reads more of source files than their symbols.
 */
export type ObserverOptions = {
  root: string;
  limits?: Partial<Limits>;
  cache?: number;
  properties?: Properties;
  shown?: (text: string) => string;
  sources?: Sources;
};

/** Throws for a file that can't be read, with why. */
export type Properties = (path: string, bytes: Uint8Array) => Promise<Fields | null>;

/**
 * `stat`, `text` and `bytes` are for an index, which reads a file only when its stamps changed. Who looks at many files one after
 * another hands the same `way` to each.
 */
export type Observer = {
  observe: Observe;
  root: string;
  stat(path: string, way?: Way): Stat | Blind;
  text(path: string, way?: Way): Text | Blind;
  /** A file of up to `limit` bytes as it stands. */
  bytes(path: string, limit: number, way?: Way): Bytes | Blind;
};
export type Stat = { ok: true; bytes: number; modified: number };
export type Text = { ok: true; text: string; hash: string; bytes: number };

const defaults: Limits = { entries: 500_000, bytes: 64 * 2 ** 20, source: 4 * 2 ** 20 };

/** Looks at a folder, read-only. Throws FOLDER_MISSING when there is none. */
export function createObserver(options: ObserverOptions): Observer {
  const { root, limits, cache = 32 * 2 ** 20, properties, shown, sources } = options;
  const ground: Ground = { root: realRoot(root), limits: { ...defaults, ...limits } };
  const contents = createRecent<Content>(cache);
  const answers = createRecent<Answer>(100_000);
  const universe = listing(ground);

  function contentOf(place: Place): Content | Blind {
    const kept = contents.get(place.path);
    if (kept?.stamp === place.stamp) return kept;
    const content = readContent(place, ground.limits.bytes);
    if (content.ok && content.lasting) contents.set(place.path, content, weight(content));
    return content;
  }

  async function file(query: FileQuery, way: Way): Promise<Answer["seen"]> {
    const place = locate(ground, query.path, way);
    if (!place.ok) return place;
    const key = queryKey(query);
    const kept = answers.get(key);
    if (kept?.stamp === place.stamp) return kept.seen;
    const content = contentOf(place);
    if (!content.ok) return content;
    const seen = await read(query, place, content, { limits: ground.limits, properties, shown });
    if (content.lasting) answers.set(key, { stamp: content.stamp, seen }, 1);
    return seen;
  }

  async function source(query: SourceQuery, way: Way, around: () => Promise<Around>): Promise<Answer["seen"]> {
    const place = locate(ground, query.path, way);
    const content = place.ok ? contentOf(place) : place;
    return content.ok ? await seeSource(query, content, sources, around) : content;
  }

  async function observe(queries: Query[], signal?: AbortSignal): Promise<Observation[]> {
    const pause = pauses(signal);
    const way: Way = new Map();
    const around = once(async () => aroundOf(await universe(pause), way, { text, stat }));
    const made: Observation[] = [];
    for (const query of queries) {
      await pause();
      if (query.see === "universe") made.push({ query, seen: await universe(pause) });
      else if (query.see === "entry") made.push({ query, seen: seeEntry(ground, query.path) });
      else if (query.see === "history") made.push({ query, seen: await seeHistory(sources, signal) });
      else if (query.see === "kernel")
        made.push({ query, seen: await seeKernel(query.name, sources, around.get, signal) });
      else if (isOfSource(query)) made.push({ query, seen: await source(query, way, around.get) } as Observation);
      else made.push({ query, seen: await file(query, way) } as Observation);
    }
    return made;
  }

  function text(path: string, way: Way = new Map()): Text | Blind {
    const place = locate(ground, path, way);
    const content = place.ok ? contentOf(place) : place;
    if (!content.ok) return content;
    if (content.text === null) return binary(path);
    return { ok: true, text: content.text, hash: content.facts.hash, bytes: content.facts.bytes };
  }

  function bytes(path: string, limit: number, way: Way = new Map()): Bytes | Blind {
    const place = locate(ground, path, way);
    return place.ok ? readBytes(place, limit) : place;
  }

  const stat = (path: string, way?: Way) => statAt(ground, path, way);
  return { observe, root: ground.root, stat, text, bytes };
}

function aroundOf({ files, skipped }: Universe, way: Way, { text, stat }: Pick<Observer, "text" | "stat">): Around {
  return { files, skipped, text: (path) => text(path, way), stat: (path) => stat(path, way) };
}

function statAt(ground: Ground, path: string, way: Way = new Map()): Stat | Blind {
  const place = locate(ground, path, way);
  return place.ok ? { ok: true, bytes: Number(place.stats.size), modified: modified(place.stats) } : place;
}

/** Lists the folder, anew where something changed since. */
function listing(ground: Ground): (pause: Pause) => Promise<Universe> {
  let walked: Walk | undefined;
  return async (pause) => {
    const isKept = walked !== undefined && (await changes(ground, walked, pause)).length === 0;
    if (!isKept) walked = await walk(ground, pause);
    const { universe } = walked!;
    if (universe.skipped.some(({ code }) => code === "changing")) walked = undefined;
    return universe;
  };
}

type FileQuery = Extract<Query, { see: "file" | "words" | "search" | "code" | "fields" | "row" }>;
type Answer = { stamp: Stamp; seen: Observation<FileQuery["see"] | SourceQuery["see"]>["seen"] };

/** What a query asks of a file that was read. */
async function read(
  query: FileQuery,
  place: Place,
  { facts, text }: Content,
  { limits, properties, shown }: Pick<ObserverOptions, "properties" | "shown"> & { limits: Limits },
): Promise<Answer["seen"]> {
  if (query.see === "file") return facts;
  if (query.see === "fields") return await fieldsOf(place, { facts, text }, limits, properties);
  if (text === null) return binary(query.path);
  const { bytes, hash } = facts;
  if (query.see === "words") return { ok: true, bytes, hash, ...countWords(text) };
  if (query.see === "search") return await search(query, { bytes, hash, text }, shown);
  if (query.see === "row") {
    const row = readRow(query.path, text, query.row, shown);
    return row.ok ? { bytes, hash, ...row } : row;
  }
  const { readSymbols } = await import("./code.ts");
  const symbols = await readSymbols(query.path, text, limits.source);
  return symbols.ok ? { bytes, hash, ...symbols } : symbols;
}

/** What a file says of itself: in its text, or, where it is none, in its bytes. */
async function fieldsOf(
  place: Place,
  { facts, text }: Pick<Content, "facts" | "text">,
  limits: Limits,
  properties: Properties | undefined,
): Promise<Answer["seen"]> {
  const { hasHeader, readFields } = await import("../fields/read.ts");
  const { path } = place;
  if (text === null) return hasHeader(path) ? binary(path) : await propertiesOf(place, facts, limits, properties);
  return { ok: true, bytes: facts.bytes, hash: facts.hash, ...readFields(path, text) };
}

/** What stands in the bytes of a file that is no text. A format that has no fields has none. */
async function propertiesOf(
  place: Place,
  facts: FileFacts,
  limits: Limits,
  properties: Properties | undefined,
): Promise<Answer["seen"]> {
  const found = readBytes(place, limits.bytes);
  if (!found.ok) return found;
  if (found.hash !== facts.hash) return blind("changing", `${place.path} changed while it was being looked at.`);
  try {
    const fields = (await properties?.(place.path, found.bytes)) ?? { fields: [], open: null };
    return { ok: true, bytes: facts.bytes, hash: facts.hash, ...fields };
  } catch (thrown) {
    return blind("unreadable", `The properties of ${place.path} can't be read: ${reason(thrown)}`);
  }
}

/** No longer line is shown as a line. */
const longestLine = 10_000;

async function search(
  { path, pattern }: Extract<Query, { see: "search" }>,
  { bytes, hash, text }: { bytes: number; hash: string; text: string },
  shown: ObserverOptions["shown"],
): Promise<Matches | Blind> {
  if (pattern.kind === "code") {
    const { mayMention } = await import("./mention.ts");
    return { ok: true, bytes, hash, found: mayMention(path, text, pattern.text), lines: 0, first: [] };
  }
  const found = await searchText(text, pattern, shown);
  if (pattern.kind === "line" && found.first.some((line) => line.text.length > longestLine))
    return blind("too_large", `Line ${pattern.text} of ${path} has more than ${longestLine} characters.`);
  if (pattern.kind !== "line" || isShownWhole(text, found)) return { ok: true, bytes, hash, ...found };
  return blind("redacted", `Line ${pattern.text} of ${path} holds what looks like a secret, so it is not shown.`);
}

function binary(path: string): Blind {
  return blind("binary", `${path} is neither UTF-8 nor UTF-16 with its mark, so it holds no text to look at.`);
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw new ErgoError("FOLDER_MISSING", { dir: root, detail: reason(error) });
  }
}

function weight({ text }: Content): number {
  return 200 + (text?.length ?? 0);
}

/** Lets timers and signals have a turn after so many milliseconds of work. */
const turn = 15;

function pauses(signal: AbortSignal | undefined): Pause {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < turn) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    since = performance.now();
  };
}
