import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { ErgoError } from "../../core/error.ts";
import type { Event } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import { prepareCorpus } from "../../knowledge/search/assemble.ts";
import { openStore } from "../../knowledge/store/store.ts";
import { prepareState } from "../session/folder.ts";
import { mapCounts } from "../session/map.ts";
import { indexName } from "../session/retriever.ts";
import type { Session } from "../session/session.ts";
import { makeVectors, type Vectors } from "./vectors.ts";

/** What an ingest changed, in documents, and what the index of the folder holds now. `corpus` names that state. */
export type IngestReport = {
  documents: number;
  chunks: number;
  added: number;
  changed: number;
  deleted: number;
  skipped: { path: string; code: string; message: string }[];
  /** What the files name, where, and how it is related: `ergo map` shows it. */
  entities: number;
  mentions: number;
  edges: number;
  corpus: string;
  ms: number;
  /** The vectors of passages: made now, and still missing; null where no encoder is there or none was wanted. */
  vectors: Vectors | null;
};

/**
 * Brings the index of the folder up to date, for the files at or below `paths` (all when there are none); what lies
 * elsewhere stays as it is, unless the index is rebuilt. Throws OUTSIDE_FOLDER, USAGE, INDEX_LOCKED, INDEX_FAILED and DISK_FULL.
 */
export async function ingestPaths(
  session: Session,
  paths: string[],
  options: { rebuild?: boolean; vectors?: boolean; signal?: AbortSignal; watch?: (event: Event) => void } = {},
): Promise<IngestReport> {
  const { rebuild = false, vectors = true, signal, watch } = options;
  const began = performance.now();
  prepareState(session.folder);
  const below = paths.map((path) => placeIn(session.folder.root, path));
  const scope = (path: string) => rebuild || below.length === 0 || below.some((place) => isBelow(path, place));
  const ingested = await (await session.retriever()).sync({
    scope,
    rebuild,
    ...(signal ? { signal } : {}),
    watch: ({ path, bytes, total }) => watch?.({ type: "progress", path: "ingest", text: path, done: bytes, total }),
  });
  await prepareSearch(session);
  const [universe] = await session.observer.observe([{ see: "universe" }], signal);
  const { files, skipped } = universe!.seen as Universe;
  const ignored = below.filter((place) => !files.some((path) => isBelow(path, place))).map(unseen);
  const ms = Math.round(performance.now() - began);
  return {
    documents: ingested.documents,
    chunks: ingested.passages,
    added: ingested.added,
    changed: ingested.changed,
    deleted: ingested.deleted,
    skipped: [...ingested.skipped, ...skipped, ...ignored],
    ...(await graphOf(session)),
    corpus: ingested.corpus,
    ms,
    vectors: vectors
      ? await makeVectors(session, { fetch: true, ...(signal ? { signal } : {}), ...(watch ? { watch } : {}) })
      : null,
  };
}

/** What search makes of all passages together, before the first one has to wait for it. */
async function prepareSearch({ folder }: Session): Promise<void> {
  const store = await openStore(join(folder.state, indexName));
  try {
    prepareCorpus(store);
  } finally {
    store.close();
  }
}

async function graphOf({ folder }: Session): Promise<Pick<IngestReport, "entities" | "mentions" | "edges">> {
  const { entities, mentions, edges } = await mapCounts(folder);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0);
  return { entities: sum(entities), mentions, edges: sum(edges) };
}

/** A path as it was given, relative to the folder; "" is the folder itself. */
function placeIn(root: string, path: string): string {
  for (const base of isAbsolute(path) ? [""] : [process.cwd(), root]) {
    const absolute = realOf(resolve(base, path));
    if (absolute === null) continue;
    const place = relative(root, absolute);
    if (place !== ".." && !place.startsWith(`..${sep}`) && !isAbsolute(place)) return place.split(sep).join("/");
  }
  if (realOf(resolve(path)) === null && realOf(resolve(root, path)) === null) {
    throw new ErgoError("USAGE", { detail: `there is no file or folder ${path}` });
  }
  throw new ErgoError("OUTSIDE_FOLDER", { path });
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isBelow(path: string, place: string): boolean {
  return place === "" || path === place || path.startsWith(`${place}/`);
}

function unseen(place: string) {
  const message = "no file there is among the files asked about: it is empty, ignored, or reached by a link";
  return { path: place || ".", code: "ignored", message };
}
